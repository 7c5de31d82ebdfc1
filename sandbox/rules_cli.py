"""The command line of the rulebooks: `rules`, `match` and `replay`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sandbox.errors import InputError
from sandbox.players.bots import load_bot
from sandbox.players.match import play
from sandbox.players.scripted_nature import ScriptedNature
from sandbox.rules import GAMES, load_game
from sandbox.rules.base import Outcome, actor_name
from sandbox.rules.cited import cited_rules, tests_folder
from sandbox.rules.log import act_to_line, log_to_text, read_log, replay, ruling_to_text
from sandbox.rules.notation import options_from_text
from sandbox.rules.rulebook import Rule, Rulebook

__all__ = ["app"]

app = typer.Typer(help="The numbered rules, and games without a table.", no_args_is_help=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
DataFile = Annotated[Path | None, typer.Option("--data", help="A file of your own with other data.")]


@app.command("rules")
def rules_command(
    game: GameName,
    matrix: Annotated[bool, typer.Option("--matrix", help="How each is enforced, and by which tests.")] = False,
) -> None:
    """Print the numbered rules of a game."""
    with _one_clear_line():
        book = load_game(game).book
        console = Console()
        console.print(_matrix(book) if matrix else _listing(book))
        if matrix and tests_folder() is None:
            console.print("[dim]The tests are not here, so none can be named.[/dim]")


@app.command("match")
def match_command(
    game: GameName,
    players: Annotated[int, typer.Option(help="How many play.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    nature: Annotated[str, typer.Option(help="What decides in the world's place: scripted.")] = "scripted",
    bot: Annotated[str, typer.Option(help="Who plays: random or greedy.")] = "greedy",
    options: Annotated[str, typer.Option("--options", help="Variants, such as 'expert=yes'.")] = "",
    data: DataFile = None,
    log: Annotated[Path | None, typer.Option(help="Write the game to this file too.")] = None,
) -> None:
    """Play a game without a table and print its log and its outcome."""
    with _one_clear_line():
        if nature != "scripted":
            raise InputError(f"no nature is called {nature!r}; there is: scripted")
        engine = load_game(game, data)
        rng = random.Random(seed)  # noqa: S311 - a game, not a secret
        match = play(
            engine,
            players,
            bots=[load_bot(bot, game)] * players,
            nature=ScriptedNature(engine, rng),
            rng=rng,
            options=options_from_text(engine.options_type, options),
        )
        text = log_to_text(match.log)
        if log is not None:
            try:
                log.write_text(text, encoding="utf-8")
            except OSError as error:
                raise InputError(f"{log}: {error.strerror}") from error
        typer.echo(text)
        typer.echo(_outcome_text(match.outcome))


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of a game.")],
    data: DataFile = None,
) -> None:
    """Play a game again from its log and print each ruling."""
    with _one_clear_line():
        log = read_log(file, data)
        state = log.game.initial(log.players, log.options)
        refusals = 0
        for step in replay(log):
            typer.echo(f"{act_to_line(log.game, step.act)}\n    {ruling_to_text(step.ruling)}")
            refusals += not step.ruling.legal
            state = step.state
        typer.echo(f"\n{len(log.acts)} acts, {refusals} refused")
        outcome = log.game.outcome(state)
        due = " or ".join(sorted(map(actor_name, log.game.to_act(state))))
        typer.echo(_outcome_text(outcome) if outcome else f"the game goes on: {due} is to act")


@contextmanager
def _one_clear_line() -> Iterator[None]:
    """Turn a wrong input into one line on standard error and exit code 2."""
    try:
        yield
    except InputError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error


def _outcome_text(outcome: Outcome) -> str:
    winners = " and ".join(map(actor_name, outcome.winners))
    scores = ", ".join(str(score) for score in outcome.scores)
    won = f"{winners} {'win' if len(outcome.winners) > 1 else 'wins'}" if winners else "nobody wins"
    return f"{won}: {outcome.termination} [{outcome.rule}]; scores: {scores}"


def _listing(book: Rulebook) -> Table:
    low, high = book.players
    table = Table(title=f"{book.game}: {len(book.rules)} rules, {low} to {high} players", show_lines=True)
    table.add_column("rule", style="cyan", max_width=26)
    table.add_column("text", ratio=1)
    for rule in book.rules:
        text = escape(rule.text)
        if rule.physical:
            text += "\n[green]read from the world[/green]"
        if rule.option:
            text += f"\n[magenta]option {escape(rule.option)}[/magenta]"
        if rule.assumed:
            text += f"\n[dim]assumed: {escape(rule.assumed)}[/dim]"
        table.add_row(_id(rule, book), text)
    return table


def _matrix(book: Rulebook) -> Table:
    folder = tests_folder()
    cited = cited_rules(folder) if folder else {}
    table = Table(title=f"{book.game}: how each rule is enforced")
    table.add_column("rule", style="cyan", max_width=26)
    table.add_column("enforced by", no_wrap=True)
    table.add_column("tests", ratio=1, overflow="fold")
    for rule in book.rules:
        tests = "\n".join(cited.get(rule.id, [])) or "[red]none[/red]"
        table.add_row(_id(rule, book), enforced_by(rule), tests if folder else "not here")
    return table


def enforced_by(rule: Rule) -> str:
    """Return where a rule is decided: by the engine alone, from the world, or by an option."""
    if rule.option:
        return f"option {rule.option}"
    return "world, engine" if rule.physical else "engine"


def _id(rule: Rule, book: Rulebook) -> str:
    return rule.id.removeprefix(f"{book.game}.")
