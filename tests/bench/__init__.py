"""Benchmarks: ratios within one run, medians of at least five. `python -m tests.bench` prints one table.

Each `*_bench.py` has `rows()`, which returns `bench.Row`s or plain (name, figure, unit).
"""
