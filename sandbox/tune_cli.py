"""`sandbox tune`: fit parameters to measurements. `sandbox calibrate`: measure at a table, then fit.

`register(app)` adds both to the command line.
"""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sandbox.errors import BadFile, InputError

__all__ = ["register", "tune"]

EXAMPLES = Path(__file__).parent / "tuning" / "examples"


def register(app: typer.Typer) -> None:
    """Add the commands of this file to an app."""
    app.command()(tune)
    app.command()(calibrate)


def tune(
    study: Annotated[Path, typer.Argument(help="Study file, or the name of a shipped one such as `slides`.")],
    data: Annotated[
        Path | None, typer.Option(help="Folder of the measurements.", show_default="the study's")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the results.", show_default="NAME-tuned")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say how far off the untuned values are.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=0, help="Worker processes; 0 runs in this one.", show_default="all"),
    ] = None,
    trials: Annotated[int | None, typer.Option(min=4, help="Trials instead of the study's.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, help="End the search after so long; intervals and sensitivity still follow."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed instead of the study's.")] = None,
    sampler: Annotated[str | None, typer.Option(help="tpe, cma-es or random, instead of the study's.")] = None,
    sobol: Annotated[int | None, typer.Option(min=2, help="Sobol indices from so many base samples.")] = None,
    storage: Annotated[
        str | None,
        typer.Option(
            help="Where trials are kept: a file, or a URL such as sqlite:///s.db.", show_default="in OUT"
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget trials of an earlier run.")] = False,
    models: Annotated[
        list[Path] | None, typer.Option(help="A folder of your own models; may repeat.", show_default=False)
    ] = None,
    time_limit: Annotated[float, typer.Option(min=0.1, help="Seconds a trial may take.")] = 600.0,
) -> None:
    """Fit physics to measurements, and say how sure it is.

    Run again, it goes on where it was stopped. Exit code 1: the tuned values do worse on held-out items.
    """
    _need_extra()
    from sandbox.tuning import fit as fitting
    from sandbox.tuning import output, page, report
    from sandbox.tuning.search import Runner
    from sandbox.tuning.work import prepare_study

    options = {
        "seed": seed,
        "sampler": sampler,
        "budget.trials": trials,
        "budget.seconds": seconds,
        "budget.sobol": sobol,
    }
    changes = {key: value for key, value in options.items() if value is not None}
    file = _study_file(study)
    work = prepare_study(file, data=data, models=models or [], changes=changes)
    console = Console()
    folder = out or Path(f"{file.stem}-tuned")
    where = storage or str(folder / "trials.log")
    if not check:
        _make_room(folder, where, is_own=storage is None, fresh=fresh)
    executor, stop = _executor(0 if check else jobs, time_limit)
    try:
        runner = Runner(executor)
        if check:
            errors = fitting.judge_baseline(work, runner)
            report.print_baseline(errors, console, work.study.title)
            return
        with _progress() as progress:
            bar = progress.add_task("untuned", total=work.study.budget.trials)

            def say(what: str, done: int, of: int, best: float) -> None:
                loss = "" if math.isnan(best) else f", best loss {best:.4g}"
                progress.update(bar, completed=done, total=of, description=f"{what}{loss}")

            result = fitting.run_study(work, runner, where, say)
    except KeyboardInterrupt:
        stop(False)
        typer.echo("stopped: finished trials were kept; run it again to go on", err=True)
        raise typer.Exit(130) from None
    finally:
        stop(True)
    report.print_fit(result, console)
    written = {
        "profile.toml": output.profile_text(result),
        "materials.toml": output.materials_text(result),
        "report.json": report.as_text(result),
        "report.html": page.as_html(result),
    }
    for name, text in written.items():
        if text:
            output.write_text(folder / name, text)
    names = ", ".join(name for name, text in written.items() if text)
    console.print(f"written to {folder}: {names}", style="dim", highlight=False, soft_wrap=True)
    raise typer.Exit(1 if result.is_worse else 0)


def calibrate(
    folder: Annotated[Path, typer.Argument(help="Folder for the study and its results.")] = Path("calibration"),
    answers: Annotated[Path | None, typer.Option(help="TOML file with the answers instead of questions.")] = None,
    fit: Annotated[bool, typer.Option("--fit/--no-fit", help="Fit it at once.")] = True,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=0, help="Worker processes; 0 runs in this one.", show_default="all"),
    ] = None,
) -> None:
    """Measure at your table with a ruler and a phone, and fit the physics to it.

    Answers are asked for, one measurement after the other; what you cannot measure is left out.
    """
    from sandbox.tuning.calibrate import read_answers, write_study

    given = read_answers(answers) if answers is not None else _ask()
    if not given:
        raise InputError("nothing was measured; answer at least one question")
    study = write_study(given, _folder(folder))
    typer.echo(f"written: {study}")
    if fit:
        tune(study, out=folder, jobs=jobs, fresh=True)


def _ask() -> dict[str, dict[str, float | str]]:
    """Ask a person for measurements; an empty answer leaves one out."""
    from sandbox.tuning.calibrate import ask

    console = Console(highlight=False)

    def say(heading: str, text: str) -> None:
        if heading:
            console.print()
            console.print(heading, style="bold", markup=False)
        console.print(text, markup=False)

    return ask(input, say)


def _need_extra() -> None:
    from importlib.util import find_spec

    missing = [name for name in ("optuna", "SALib", "matplotlib", "jinja2", "cmaes") if find_spec(name) is None]
    if missing:
        raise InputError(f"tuning needs {', '.join(missing)}; pip install 'sandbox-referee[tune]'")


def _study_file(study: Path) -> Path:
    """Return the study's file: as named, or a shipped one by its name."""
    if study.exists() or study.suffix:
        return study
    shipped = EXAMPLES / f"{study}.toml"
    if shipped.is_file():
        return shipped
    raise BadFile(
        study, "there is no such study", instead="give a .toml file, or the name of a shipped one: slides"
    )


def _folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(folder, f"cannot be a folder ({error.strerror})") from None
    if not os.access(folder, os.W_OK):
        raise BadFile(folder, "cannot be written to", instead="give another folder")
    return folder


def _make_room(folder: Path, where: str, *, is_own: bool, fresh: bool) -> None:
    """Make the folder for results and see that trials can be kept, before anything is simulated.

    Args:
        folder: For the results.
        where: Where trials are kept.
        is_own: It is a file of ours in the folder, rather than one that a person named.
        fresh: Trials of an earlier run are forgotten.
    """
    from sandbox.tuning.storage import forget, storage_of

    if is_own:
        _folder(folder)
        if fresh:
            forget(where, is_own=True)
        return
    if fresh:
        forget(where)
    with storage_of(where):
        _folder(folder)


def _executor(jobs: int | None, time_limit: float):  # type: ignore[no-untyped-def]  # noqa: ANN202
    from sandbox.runner.executor import InlineExecutor, LocalExecutor, default_jobs

    workers = default_jobs() if jobs is None else jobs
    executor = LocalExecutor(workers, time_limit) if workers else InlineExecutor()
    return executor, lambda wait: executor.shutdown(wait=True, cancel_futures=not wait)


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}", style="dim"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
