"""The world: a table in SI units on top of a physics engine, and the numbers that make it true.

    from sandbox.physics import World, Profile

`World` is the door. `Profile` holds the engine's numbers, `settle` waits for rest, `recording` keeps a trace,
`drives` are hands and shaking tables, `statics` knows what should happen. Only `bullet.py` speaks to PyBullet;
everything else uses the `Engine` protocol.
"""

from sandbox.physics.profile import DEFAULT, Profile, load_profile, profile_names
from sandbox.physics.recorder import Recorder, recording
from sandbox.physics.settle import Settled, settle
from sandbox.physics.world import World

__all__ = [
    "DEFAULT",
    "Profile",
    "Recorder",
    "Settled",
    "World",
    "load_profile",
    "profile_names",
    "recording",
    "settle",
]
