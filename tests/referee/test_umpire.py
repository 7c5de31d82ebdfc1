"""The umpire against counts that are not its own, and what it says when its readings differ."""

import pytest

from sandbox.referee.hurlyburly.reading import Column, Level, by_chain, by_graph, standing_walls
from sandbox.referee.hurlyburly.umpire import column_of, read_towers
from tests.referee.desk import TABLE, Desk
from tests.referee.wrecks import count_by_rays, judge, read, standing

DISAGREED = (57, 115, 177)
"""Seeds of wrecks on which the three counts were not of one mind when the 200 were first judged; kept for ever."""


def test_a_whole_tower_is_counted_alike():
    """Nothing happened to it."""
    desk = Desk((2,), (2, 1, 2))
    world = TABLE.bench.world(desk.scene)
    assert read(world, desk.scene) == (3, 3)
    assert count_by_rays(world, desk.scene.flags[1], 3) == 3


@pytest.mark.parametrize("seed", [*range(8), *DISAGREED])
def test_a_wreck_is_counted_alike(seed):
    """By the graph, by the poses, and by rays."""
    found = judge(seed)
    assert found.graph == found.rays, found


def test_a_platform_that_slid_under_another_is_no_level_of_its_own():
    """The third level lost its wall and all above came down: three storeys, which rays count, but two levels."""
    desk = Desk((2,), (2, 2, 1, 2))
    for piece in (*desk.scene.level(1, 3), *desk.scene.level(1, 4)):
        desk.move(piece.name, by=(0.0, 0.0, -0.063))
    desk.take_away("p2.level3.wall1")
    world = TABLE.bench.world(desk.scene)
    assert read(world, desk.scene) == (2, 2)
    assert count_by_rays(world, desk.scene.flags[1], 4) == 3


def test_a_wall_carries_by_a_leaf_though_its_middle_is_outside():
    """Pushed out by 32 mm, 20 mm of its leaf are left below the platform: both readings count it."""
    desk = Desk((2,), (2, 2))
    desk.move("p2.level1.wall1", by=(0.032, 0.0, 0.0))
    world, column = TABLE.bench.world(desk.scene), column_of(desk.scene, 1, TABLE.bench)
    assert standing_walls(by_graph(column, world.supports())) == standing_walls(by_chain(column)) == (2, 2)
    desk.move("p2.level1.wall1", by=(0.030, 0.0, 0.0))
    world, column = TABLE.bench.world(desk.scene), column_of(desk.scene, 1, TABLE.bench)
    assert standing_walls(by_graph(column, world.supports())) == standing_walls(by_chain(column)) == (1, 2)


def test_the_graph_rules_and_the_note_says_so():
    """A platform that is said to hang in the air is no level, whatever its pose looks like."""
    desk = Desk((2,), (2, 2))
    world = TABLE.bench.world(desk.scene)
    cut = [s for s in world.supports() if s.upper != "p2.level2.platform1"]
    towers, scene, notes, _ = read_towers(desk.scene, cut, TABLE.bench)
    assert towers[1].walls == (2, 0)
    assert notes == ("P2: the graph of supports reads 2+0, poses 2+2; the graph rules",)
    assert not scene.piece("p2.level2.platform1").counts


def test_a_piece_that_left_the_table_counts_for_nothing():
    """It lies on the floor, or is in the hands."""
    desk = Desk((2,), (2,))
    desk.move("p2.level1.wall1", by=(0.0, 0.0, -0.5))
    column = column_of(desk.scene, 1, TABLE.bench)
    assert standing_walls(by_chain(column))[0] == 1
    world = TABLE.bench.world(desk.scene)
    assert standing(standing_walls(by_graph(column, world.supports()))) == 1
    empty = Column((Level("gone", ()),), {}, column.wall, column.platform)
    assert by_chain(empty) == ((),)
    assert by_graph(empty, []) == ((),)
