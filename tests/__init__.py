"""The tests, and the files that they compare with."""
