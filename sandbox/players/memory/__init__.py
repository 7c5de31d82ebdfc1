"""Bots that remember what they saw, one file a game: all of it, or the less the longer it is ago."""
