"""Calibration at a table: questions are asked, and their answers make the study that `sandbox tune` fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sandbox.errors import BadFile, InputError
from sandbox.strict import read_toml
from sandbox.tuning.output import write_text
from sandbox.tuning.recipes import RECIPES, Answers, Question, Recipe

__all__ = ["ask", "check_answer", "read_answers", "write_study"]

YES, NO = ("y", "yes"), ("n", "no")

TITLE = 'title = "Calibration at the table"'


def read_answers(path: Path) -> dict[str, dict[str, float | str]]:
    """Return the answers of a TOML file, by recipe.

    Raises:
        BadFile: A recipe, a key or a number that cannot be.
    """
    data, _ = read_toml(path)
    out = {}
    known = {recipe.name: recipe for recipe in RECIPES}
    for name, given in data.items():
        if name not in known or not isinstance(given, dict):
            raise BadFile(path, f"no measurement is called {name!r}", key=name, instead=", ".join(known))
        out[name] = _complete(path, known[name], given)
    if not out:
        raise BadFile(path, "holds no answers", instead=f"write a table for one of {', '.join(known)}")
    return out


def _complete(path: Path, recipe: Recipe, given: Mapping[str, object]) -> dict[str, float | str]:
    keys = [question.key for question in recipe.questions]
    for key in given:
        if key not in keys:
            raise BadFile(
                path, "unknown key", key=f"{recipe.name}.{key}", instead=f"known keys: {', '.join(keys)}"
            )
    out: dict[str, float | str] = {}
    for question in recipe.questions:
        value = given.get(question.key, question.default)
        where = f"{recipe.name}.{question.key}"
        if value is None:
            raise BadFile(path, "is missing", key=where, instead=f"add it: {question.text}")
        problem = check_answer(question, value)
        if problem is not None:
            raise BadFile(path, f"is {value!r}", key=where, instead=problem)
        assert isinstance(value, int | float | str)
        out[question.key] = value
    problem = recipe.check(out)
    if problem is not None:
        raise BadFile(path, problem, key=recipe.name, instead="see what was measured")
    return out


def check_answer(question: Question, value: object) -> str | None:
    """Return what to write instead, or None when an answer can be."""
    if isinstance(question.default, str):
        return None if isinstance(value, str) and value else "write a name in quotes"
    kind = "whole number" if question.is_whole else "number"
    instead = f"write a {kind} from {question.low:g} to {question.high:g}"
    if isinstance(value, bool) or not isinstance(value, int | float) or not question.low <= value <= question.high:
        return instead
    if question.is_whole and value != int(value):
        return instead
    return None


def ask(read: Callable[[str], str], say: Callable[[str, str], None]) -> dict[str, dict[str, float | str]]:
    """Ask a person for measurements, one after the other; what was not made is left out.

    Args:
        read: Asks a question and returns the answer, one line.
        say: Tells a heading (may be empty) and a text.

    Raises:
        InputError: The answers end before the questions do.
    """
    out: dict[str, dict[str, float | str]] = {}
    try:
        for recipe in RECIPES:
            say(recipe.title, recipe.how)
            while (answer := read("Did you measure it? [y/N]: ").strip().lower()) not in ("", *YES, *NO):
                say("", "write y or n")
            if answer in YES:
                out[recipe.name] = _asked(recipe, read, say)
    except EOFError:
        raise InputError("the answers ended before the questions; go on, or write a file for --answers") from None
    return out


def _asked(recipe: Recipe, read: Callable[[str], str], say: Callable[[str, str], None]) -> dict[str, float | str]:
    while True:
        found: dict[str, float | str] = {}
        for question in recipe.questions:
            default = "" if question.default is None else f" [{question.default}]"
            while problem := check_answer(
                question, value := _value(question, read(f"{question.text}{default}: "))
            ):
                say("", problem)
            found[question.key] = value
        problem = recipe.check(found)
        if problem is None:
            return found
        say("", f"{problem}; once more")


def _value(question: Question, text: str) -> float | str:
    text = text.strip()
    if not text and question.default is not None:
        return question.default
    if isinstance(question.default, str):
        return text
    try:
        return float(text)
    except ValueError:
        return text


def write_study(answers: Mapping[str, Answers], folder: Path) -> Path:
    """Write the study and its scenarios into a folder and return the study's file.

    Raises:
        BadFile: It cannot be written, or there is another study in its place.
    """
    made = {recipe.name: recipe.make(answers[recipe.name]) for recipe in RECIPES if recipe.name in answers}
    lines = [
        TITLE,
        f'about = "Measured: {", ".join(made)}"',
        "seed  = 1",
        *(each.parameters for each in made.values()),
        f'\n[loss]\nkind = "squared"\n\n[budget]\ntrials = {_trials(len(made))}\nmorris = 0',
        *(each.measurements for each in made.values()),
    ]
    study = folder / "study.toml"
    if study.exists() and not study.read_text(encoding="utf-8", errors="replace").startswith(TITLE):
        raise BadFile(study, "is another study", instead="give another folder")
    for name in (name for each in made.values() for name in each.scenarios):
        if (folder / name).exists() and not study.exists():
            raise BadFile(folder / name, "is no calibration's", instead="give another folder")
    write_text(study, "\n".join(lines) + "\n")
    for each in made.values():
        for name, text in each.scenarios.items():
            write_text(folder / name, text)
    return study


def _trials(parameters: int) -> int:
    """Enough to find the valley; the rounds of refinement that follow find its floor."""
    return 16 + 8 * parameters
