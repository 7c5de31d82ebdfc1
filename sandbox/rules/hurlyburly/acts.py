"""What players can do in Hurlyburly and what is read from its table, each with its verb.

Lengths are in metres, angles in degrees. Every reading is taken at rest; readings of towers, sandbags and flags
list the players in the order of their seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandbox.rules.base import Finding, Move, Notation, Seat

__all__ = [
    "NOTATION",
    "Aim",
    "Collect",
    "Defences",
    "Defend",
    "Fast",
    "Fire",
    "PlayerSetup",
    "Raise",
    "Setup",
    "Shot",
    "Starter",
    "Steal",
    "Stop",
    "Strong",
    "Tower",
    "Towers",
    "Upgrade",
]


@dataclass(frozen=True, slots=True)
class Strong(Move):
    """Build one level of two walls."""


@dataclass(frozen=True, slots=True)
class Fast(Move):
    """Build levels of one wall each.

    Args:
        levels: How many, one or two.
    """

    levels: int


@dataclass(frozen=True, slots=True)
class Defend(Move):
    """Take three cards and place them to defend the tower.

    Args:
        sandbags: How many of them are sandbags.
        supports: How many of them are sandbag supports.
    """

    sandbags: int
    supports: int


@dataclass(frozen=True, slots=True)
class Collect(Move):
    """Collect as many blocks as the tower has levels."""


@dataclass(frozen=True, slots=True)
class Upgrade(Move):
    """Put one upgrade card into the catapult."""


@dataclass(frozen=True, slots=True)
class Fire(Move):
    """Launch one block; the first shot of a turn begins the attack.

    Args:
        target: Whose tower is aimed at.
    """

    target: Seat


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Fire no more, or steal no more."""


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Take fallen cards of one rival.

    Args:
        victim: The rival.
        walls: How many walls.
        platforms: How many platforms.
    """

    victim: Seat
    walls: int
    platforms: int


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """Say how stolen cards are built where there is a choice.

    Args:
        walls: The walls of each new level, the lowest first.
    """

    walls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tower:
    """How one tower and its defences stand.

    Args:
        walls: For each platform that belongs to the tower, from the lowest up: how many upright walls stand
            beneath it at its height, carried by what is below; a count, from the graph of what rests on what.
            A platform that has slid down or leans has none. A level that fell in an earlier reading belongs to
            the tower no longer; levels that hands have just added do.
        flag_level: The platform on which the flag's disc rests, counted from 1 at the bottom; 0 for none.
        flag_tilt_deg: Angle of the flag's stick from the vertical, from its pose.
        sandbags_fallen: How many of the player's sandbags fell over since the last reading: their fold
            turned by more than 45 degrees from how it was placed; a count.
        supports_fallen: The same for the supports: turned, or no longer on what carried them; a count.
    """

    walls: tuple[int, ...]
    flag_level: int
    flag_tilt_deg: float
    sandbags_fallen: int
    supports_fallen: int


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """What stands before one player at the start.

    Args:
        tower: The tower.
        apart: Shortest distance in metres between this tower and the nearest other one, seen from above.
        card_tilt_deg: Angle of the basic catapult card from the vertical.
        card_gap: Closest distance in metres between the card and the base that holds it.
        basket_gap: Closest distance in metres between the basket and the top of the card.
        cup_deg: Angle, seen from above, between where the cup opens and straight away from the player.
    """

    tower: Tower
    apart: float
    card_tilt_deg: float
    card_gap: float
    basket_gap: float
    cup_deg: float


@dataclass(frozen=True, slots=True)
class Starter(Finding):
    """Who starts, as the players chose or a seed drew.

    Args:
        seat: The player.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Setup(Finding):
    """The table before the first turn.

    Args:
        players: What stands before each player.
        fold_min_deg: Smallest angle between the two leaves of any wall or sandbag.
        fold_max_deg: Largest angle between the two leaves of any wall or sandbag.
        bend_deg: Largest angle by which any platform or support departs from flat.
    """

    players: tuple[PlayerSetup, ...]
    fold_min_deg: float
    fold_max_deg: float
    bend_deg: float


@dataclass(frozen=True, slots=True)
class Towers(Finding):
    """The table after hands built, rebuilt or put a flag back, or when a player is about to win.

    Args:
        towers: All towers; the cards that the hands added count as the tower's.
        tower_shift: Greatest distance in metres that a card of a level which stood before and still stands
            was moved since the last reading, from the poses.
        defence_shift: The same for the sandbags and supports that did not fall.
    """

    towers: tuple[Tower, ...]
    tower_shift: float
    defence_shift: float


@dataclass(frozen=True, slots=True)
class Defences(Finding):
    """The table after a player placed defences.

    Args:
        sandbags: How many sandbags this player placed now; a count.
        supports: How many supports this player placed now; a count.
        gap: Smallest distance in metres between a card that was placed now and any tower.
        towers: All towers.
        tower_shift: As in `Towers`.
        defence_shift: As in `Towers`, for the defences that were there before.
    """

    sandbags: int
    supports: int
    gap: float
    towers: tuple[Tower, ...]
    tower_shift: float
    defence_shift: float


@dataclass(frozen=True, slots=True)
class Aim(Finding):
    """Where the catapult stands before a shot, seen from above. A flag that is down counts where it was last up.

    Args:
        from_flag: Distance in metres between the centre of the catapult's base and the attacker's own flag.
        from_target: Distance in metres between the centre of the catapult's base and the target's flag.
        flag_from_target: Distance in metres between the two flags.
    """

    from_flag: float
    from_target: float
    flag_from_target: float


@dataclass(frozen=True, slots=True)
class Shot(Finding):
    """One launch and the table after it.

    Args:
        blocks: How many blocks lay in the basket when it was let go; a count.
        block_gap: Closest distance in metres between block and basket at that instant.
        base_slip: How far in metres the base moved from the start of the pull to the block's leaving.
        pull_speed: Greatest speed in metres a second of the top of the basket while it was pulled back.
        towers: All towers once everything has come to rest.
    """

    blocks: int
    block_gap: float
    base_slip: float
    pull_speed: float
    towers: tuple[Tower, ...]


NOTATION: Final = Notation(
    {
        "strong": Strong,
        "fast": Fast,
        "defend": Defend,
        "collect": Collect,
        "upgrade": Upgrade,
        "fire": Fire,
        "stop": Stop,
        "steal": Steal,
        "raise": Raise,
        "starter": Starter,
        "setup": Setup,
        "towers": Towers,
        "defences": Defences,
        "aim": Aim,
        "shot": Shot,
    }
)
