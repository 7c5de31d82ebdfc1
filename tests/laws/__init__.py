"""Physics against the law, not against yesterday: what textbooks say, and what the default profile does.

`python -m tests.laws` prints the table; pytest runs the same laws and prints it at its end.
"""
