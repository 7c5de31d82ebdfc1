"""All laws, in the order of the table."""

from __future__ import annotations

from tests.laws import flying, hinges, rolling, sameness, sliding, standing, tosses
from tests.laws.law import LAWS

__all__ = ["LAWS", "flying", "hinges", "rolling", "sameness", "sliding", "standing", "tosses"]
