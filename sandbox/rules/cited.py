"""Which tests cite which rule, read from the text of the tests: nothing is imported or run."""

from __future__ import annotations

import ast
from pathlib import Path

__all__ = ["cited_rules", "tests_folder"]

_MARK = "pytest.mark.rule"


def tests_folder() -> Path | None:
    """Return the tests beside the package, or None when they are not there (an installed package)."""
    folder = Path(__file__).parents[2] / "tests"
    return folder if folder.is_dir() else None


def cited_rules(tests: Path) -> dict[str, list[str]]:
    """Return the tests that cite each rule id with `@pytest.mark.rule("id", ...)`.

    Args:
        tests: The folder to read, with all below it.

    Returns:
        The names of tests, such as `test_burst.py::test_three_cards_must_play`, for each id.
    """
    cited: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if _MARK not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                for rule in _rules_of(node):
                    cited.setdefault(rule, []).append(f"{file.name}::{node.name}")
    return cited


def _rules_of(test: ast.FunctionDef) -> list[str]:
    """Return the ids in the marks of one test."""
    return [
        arg.value
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == _MARK
        for arg in mark.args
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]
