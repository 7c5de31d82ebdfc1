"""`sandbox record`: a film of a recorded trace or of a saved game, without a display."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from sandbox.errors import BadFile, InputError
from sandbox.shot_cli import Quality, parse_size

if TYPE_CHECKING:
    from sandbox.components.catalogue import Catalogue
    from sandbox.play.record_takes import Take

__all__ = ["record"]


def record(
    scene: Annotated[Path, typer.Argument(metavar="TRACE|GAME", help="A trace (.npz) or a saved game (.json).")],
    out: Annotated[Path, typer.Option("--out", "-o", help="MP4 file to write.")],
    size: Annotated[str, typer.Option(help="Width x height in pixels, both even.")] = "1280x720",
    fps: Annotated[int, typer.Option(min=1, max=120, help="Frames a second.")] = 30,
    view: Annotated[
        str,
        typer.Option(help="default, front, back, left, right, top, low, high, or azimuth,elevation[,distance]."),
    ] = "default",
    speed: Annotated[
        float, typer.Option(min=0.01, max=20, help="1 is real time, 0.5 is slow motion at half of it.")
    ] = 1.0,
    hold: Annotated[float, typer.Option(min=0, max=30, help="Seconds that the end of a take stands still.")] = 0.6,
    quality: Annotated[Quality, typer.Option(help="How much a frame may cost.")] = Quality.medium,
    models: Annotated[
        list[Path] | None, typer.Option(help="A folder of your own models; may repeat.", show_default=False)
    ] = None,
) -> None:
    """Make a film of a trace or of a saved game."""
    from sandbox.components.catalogue import Catalogue
    from sandbox.play.history import TraceFrames
    from sandbox.play.record import Movie
    from sandbox.play.record_takes import camera_for, moments
    from sandbox.viewer.camera import parse_view
    from sandbox.viewer.offscreen import studio
    from sandbox.viewer.quality import tier

    pixels = parse_size(size)
    looking = parse_view(view)
    catalogue = Catalogue(models or [])
    takes = _takes(scene, catalogue)
    first = next(takes)  # what is wrong with the file is said before anything is opened
    progress = Progress(
        TextColumn("{task.description}", style="dim"),
        BarColumn(),
        TextColumn("{task.completed:.0f} frames"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    try:
        with Movie(out, pixels, fps) as movie, studio(pixels, tier(quality.value)) as opened, progress:
            for take in _from(first, takes):
                times = moments(take, fps, speed, hold)
                bar = progress.add_task(take.title[:48], total=len(times))
                cast = take.cast(catalogue.materials)
                camera = camera_for(take, cast, looking, pixels[0] / pixels[1])
                frames = TraceFrames(take.trace)
                picture, shown = None, None
                for time in times:
                    if picture is None or time != shown:
                        picture, shown = opened.picture(cast.scene(frames.at(time)), camera), time
                    movie.add(picture)
                    progress.advance(bar)
    except KeyboardInterrupt:
        typer.echo(f"stopped; {out} was not written", err=True)
        raise typer.Exit(130) from None
    written, seconds = out.stat().st_size / 1e6, movie.frames / fps
    typer.echo(f"{out}: {pixels[0]} x {pixels[1]}, {movie.frames} frames, {seconds:.1f} s, {written:.2f} MB")


def _takes(scene: Path, catalogue: Catalogue) -> Iterator[Take]:
    from sandbox.play.record_takes import of_game, of_trace

    if scene.suffix == ".json":
        return of_game(scene, catalogue)
    if scene.suffix == ".npz":
        return iter([of_trace(scene, catalogue)])
    if scene.suffix == ".toml":
        raise InputError(f"{scene}: is a scenario; run it first: sandbox run {scene} --trace FOLDER")
    raise BadFile(scene, "is neither a trace nor a saved game", instead="give a .npz or a .json file")


def _from(first: Take, rest: Iterator[Take]) -> Iterator[Take]:
    yield first
    yield from rest
