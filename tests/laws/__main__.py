"""Print the table of laws: `python -m tests.laws [part of a name ...]`. Exit 1 when one fails."""

from __future__ import annotations

import sys

from tests.laws.catalogue import LAWS
from tests.laws.law import table


def main(wanted: list[str]) -> int:
    """Measure the laws whose name contains one of the words, or all, and return the exit code."""
    chosen = [law for law, _ in LAWS if not wanted or any(word in law.__name__ for word in wanted)]
    rows = [row for law in chosen for row in law()]
    print(table(rows))  # noqa: T201
    return 0 if all(row.ok for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
