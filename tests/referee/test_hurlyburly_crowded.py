"""A base is rebuilt although something that may not be touched stands where it stood, and all around."""

import math
from dataclasses import replace

from sandbox.rules.hurlyburly import Cards
from tests.referee.desk import MEND, P2, ROLE, Desk

SANDBAGS = ((0.0, 0.0), (-0.07, 0.07), (-0.07, -0.07), (-0.14, 0.0))
"""In the seat's own directions. In a game of bots a sandbag slid onto the ground of a base that was shot away,
between others and the catapult: hands that knew eight places rebuilt it on the sandbag, and it fell 25 times."""


def _without_a_base(sandbags):
    """Return a table on which P2's only level was shot away and sandbags stand there."""
    desk = Desk((2,), (2,))
    x, y = desk.scene.flags[P2]
    names = [p.name for p in desk.scene.of(P2, ROLE.WALL, ROLE.PLATFORM, ROLE.FLAG)]
    desk.take_away(*names)
    for number, (forward, left) in enumerate(sandbags, start=1):
        desk.add("sandbag", ROLE.SANDBAG, P2, f"p2.sandbag{number}", x - forward, y - left)
    one, two = desk.state.players
    supply = desk.state.supply - Cards(sandbags=len(sandbags))
    players = (replace(one, blocks=0), replace(two, sandbags=len(sandbags)))
    desk.state = replace(desk.state, players=players, supply=supply)
    assert desk.look()[1].rule == "hurlyburly.demolish.level"
    return desk, (x, y)


def test_a_base_finds_the_nearest_free_place():
    """Eight places that hands once knew are taken; the next one is near, and no sandbag was moved."""
    desk, ground = _without_a_base(SANDBAGS)
    before = {p.name: p.pose.position for p in desk.scene.of(P2, ROLE.SANDBAG)}
    assert desk.perform(MEND)[1].rule == "hurlyburly.clear.rebuild-base"
    (platform,) = desk.scene.of(P2, ROLE.PLATFORM)
    assert 0.05 < math.dist(platform.pose.position[:2], ground) < 0.26
    for piece in desk.scene.of(P2, ROLE.SANDBAG):
        assert math.dist(piece.pose.position, before[piece.name]) < 1e-3


def test_a_base_that_has_room_stands_where_it_stood():
    """Nothing is in the way."""
    desk, ground = _without_a_base(())
    assert desk.perform(MEND)[1].legal
    (platform,) = desk.scene.of(P2, ROLE.PLATFORM)
    assert math.dist(platform.pose.position[:2], ground) < 2e-3
