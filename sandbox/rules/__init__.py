"""The five rulebooks: pure engines, and the numbered rules as data."""
