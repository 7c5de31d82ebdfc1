"""Write the playthrough of every game anew."""

from sandbox.rules import GAMES
from tests.playthroughs import FOLDER, playthrough

for name in GAMES:
    (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
