"""What is secret in each game, said a second time and apart from the engines: `plant` in the game's module.

`plant(state, seat)` returns the state with a marker in the place of every secret that `seat` may not know.
A view that is the same with and without the markers reveals nothing.
"""
