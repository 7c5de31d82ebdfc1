"""The command line at a table: matches that are really played, their replay, and `aim`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandbox.aim_words import demand_apart, flag_of
from sandbox.errors import BadFile, InputError, SandboxError
from sandbox.rules.base import Engine, Finding, Options, Outcome
from sandbox.rules.log import Log, act_to_line, ruling_to_text, write_log

if TYPE_CHECKING:
    from sandbox.referee.session import Entry

# The table, the referee and the engine are loaded by the commands that play: `sandbox rules` needs none of them.

__all__ = ["aim_command", "physical_match", "physical_replay"]


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
        demand_models(saved, table, or_else="check its rulings alone by --no-physics")
    acts, findings, differ = 0, 0, 0
    tables = tables_of(saved, table)
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


_TOWER = "Hurlyburly"
_DROPS = "Beethupferl: one point"
_SLOPE = "Beethupferl: a whole slope"

_OPTIONS: dict[str, tuple[str, ...]] = {
    "hurlyburly": ("tower", "upgrades", "pulls", "shot"),
    "beethupferl": ("hollow", "edge", "lane", "up_mm", "fall_mm", "whole", "plot"),
}
"""Parameters that only one game has."""


def aim_command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="hurlyburly or beethupferl.")],
    shots: Annotated[
        int | None,
        typer.Option(min=1, help="Shots, or drops, at each point.", show_default="6 shots; 40 drops, 5 in a map"),
    ] = None,
    skill: Annotated[str, typer.Option(help="Whose tremor: steady, fair or clumsy.")] = "fair",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same shots.")] = 0,
    models: Annotated[
        list[Path] | None, typer.Option(help="A folder of your own models; may repeat.", show_default=False)
    ] = None,
    tower: Annotated[
        str, typer.Option(help="Walls of each level of the target, the lowest first.", rich_help_panel=_TOWER)
    ] = "2+2+2",
    upgrades: Annotated[
        int, typer.Option(min=0, max=8, help="Upgrade cards in the catapult.", rich_help_panel=_TOWER)
    ] = 0,
    pulls: Annotated[
        int, typer.Option(min=1, help="Pulls around the one that is aimed well.", rich_help_panel=_TOWER)
    ] = 5,
    shot: Annotated[
        int,
        typer.Option(
            min=0,
            help="This shot of an attack, misjudged as hands do, the first most; 0 is aimed well.",
            rich_help_panel=_TOWER,
        ),
    ] = 0,
    hollow: Annotated[
        int | None,
        typer.Option(help="Pour directly above this hollow, 1 to 16, not onto grass.", rich_help_panel=_DROPS),
    ] = None,
    lane: Annotated[
        float,
        typer.Option(help="Above this lane, 0.5 to 4.5; 1.5 is between 1 and 2.", rich_help_panel=_DROPS),
    ] = 2.0,
    up_mm: Annotated[
        float,
        typer.Option(
            help="Where the drop meets the slope, from its foot: up to 71.7 on 25°.", rich_help_panel=_DROPS
        ),
    ] = 25.0,
    edge: Annotated[
        str,
        typer.Option(help="Whose grass, also in a map: north, east, south or west.", rich_help_panel=_DROPS),
    ] = "north",
    fall_mm: Annotated[
        float | None,
        typer.Option(
            help="How far it falls, also in a map: 1 to 300.",
            show_default="50 above a hollow, 20 above grass",
            rich_help_panel=_DROPS,
        ),
    ] = None,
    whole: Annotated[
        bool,
        typer.Option(
            "--map",
            help="Every half lane and every 10 mm up the slope, as numbers; 5 drops each take minutes.",
            rich_help_panel=_SLOPE,
        ),
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="And the map as a picture: .png, .svg or .pdf.", rich_help_panel=_SLOPE),
    ] = None,
) -> None:
    """Print how likely a shot fells each level of a tower, or a drop ends in each hollow."""
    try:
        _demand_options(game, {name for name in context.params if _is_written(context, name)})
        from sandbox.components.catalogue import Catalogue

        catalogue = Catalogue(models or ())
        if game == "beethupferl":
            from sandbox.aim_garden import aim_drops

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
                catalogue=catalogue,
            )
        else:
            from sandbox.aim_tower import aim_shots

            aim_shots(
                tower=tower,
                upgrades=upgrades,
                shots=shots or 6,
                pulls=pulls,
                skill=skill,
                seed=seed,
                number=shot,
                catalogue=catalogue,
            )
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error


def _is_written(context: typer.Context, name: str) -> bool:
    """Return whether a parameter is on the command line, and not left to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _demand_options(game: str, given: Collection[str]) -> None:
    """Refuse a game at which nothing is aimed, and options that would do nothing.

    Raises:
        InputError: It names the first of them.
    """
    if game not in _OPTIONS:
        raise InputError(f"nothing is aimed in {game!r}; there are: {', '.join(sorted(_OPTIONS))}")
    for other, names in _OPTIONS.items():
        for name in names:
            if name in given and other != game:
                raise InputError(f"{flag_of(name)} is of {other}, not of {game}; leave it out")
    slope = "shows the whole slope"
    demand_apart(given, "whole", ("hollow", "lane", "up_mm"), slope)
    demand_apart(given, "plot", ("hollow", "lane", "up_mm"), slope)
    demand_apart(given, "hollow", ("edge", "lane", "up_mm"), "is not over grass")
