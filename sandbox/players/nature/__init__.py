"""One maker of plausible findings a game: `find` in the module of the game's name."""
