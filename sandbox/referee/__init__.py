"""The referee: performs attempts on a table, reads what happened, and lets the rules judge.

`session` is the loop of any game; a package a game holds its table (what lies where, and what hands do) and its
umpire (what is read from it).
"""
