"""One simple bot a game, which looks one move ahead: `choose` in the module of the game's name."""
