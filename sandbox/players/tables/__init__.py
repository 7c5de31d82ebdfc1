"""Hands of bots at a table, one file a game: how they try what the rules let them do."""
