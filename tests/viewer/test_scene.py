"""What is drawn where, without a window."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from sandbox.components.linkage import link_poses
from sandbox.components.materials import Look
from sandbox.components.spec import Box, Sphere, Visual
from sandbox.geometry import Pose, matrices, quat_from_euler_deg
from sandbox.record import Snapshot
from sandbox.viewer.faces import PLAYER_COLOURS, Face, Print
from sandbox.viewer.meshes import make
from sandbox.viewer.scene import COLUMNS, Cast, Item, Scene, linear
from tests.viewer.kit import CATALOGUE, KINDS, materials, piece, snapshot


def matrices_of(item: Item) -> np.ndarray:
    """Return the upper three rows of each instance's matrix, `(n, 3, 4) float`."""
    return item.instances[:, :12].reshape(-1, 3, 4).astype(float)


def only(scene: Scene, kind: str) -> Item:
    """Return the one item of a kind."""
    (item,) = [item for item in scene.items if item.kind == kind]
    return item


def test_an_instance_stands_where_its_visual_is():
    """The matrix is the body's pose times the visual's, for every body and visual."""
    inner = Pose((0.01, 0.02, 0.03), quat_from_euler_deg(10, 20, 30))
    kind = piece(Visual(Sphere(0.01), "beech", inner))
    poses = {f"ball.{i}": Pose((0.1 * i, 0, 0.2), quat_from_euler_deg(5 * i, 40, -70 * i)) for i in range(5)}
    scene = Cast(dict.fromkeys(poses, kind), CATALOGUE.materials).scene(snapshot(poses))
    (item,) = scene.items
    assert item.bodies == tuple(poses)
    for matrix, pose in zip(matrices_of(item), poses.values(), strict=True):
        wanted = pose @ inner
        assert matrix[:, 3] == pytest.approx(wanted.position, abs=1e-7)
        assert matrix[:, :3] == pytest.approx(matrices(wanted.rotation), abs=1e-6)


def test_one_mesh_of_one_material_is_one_item():
    """A hundred blocks cost one draw call; another material is another."""
    block = piece(Visual(Box((0.02, 0.02, 0.02)), "beech"))
    stone = piece(Visual(Box((0.02, 0.02, 0.02)), "stone"))
    poses = {f"b{i}": Pose() for i in range(100)}
    kinds = {name: stone if name == "b99" else block for name in poses}
    scene = Cast(kinds, CATALOGUE.materials).scene(snapshot(poses))
    assert sorted(len(item.instances) for item in scene.items) == [1, 99]
    assert sum(count for _, count in COLUMNS) == scene.items[0].instances.shape[1]


def test_bodies_that_are_gone_are_left_out():
    """A cast may know more bodies than an instant has, and the other way round is an error nowhere."""
    kinds = {name: CATALOGUE.get("hurlyburly/block") for name in ("a", "b", "c")}
    cast = Cast(kinds, CATALOGUE.materials)
    assert cast.scene(snapshot({"c": Pose(), "a": Pose(), "z": Pose()})).items[0].bodies == ("a", "c")
    assert cast.scene(snapshot({})).items == ()


def test_a_scene_never_changes_another():
    """Two instants of one cast do not share memory that the second could overwrite."""
    cast = Cast({"a": CATALOGUE.get("hurlyburly/block")}, CATALOGUE.materials)
    first = cast.scene(snapshot({"a": Pose((1, 2, 3))}))
    cast.scene(snapshot({"a": Pose((4, 5, 6))}))
    assert matrices_of(first.items[0])[0, :, 3] == pytest.approx((1, 2, 3))


def test_hinged_leaves_are_where_the_engine_has_them():
    """For given angles, and at the start angle for a snapshot without any."""
    wall = CATALOGUE.get("hurlyburly/wall_hinged")
    pose = Pose((0.1, -0.2, 0.3), quat_from_euler_deg(20, 30, 40))
    cast = Cast({"wall": wall}, CATALOGUE.materials)
    for angle in (math.radians(35), None):
        joints = {} if angle is None else {("wall", "leaf"): angle}
        shown = replace(snapshot({"wall": pose}), joints=joints)
        (leaf,) = wall.links
        (placed,) = link_poses(wall, pose, [leaf.hinge.start if angle is None else angle])
        wanted = placed @ leaf.visuals[0].pose
        found = [matrix for item in cast.scene(shown).items for matrix in matrices_of(item)]
        assert any(matrix[:, 3] == pytest.approx(wanted.position, abs=1e-6) for matrix in found)


@pytest.mark.parametrize("name", ["hurlyburly/wall", "hurlyburly/sandbag", "hurlyburly/wall_hinged"])
def test_prints_of_folded_cards_face_outward(name: str):
    """Each leaf's printed front looks away from the middle of the piece, and its fold side has square corners."""
    component = CATALOGUE.get(name)
    scene = Cast({"red.wall": component}, CATALOGUE.materials).scene(snapshot({"red.wall": Pose()}))
    assert len(scene.items) == 2
    for item in scene.items:
        form = item.form
        thin = int(np.argmin(form.shape.size))
        assert np.sign(matrices_of(item)[0, thin, 3]) == form.front
        assert form.round_left != form.round_right
        assert scene.faces[int(item.instances[0, 16]) - 1].art in ("wall", "sack")


def test_parts_of_one_card_meet_without_a_notch():
    """Two cards in one plane of a piece are parts of a longer one and keep corners; a card alone is round."""
    halves = [Visual(Box((0.063, 0.03, 0.00035)), "card", Pose((0, y, 0))) for y in (-0.015, 0.015)]
    for visuals, is_round in ((halves, False), (halves[:1], True)):
        scene = Cast({"a": piece(*visuals)}, CATALOGUE.materials).scene(snapshot({"a": Pose()}))
        assert {(item.form.round_left, item.form.round_right) for item in scene.items} == {(is_round, is_round)}


def test_seats_colour_what_is_theirs():
    """A tower called blue has blue prints and a blue flag; pieces without a seat keep their material's colour."""
    kinds = {"blue.flag": CATALOGUE.get("hurlyburly/flag"), "blue.wall": CATALOGUE.get("hurlyburly/wall")}
    scene = Cast(kinds, CATALOGUE.materials).scene(snapshot(dict.fromkeys(kinds, Pose())))
    assert only(scene, "cloth").instances[0, 12:15] == pytest.approx(linear(PLAYER_COLOURS["blue"]), abs=1e-6)
    assert {face.colour for face in scene.faces} == {PLAYER_COLOURS["blue"]}
    plain = Cast({"flag": kinds["blue.flag"]}, CATALOGUE.materials).scene(snapshot({"flag": Pose()}))
    own = CATALOGUE.materials.get("cloth").look.colour
    assert only(plain, "cloth").instances[0, 12:15] == pytest.approx(linear(own), abs=1e-6)


def test_prints_can_be_given_by_name():
    """What the caller says a card wears goes before what its kind wears; None leaves it blank."""
    kinds = {name: CATALOGUE.get("common/card") for name in ("card.1", "card.2", "card.3")}
    ace = Print(front=Face("suit", "A spade", "#222222"))
    cast = Cast(kinds, CATALOGUE.materials, {"card.1": ace, "card.2": Print()})
    (item,) = cast.scene(snapshot(dict.fromkeys(kinds, Pose()))).items
    fronts = [int(layer) for layer in item.instances[:, 16]]
    assert fronts[1] == 0
    assert cast.faces[fronts[0] - 1] == ace.front
    assert cast.faces[fronts[2] - 1].art == "number"


def test_every_look_has_its_own_kind_of_drawing():
    """Whatever a materials file may say, the viewer draws; painted and large wood are told apart."""
    for kind in KINDS:
        look = materials(thing=Look(kind, "#8a7a6a"))  # type: ignore[arg-type]
        block = piece(Visual(Box((0.02, 0.02, 0.02)), "thing"))
        (item,) = Cast({"a": block}, look).scene(snapshot({"a": Pose()})).items
        assert item.kind == kind
    names = {"a": "hurlyburly/block", "b": "common/block", "c": "common/table"}
    kinds = {name: CATALOGUE.get(id_) for name, id_ in names.items()}
    scene = Cast(kinds, CATALOGUE.materials).scene(snapshot(dict.fromkeys(kinds, Pose())))
    assert {item.kind: item.is_ground for item in scene.items} == {"paint": False, "wood": False, "planks": True}


def test_points_bound_what_is_asked_for():
    """The corners to frame are those of the loose pieces, or of the named ones, never of the table by itself."""
    kinds = {"table": CATALOGUE.get("common/table"), "ball": CATALOGUE.get("common/marble")}
    kinds["block"] = CATALOGUE.get("common/block")
    poses = {"table": Pose(), "ball": Pose((0.1, 0, 0.008)), "block": Pose((-0.2, 0, 0.004))}
    scene = Cast(kinds, CATALOGUE.materials).scene(snapshot(poses))
    assert np.ptp(scene.points(), axis=0)[0] == pytest.approx(0.3 + 0.008 + 0.024, abs=1e-6)
    assert scene.points("ball").mean(axis=0) == pytest.approx((0.1, 0, 0.008), abs=1e-6)
    assert np.ptp(scene.points("table"), axis=0) == pytest.approx((1.2, 0.8, 0.1), abs=1e-6)
    assert len(scene.points("nobody")) == 0
    assert len(scene.middles) == 2
    assert scene.middles[:, 3] == pytest.approx(
        [make(item.form).radius for item in scene.items if not item.is_ground]
    )


def test_colours_become_linear_light():
    """Black and white stay, the middle of sRGB is a fifth of the light."""
    assert linear("#000000") == pytest.approx(0)
    assert linear("#ffffff") == pytest.approx(1)
    assert linear("#808080") == pytest.approx(0.2159, abs=1e-4)


def test_equal_input_gives_equal_bits():
    """Two casts of the same bodies are the same to the bit: pictures can be compared."""
    kinds = {f"card.{i}": CATALOGUE.get("common/card") for i in range(20)}
    poses: Snapshot = snapshot({name: Pose((0.01 * i, 0, 0)) for i, name in enumerate(kinds)})
    one, two = (Cast(kinds, CATALOGUE.materials).scene(poses) for _ in range(2))
    assert one.faces == two.faces
    assert [item.instances.tobytes() for item in one.items] == [item.instances.tobytes() for item in two.items]
