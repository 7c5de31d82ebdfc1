"""Run every `*_bench.py` beside this file and print one table; exit 1 when a bar is missed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench.bench import Row


def main(wanted: list[str]) -> int:
    """Run the benchmarks whose file name contains one of the words, or all, and return the exit code."""
    table = Table(box=None, pad_edge=False)
    table.add_column("benchmark", overflow="fold")
    for column in ("measured", "bar"):
        table.add_column(column, justify="right")
    table.add_column("")
    is_met = True
    console = Console(stderr=True)
    for file in sorted(Path(__file__).parent.glob("*_bench.py")):
        if wanted and not any(word in file.stem for word in wanted):
            continue
        with console.status(f"running {file.stem}"):
            found = importlib.import_module(f"tests.bench.{file.stem}").rows()
            rows = [row if isinstance(row, Row) else Row(*row) for row in found]
        for row in rows:
            table.add_row(row.name, f"{row.value:.4g} {row.unit}", row.allowed, "" if row.ok else "MISSED")
            is_met &= row.ok
    Console(width=110).print(table)
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
