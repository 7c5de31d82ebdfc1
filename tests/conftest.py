"""Print what the laws measured, once, at the end of every run that measured some."""

from __future__ import annotations

import pytest

from tests.laws.law import Row, table


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Collect the rows of all laws, from worker processes too, and print one table."""
    rows = [
        Row(**value)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "call"
        for name, value in report.user_properties
        if name == "law"
    ]
    if rows:
        terminalreporter.ensure_newline()
        terminalreporter.section("laws")
        terminalreporter.write_line(table(rows))
