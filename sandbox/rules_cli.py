"""The command line of the rulebooks: `rules`, `match` and `replay`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import realpath
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sandbox.aim_cli import aim_command, physical_match, physical_replay
from sandbox.errors import BadFile, InputError
from sandbox.players.bots import load_bot
from sandbox.players.match import play
from sandbox.players.scripted_nature import ScriptedNature
from sandbox.rules import GAMES, load_game
from sandbox.rules.base import Outcome, actor_name
from sandbox.rules.cited import cited_rules, tests_folder
from sandbox.rules.log import (
    act_to_line,
    demand_log,
    log_to_text,
    read_log,
    replay,
    ruling_to_text,
    write_log,
)
from sandbox.rules.notation import options_form, options_from_text
from sandbox.rules.rulebook import Rule, Rulebook, tables_to_toml

__all__ = ["app"]

NATURES = ("scripted", "physics")

app = typer.Typer(help="The numbered rules, and games without a table.", no_args_is_help=True)

app.command("aim")(aim_command)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
Models = Annotated[
    list[Path] | None, typer.Option("--models", help="At a table: a folder of your own models; may repeat.")
]
DataFile = Annotated[Path | None, typer.Option("--data", help="A file of your own with other data.")]


@app.command("rules")
def rules_command(
    game: GameName,
    matrix: Annotated[bool, typer.Option("--matrix", help="How each is enforced, and by which tests.")] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="The game's data instead, as a file to change and give to --data.")
    ] = False,
    data: DataFile = None,
) -> None:
    """Print the numbered rules of a game, or its data."""
    with _one_clear_line():
        engine = load_game(game, data)
        book = engine.book
        if tables:
            typer.echo(tables_to_toml(book), nl=False)
            return
        console = Console(highlight=False)
        if matrix:
            _print_matrix(book, console)
            return
        console.print(_listing(book))
        console.print(f"options: {options_form(engine.options_type) or 'none'}", markup=False)
        changed = f"{', '.join(sorted(book.own_tables))} of {book.own}" if book.own else "as shipped"
        console.print(f"data: {changed}; see them with --tables", markup=False)


@app.command("match")
def match_command(
    game: GameName,
    players: Annotated[int, typer.Option(help="How many play.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same game.")] = 0,
    nature: Annotated[
        str | None,
        typer.Option(
            help="What decides: scripted findings, or physics at a table, as --save, --trace and others want it.",
            show_default="scripted",
        ),
    ] = None,
    bot: Annotated[
        str, typer.Option(help="Who plays: random, greedy, or one that remembers: perfect, forgetful.")
    ] = "greedy",
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--options",
            help="Variants as `rules GAME` names them, parted by spaces, such as 'version=4 advanced=yes' of "
            "beethupferl; may repeat.",
        ),
    ] = None,
    data: DataFile = None,
    log: Annotated[
        Path | None, typer.Option(help="Write the game to this file too; over nothing but another log.")
    ] = None,
    skill: Annotated[str, typer.Option(help="With physics: whose hands, such as fair or random.")] = "fair",
    save: Annotated[Path | None, typer.Option(help="With physics: save the game to this file.")] = None,
    trace: Annotated[Path | None, typer.Option(help="With physics: a folder for traces, one an act.")] = None,
    advisory: Annotated[bool, typer.Option(help="With physics: the referee only comments.")] = False,
    models: Models = None,
) -> None:
    """Play a game, at its table or without one, and print its log and its outcome."""
    with _one_clear_line():
        at_table = save is not None or trace is not None or advisory or bool(models)
        nature = nature or ("physics" if at_table else "scripted")
        if nature not in NATURES:
            raise InputError(f"no nature is called {nature!r}; there are: {', '.join(NATURES)}")
        if nature == "scripted" and at_table:
            raise InputError(
                "only a game at a table has --save, --trace, --advisory and --models; take --nature physics"
            )
        engine = load_game(game, data)
        variants = options_from_text(engine.options_type, " ".join(options or ()))
        _demand_files(save, log)
        if nature == "physics":
            outcome = physical_match(
                engine,
                players,
                seed=seed,
                bot=bot,
                skill=skill,
                options=variants,
                is_advisory=advisory,
                file=save,
                traces=trace,
                models=models,
                log=log,
            )
            typer.echo(_outcome_text(outcome))
            return
        rng = random.Random(seed)  # noqa: S311 - a game, not a secret
        match = play(
            engine,
            players,
            bots=[load_bot(bot, game) for _ in range(players)],
            nature=ScriptedNature(engine, rng),
            rng=rng,
            options=variants,
        )
        text = log_to_text(match.log)
        if log is not None:
            write_log(log, match.log)
        typer.echo(text)
        typer.echo(_outcome_text(match.outcome))


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of a game, or a game that was saved.")],
    data: DataFile = None,
    physics: Annotated[
        bool, typer.Option(help="A saved game: perform every attempt again, or take the stored findings.")
    ] = True,
    models: Models = None,
) -> None:
    """Play a game again from its log and print each ruling, or verify a saved game."""
    with _one_clear_line():
        from sandbox.referee.saving import is_saved_game

        if is_saved_game(file):
            if not physical_replay(file, with_physics=physics, own=data, models=models):
                raise typer.Exit(1)
            return
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


def _demand_files(save: Path | None, log: Path | None) -> None:
    """Refuse files that would cost somebody something, before anything is played. Raises `BadFile`."""
    if save is not None and log is not None and realpath(save) == realpath(log):
        raise BadFile(log, "is given to --save and to --log", instead="give each a file of its own")
    if log is not None:
        demand_log(log)


@contextmanager
def _one_clear_line() -> Iterator[None]:
    """Turn a wrong input into one line on standard error and exit code 2."""
    try:
        yield
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
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


def _print_matrix(book: Rulebook, console: Console) -> None:
    folder = tests_folder()
    cited = cited_rules(folder) if folder else {}
    table = Table(title=f"{book.game}: how each rule is enforced", show_lines=True)
    table.add_column("rule", style="cyan", max_width=26)
    table.add_column("enforced by", max_width=20)
    table.add_column("tests", ratio=1)
    for rule in book.rules:
        tests = "\n".join(map(_sentence, cited.get(rule.id, []))) or "[red]none[/red]"
        table.add_row(_id(rule, book), enforced_by(rule), tests if folder else "not here")
    console.print(table)
    world = sum(rule.physical for rule in book.rules)
    options = sum(rule.option is not None for rule in book.rules)
    bare = sum(rule.id not in cited for rule in book.rules)
    cites = f"{bare or 'none'} without a test" if folder else "the tests are not here, so none can be named"
    console.print(f"{len(book.rules)} rules: {world} read from the world, {options} under an option; {cites}")


def _sentence(test: str) -> str:
    """Return `burst: three cards must play` for a test of `test_burst.py`; it wraps between words."""
    file, _, name = test.partition("::")
    words = name.removeprefix("test_").replace("_", " ")
    return escape(f"{file.removeprefix('test_').removesuffix('.py')}: {words}")


def enforced_by(rule: Rule) -> str:
    """Return what decides a rule: the engine, by what is read from the world if it is physical, or an option."""
    parts = ["world", "engine"] if rule.physical else ["engine"]
    return ", ".join([*parts, f"option {rule.option}"] if rule.option else parts)


def _id(rule: Rule, book: Rulebook) -> str:
    return rule.id.removeprefix(f"{book.game}.")
