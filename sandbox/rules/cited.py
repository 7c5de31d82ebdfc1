"""Which tests cite which rule, read from the text of the tests: nothing is imported or run."""

from __future__ import annotations

import ast
from pathlib import Path

__all__ = ["BITES", "MUST_NOT", "cited_rules", "tests_folder"]

BITES, MUST_NOT = " (bites)", " (must not)"
_MARK = "pytest.mark.rule"


def tests_folder() -> Path | None:
    """Return the tests beside the package, or None when they are not there (an installed package)."""
    folder = Path(__file__).parents[2] / "tests"
    return folder if folder.is_dir() else None


def cited_rules(tests: Path) -> dict[str, list[str]]:
    """Return the tests that cite each rule id with `@pytest.mark.rule("id", ...)`.

    A mark may say `bites=True`, that the test shows the rule at work, or `bites=False`, that it shows where the
    rule must not be called; a test of both has two marks.

    Args:
        tests: The folder to read, with all below it.

    Returns:
        The names of tests, such as `test_burst.py::test_three_cards_must_play`, for each id; with ` (bites)` or
        ` (must not)` where the mark says so.
    """
    cited: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if _MARK not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                for rule, how in _rules_of(node):
                    cited.setdefault(rule, []).append(f"{file.name}::{node.name}{how}")
    return cited


def _rules_of(test: ast.FunctionDef) -> list[tuple[str, str]]:
    """Return the ids in the marks of one test, each with what the mark says about it."""
    return [
        (arg.value, _how(mark))
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == _MARK
        for arg in mark.args
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]


def _how(mark: ast.Call) -> str:
    for keyword in mark.keywords:
        if keyword.arg == "bites" and isinstance(keyword.value, ast.Constant):
            return BITES if keyword.value.value else MUST_NOT
    return ""
