"""Benchmarks: each module has `rows()`, which returns (name, figure, unit)."""
