"""How a hand feels: how strong, how fast, how high, how careful. SI units."""

from __future__ import annotations

__all__ = [
    "AHEAD",
    "FADE",
    "FLAT",
    "FREE",
    "HIGHEST",
    "HOVER",
    "LEASH",
    "LETS_HANG",
    "LOOKS",
    "LOWER",
    "NEAR",
    "PATIENT",
    "PUSH",
    "RELEASE",
    "RELEASE_SPIN",
    "RISE",
    "SPEED",
    "STILL",
    "STRONG",
    "STUCK",
    "STUCK_SPEED",
    "STUCK_SPIN",
    "THERE",
    "THROWN",
    "TURNS",
]

STRONG = 10.0
"""The hand's force is at most this many times the weight; its torque, with half the piece's size as arm."""

SPEED = 0.8
"""m/s at which the hand follows the mouse at most."""

PUSH = 0.2
"""m/s at which it goes on while the piece pushes others, or is carried straight: they are kicked no faster."""

RISE = 0.5
"""m/s at which it lifts."""

LOWER = 0.12
"""m/s at which it sets down."""

HOVER = 8e-3
"""Metres above what is below at which a piece is carried."""

FREE = 4e-3
"""Metres by which it is lifted before it goes sideways."""

TURNS = 6e-3
"""Metres by which it is lifted before it turns: a tile that turns where it lies shoves its neighbours by 8 mm."""

LEASH = 0.04
"""Metres that the place where the piece is wanted is ahead of it at most: what was stuck is not shot off when it
comes free. At the servo's frequency a piece on this leash goes 1 m/s."""

AHEAD = 0.06
"""Metres ahead in which the hand sees what is in the way: more than it goes on between two looks, and a finger."""

HIGHEST = 0.7
"""Metres above the table that a hand reaches."""

NEAR = 3e-4
"""Metres from what is below at which a piece that is set down is let go, as `referee.hurlyburly.hands` does."""

THERE = 1.5e-3
"""Metres from its place at which a piece begins to be set down."""

FADE = 0.12
"""Seconds in which the weight comes onto what carries it."""

RELEASE = 1.2
"""m/s that a piece has at most when a hand lets it go, or that it gains when another is carried into it: half more
than `SPEED`, as what is struck by something heavy with a restitution of a half."""

RELEASE_SPIN = 6.0
"""rad/s, likewise."""

THROWN = 0.35
"""m/s from which letting go is a throw."""

FLAT = 5e-3
"""Metres of height below which a piece lies flat."""

LETS_HANG = 0.025
"""Metres of way over which the middle of a piece comes to the place that is pointed at."""

STILL = 0.1
"""Seconds that the mouse waits before letting go is no throw, though the piece may be on its way to it."""

STUCK = 0.25
"""Seconds without getting anywhere after which what was let go is set down where it is: with a tower on it a piece
is not drawn out by pulling on, it only makes the tower creep."""

STUCK_SPEED = 0.01
"""m/s below which a piece gets nowhere."""

STUCK_SPIN = 0.1
"""rad/s, likewise."""

PATIENT = 3.0
"""Seconds after which setting down ends wherever the piece is."""

LOOKS = 12
"""Steps between two looks at what is around."""
