"""Trials, sweeps, worker processes and reports: what `sandbox run` does."""
