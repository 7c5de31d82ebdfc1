"""The command line: scenarios, models, profiles, rules and matches.

Exit codes: 0 all well, 1 something does not hold, 2 the input cannot be used, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sandbox import __version__
from sandbox.errors import BadFile, InputError, SandboxError
from sandbox.models_cli import app as models_app
from sandbox.play_cli import register as register_playing
from sandbox.record_cli import record
from sandbox.rules_cli import app as rules_app
from sandbox.shot_cli import shot
from sandbox.tune_cli import register as register_tuning

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="What really happens on a game table: a physics sandbox and referee.",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sandbox-referee {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def run(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files or folders of them; the shipped ones when none.", show_default=False),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=0, help="Worker processes; 0 runs in this one.", show_default="all"),
    ] = None,
    trials: Annotated[int | None, typer.Option(min=1, help="Trials instead of the file's.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed instead of the file's.")] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter instead of the file's; may repeat."),
    ] = None,
    profile: Annotated[str, typer.Option(help="Engine profile: a name or a TOML file.")] = "default",
    models: Annotated[
        list[Path] | None, typer.Option(help="A folder of your own models; may repeat.", show_default=False)
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write everything that was measured to this file.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write a JUnit report to this file.")] = None,
    trace: Annotated[Path | None, typer.Option(help="Write a trace of every trial into this folder.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep finished trials in this file, and go on with those in it.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=LOW:HIGH[:N]", help="Map the rate of one scenario over a parameter; may repeat."
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="With --vary: write the map as a picture to this file.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what every expectation measured in the first trial.")
    ] = False,
    time_limit: Annotated[float, typer.Option(min=0.1, help="Seconds a trial may take.")] = 300.0,
) -> None:
    """Run scenarios and say what holds."""
    from sandbox.runner import report
    from sandbox.runner.executor import InlineExecutor, LocalExecutor, default_jobs
    from sandbox.runner.journal import Journal
    from sandbox.runner.params import read_params
    from sandbox.runner.run import run_jobs
    from sandbox.runner.work import Asked, find_scenarios, prepare
    from sandbox.tuning.vary import Axis, RateMap, check_picture, plan_map, print_map, save_picture, write_json

    started = time.monotonic()
    workers = default_jobs() if jobs is None else jobs
    for target in (json, junit, picture):
        _check_writable(target)
    files = find_scenarios(paths or [], models or [])
    asked = Asked(read_params(param or []), profile, tuple(models or []), seed, trials)
    axes: tuple[Axis, ...] = ()
    if vary:
        if len(files) != 1:
            raise InputError(f"--vary maps one scenario, and here are {len(files)}; name its file")
        job, axes = plan_map(files[0], vary, **asked.as_options())
        work = [job]
        if picture is not None:
            check_picture(picture, axes)
    elif picture is not None:
        raise InputError("--picture shows what --vary maps; add --vary NAME=LOW:HIGH")
    else:
        work = prepare(files, **asked.as_options())
    if trace is not None:
        try:
            trace.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(trace, f"cannot be a folder ({error.strerror})") from None
    total = sum(job.size for job in work)
    workers = min(workers, total)
    progress = Progress(
        TextColumn("{task.description}", style="dim"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with Journal(resume) as journal, progress:
        executor = LocalExecutor(workers, time_limit) if workers else InlineExecutor()
        bar = progress.add_task("trials", total=total)
        results, complete = run_jobs(
            work,
            executor,
            workers=max(workers, 1),
            journal=journal,
            trace_folder=trace,
            progress=lambda job: progress.update(bar, advance=1, description=Path(job.plans[0].file).stem[:40]),
        )
    if axes:
        found = RateMap(results[0], axes, len(axes) <= 2, complete)
        print_map(found, Console())
        if picture is not None:
            save_picture(found, picture)
        if json is not None:
            write_json(found, json)
    else:
        report.print_results(results, Console(), time.monotonic() - started, verbose=verbose)
        if json is not None:
            report.write_json(results, json)
    if junit is not None:
        report.write_junit(results, junit)
    if not complete:
        finished = sum(len(result.trials) for result in results)
        hint = "a later run can go on with --resume FILE" if resume is None else f"go on with --resume {resume}"
        typer.echo(f"stopped after {finished} of {total} trials; {hint}", err=True)
        raise typer.Exit(130)
    lost = any(point.lost for result in results for point in result.points)
    fine = bool(axes) or all(result.verdict in ("holds", "measured") for result in results)
    raise typer.Exit(0 if fine and not lost else 1)


@app.command()
def profiles(
    name: Annotated[str, typer.Argument(help="A profile's name or file.")] = "default",
) -> None:
    """Show an engine profile: every number with its unit, range, and what changing it breaks."""
    from rich.table import Table

    from sandbox.physics.profile import Profile, load_profile, profile_names

    chosen = load_profile(name)
    console = Console()
    table = Table(title=f"profile {chosen.name}", box=None, title_justify="left", pad_edge=False)
    table.add_column("key", style="bold", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("what it is")
    for key, info in Profile.model_fields.items():
        value = getattr(chosen, key)
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        table.add_row(key, shown, " ".join((info.description or "").split()))
    console.print(table)
    console.print(f"shipped profiles: {', '.join(profile_names())}", style="dim")


app.add_typer(models_app, name="models")
app.command()(shot)
app.command()(record)
register_tuning(app)
register_playing(app)
app.add_typer(rules_app)


def _check_writable(target: Path | None) -> None:
    """Complain about a file that cannot be written before a long run, not after it. Raises `BadFile`."""
    if target is None:
        return
    folder = target.resolve().parent
    if not folder.is_dir():
        raise BadFile(target, "cannot be written", instead=f"make the folder {target.parent} first")
    if target.is_dir():
        raise BadFile(target, "is a folder", instead="name a file")
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise BadFile(target, "cannot be written", instead="choose a place that you may write to")


_USAGE_ERROR: type[Exception] = typer.BadParameter.__bases__[0]
"""UsageError of click, or of the copy that newer versions of typer bring along."""


def main() -> None:
    """Run the command line; what a person can mend is one line on standard error and exit 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ✓ shows ? instead of dying
    try:
        code = app(standalone_mode=False, prog_name="sandbox")
        sys.exit(code if isinstance(code, int) else 0)
    except _USAGE_ERROR as error:
        if type(error).__name__ != "NoArgsIsHelpError":  # else the help has been printed
            _complain(_one_line(error))
        sys.exit(2)
    except typer.Abort:  # what becomes of Ctrl-C
        raise KeyboardInterrupt from None
    except SandboxError as error:
        _complain(str(error))
        sys.exit(2)
    except OSError as error:
        _complain(f"cannot go on: {error.strerror or error}")
        sys.exit(2)


def _one_line(error: Exception) -> str:
    """Return what is wrong with a command line, and where its help is."""
    context, text = getattr(error, "ctx", None), getattr(error, "format_message", error.__str__)()
    asked = "sandbox" if context is None else context.command_path
    wrong = " ".join(text.split()).rstrip(".")
    return f"{asked}: {wrong[:1].lower()}{wrong[1:]}; see {asked} --help"


def _complain(message: str) -> None:
    print(f"error: {message}", file=sys.stderr)  # noqa: T201
