"""What every run of the suite shares: it hears Ctrl-C, and prints once what the laws measured."""

from __future__ import annotations

import signal

import pytest

from tests.laws.law import Row, table


def pytest_sessionstart() -> None:
    """Hear Ctrl-C even in the background: a shell starts jobs there deaf to it, and so what the tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
