"""Beethupferl on the table: the garden, waterings, hands in the bed, and the umpire that reads them."""

from sandbox.referee.beethupferl.attempts import Ask, Clear, Hand, Mix, Pour, SetUp
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.scene import Drop, Laid, Scene, Zone
from sandbox.referee.beethupferl.table import BeethupferlTable

__all__ = [
    "Ask",
    "BeethupferlTable",
    "Bench",
    "Clear",
    "Drop",
    "Hand",
    "Laid",
    "Mix",
    "Pour",
    "Scene",
    "SetUp",
    "Zone",
]
