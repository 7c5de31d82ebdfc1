"""The command line at a table: matches that are really played, their replay, and `aim`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sandbox.errors import BadFile, InputError, SandboxError
from sandbox.rules.base import Engine, Finding, Options, Outcome
from sandbox.rules.log import Log, act_to_line, ruling_to_text, write_log

if TYPE_CHECKING:
    from sandbox.referee.session import Entry

# The table, the referee and the engine are loaded by the commands that play: `sandbox rules` needs none of them.

__all__ = ["aim_command", "physical_match", "physical_replay"]

YAWS: tuple[float, ...] = (-2.0, 0.0, 2.0)
"""Degrees by which `aim` points past the target."""


def physical_match(
    game: Engine[Any],
    players: int,
    *,
    seed: int,
    bot: str,
    skill: str,
    options: Options,
    is_advisory: bool = False,
    file: Path | None = None,
    traces: Path | None = None,
    models: Sequence[Path] | None = None,
    log: Path | None = None,
) -> Outcome:
    """Play a game at its table, print each act as it happens, and save it.

    What is saved when it is stopped goes on with the same call; the log is written then too.

    Args:
        game: Its rules.
        players: How many play.
        seed: Of all chance.
        bot: Who chooses the moves.
        skill: Whose hands try them.
        options: House rules and variants.
        is_advisory: Whether the referee only comments.
        file: Where the game is kept.
        traces: A folder for one trace an act.
        models: The person's own folders of models.
        log: Where its log is written; what is there may be written over.

    Raises:
        InputError: There is no such table, bot or skill, or a file cannot be written.
        Exit: It was stopped; code 130.
    """
    from sandbox.components.catalogue import Catalogue
    from sandbox.players.tables.keeping import go_on, keep
    from sandbox.players.tables.seats import seat_bots

    session = seat_bots(
        game,
        players,
        seed=seed,
        bot=bot,
        skill=skill,
        options=options,
        is_advisory=is_advisory,
        traces=traces,
        catalogue=Catalogue(models or ()),
    )
    who = f"{bot}:{skill}"
    if file is not None and (done := go_on(session, file, who)):
        typer.echo(f"# goes on after {done} acts of {file}")

    def write_down() -> None:
        if file is not None:
            keep(session, file, who)
        if log is not None:
            write_log(log, Log(game, players, options, tuple(entry.act for entry in session.entries)))

    write_down()  # what cannot be written is said before anything is played
    try:
        while session.outcome is None:
            entry = session.step()
            _print(game, entry)
    except KeyboardInterrupt:
        write_down()
        acts = f"stopped after {len(session.entries)} acts"
        if file is None:
            typer.echo(f"{acts}; with --save it could go on", err=True)
        else:
            typer.echo(f"{acts}; the same command goes on with {file}", err=True)
        raise typer.Exit(130) from None
    write_down()
    return session.outcome


def _print(game: Engine[Any], entry: Entry) -> None:
    typer.echo(act_to_line(game, entry.act))
    typer.echo(f"# {ruling_to_text(entry.ruling)}")
    for note in (*(entry.evidence.notes if entry.evidence else ()), *entry.notes):
        typer.echo(f"#   {note}")


def physical_replay(
    file: Path, *, with_physics: bool = True, own: Path | None = None, models: Sequence[Path] | None = None
) -> bool:
    """Play a saved game again, print what differs, and return whether nothing does.

    Args:
        file: What a match saved.
        with_physics: Whether every attempt is performed again, or the stored findings are taken.
        own: The person's data, as for the match.
        models: The person's own folders of models, likewise.

    Raises:
        BadFile: It is no saved game, or was played with other models.
    """
    from sandbox.components.catalogue import Catalogue
    from sandbox.players.tables.keeping import read
    from sandbox.referee.changed_physics import tables_of
    from sandbox.referee.saving import Difference, demand_models, verify

    game, table, saved = read(file, own, Catalogue(models or ()))
    if with_physics:
        demand_models(file, saved, table, or_else="check its rulings alone by --no-physics")
    acts, findings, differ = 0, 0, 0
    tables = tables_of(file, table)
    try:
        for each in verify(saved, game, table, with_physics=with_physics, tables=tables):
            if isinstance(each, Difference):
                differ += 1
                typer.echo(f"act {each.number + 1}: {each.what}")
            else:
                acts += 1
                findings += isinstance(each.act, Finding)
    except SandboxError as error:
        raise BadFile(file, f"act {acts + 1} cannot be played: {error}") from error
    how = "performed again" if with_physics else "taken from the file"
    typer.echo(f"{acts} acts, {findings} findings {how}: {f'{differ} differ' if differ else 'all the same'}")
    if with_physics and saved.models is None:
        typer.echo("the models it was played with are not recorded" + (": they may be others" if differ else ""))
    return not differ


def _walls(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split("+"))
    except ValueError:
        raise InputError(f"expected walls a level such as 2+2+1, not {text!r}") from None


def aim_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="hurlyburly or beethupferl.")],
    shots: Annotated[int | None, typer.Option(min=1, help="Shots, or drops, at each point.")] = None,
    skill: Annotated[str, typer.Option(help="Whose tremor: steady, fair or clumsy.")] = "fair",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same shots.")] = 0,
    tower: Annotated[
        str, typer.Option(help="Hurlyburly: walls of each level of the target, the lowest first.")
    ] = "2+2+2",
    upgrades: Annotated[int, typer.Option(min=0, help="Hurlyburly: upgrade cards in the catapult.")] = 0,
    pulls: Annotated[int, typer.Option(min=1, help="Hurlyburly: pulls around the one that is aimed well.")] = 5,
    shot: Annotated[
        int,
        typer.Option(
            min=0,
            help="Hurlyburly: this shot of an attack, misjudged as hands do, the first most; 0 is aimed well.",
        ),
    ] = 0,
    hollow: Annotated[int | None, typer.Option(help="Beethupferl: pour directly above this hollow.")] = None,
    edge: Annotated[str, typer.Option(help="Beethupferl: else onto the grass of this edge.")] = "north",
    lane: Annotated[float, typer.Option(help="Beethupferl: above this lane, from 1; 1.5 is between two.")] = 2.0,
    up_mm: Annotated[
        float, typer.Option(help="Beethupferl: where the drop meets the slope, from its foot.")
    ] = 25.0,
    fall_mm: Annotated[
        float | None, typer.Option(help="Beethupferl: how far it falls; 50 above a hollow, 20 above grass.")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--map", help="Beethupferl: every point of the slope, as numbers.")
    ] = False,
    plot: Annotated[Path | None, typer.Option(help="Beethupferl: and the map as a picture.")] = None,
    models: Annotated[
        list[Path] | None, typer.Option(help="Beethupferl: a folder of your own models; may repeat.")
    ] = None,
) -> None:
    """Print how likely a shot fells each level of a tower, or a drop ends in each hollow."""
    try:
        if game == "beethupferl":
            from sandbox.aim_garden import aim_drops
            from sandbox.components.catalogue import Catalogue

            aim_drops(
                hollow=hollow,
                edge=edge,
                lane=lane,
                up_mm=up_mm,
                fall_mm=fall_mm,
                pours=shots or (5 if whole or plot else 40),
                skill=skill,
                seed=seed,
                whole=whole,
                plot=plot,
                catalogue=Catalogue(models or ()),
            )
        elif game == "hurlyburly":
            _aim_shots(tower, upgrades, shots or 6, pulls, skill, seed, shot)
        else:
            raise InputError(f"nothing is aimed in {game!r}; there are: beethupferl, hurlyburly")
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error


def _aim_shots(tower: str, upgrades: int, shots: int, pulls: int, skill: str, seed: int, number: int = 0) -> None:
    """Print how likely each level of a tower falls, against pull and yaw, and where the blocks end.

    Args:
        tower: Walls of each level, such as `2+2+1`.
        upgrades: Cards that were added to the catapult.
        shots: How many at each point.
        pulls: How many pulls around the one that is aimed well.
        skill: Whose hands.
        seed: Of the build and of the shots.
        number: Of the shot of an attack, from 1; of it the misjudging is left. 0 is aimed well.
    """
    import numpy as np

    from sandbox.players.tables.cloud import cell, shooting_range
    from sandbox.players.tables.hurlyburly import SKILLS
    from sandbox.referee.hurlyburly.launch import most_pull_deg

    if skill not in SKILLS:
        raise InputError(f"no skill is called {skill!r}; there are: {', '.join(SKILLS)}")
    place = shooting_range(_walls(tower), upgrades, seed=seed)
    well = place.pull_deg
    most = most_pull_deg(place.table.bench.catapult(upgrades)) - 1.0
    title = f"Shots at {tower} with {upgrades} upgrades, {shots} each, {skill} hands; aimed well: {well:g}°"
    hands, yaws = SKILLS[skill], YAWS
    if number:
        hands, yaws = hands.misjudging(number), (0.0,)
        title += f"; shot {number} of an attack"
    table = Table(title=title)
    for head in ("pull °", "yaw °", "speed m/s", *(f"level {i + 1}" for i in range(place.levels)), "flag"):
        table.add_column(head, justify="right")
    table.add_column("block ends at cm", justify="right")
    tried = sorted({round(min(most, well + 2.0 * (i - pulls // 2)), 2) for i in range(pulls)})
    for pull in tried:
        for yaw in yaws:
            hits = list(cell(place, hands, shots, seed=seed, pull_deg=pull, yaw_deg=yaw))
            felled = Counter(hit.felled for hit in hits)
            levels = [
                sum(count for fell, count in felled.items() if fell >= place.levels - i) / shots
                for i in range(place.levels)
            ]
            xs, ys = 100 * np.array([hit.x for hit in hits]), 100 * np.array([hit.y for hit in hits])
            ends = f"{xs.mean():.0f} ± {xs.std():.0f}, {ys.mean():+.0f} ± {ys.std():.0f}"
            speed = np.mean([hit.speed for hit in hits])
            flag = sum(hit.flag for hit in hits) / shots
            table.add_row(
                f"{pull:g}", f"{yaw:+g}", f"{speed:.2f}", *(f"{p:.2f}" for p in levels), f"{flag:.2f}", ends
            )
    Console().print(table)
