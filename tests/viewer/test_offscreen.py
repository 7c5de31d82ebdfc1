"""Pictures without a display: light falls as it must, tiers agree, errors are one sentence."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import moderngl
import numpy as np
import pytest

from sandbox.components.materials import Look
from sandbox.components.spec import Box, Visual
from sandbox.geometry import Pose
from sandbox.viewer.camera import Camera, framed
from sandbox.viewer.light import DEFAULT_LIGHT
from sandbox.viewer.offscreen import NoOpenGL, Studio, open_context
from sandbox.viewer.png import Pixels
from sandbox.viewer.quality import TIERS, Tier, tier
from sandbox.viewer.scene import Cast, Scene
from tests.viewer.kit import CATALOGUE, apart, materials, piece, snapshot

Maker = Callable[[tuple[int, int], Tier], Studio]

SIZE = (320, 240)
ABOVE = Camera(target=(0.05, 0.0, 0.0), azimuth_deg=-90, elevation_deg=89, distance=0.8)
SIDEWAYS = replace(DEFAULT_LIGHT, azimuth_deg=180.0, elevation_deg=45.0)  # shadows fall towards +x


def board(*boxes: tuple[float, float]) -> Scene:
    """Return a grey ground of paper and a wide block over each `(middle x, height of its underside)`."""
    look = materials(paper=Look("card", "#909090"))
    ground = piece(Visual(Box((1.0, 1.0, 0.02)), "paper", Pose((0, 0, -0.01))), fixed=True)
    block = piece(Visual(Box((0.04, 0.3, 0.02)), "paper"))
    kinds = {"ground": ground} | {f"block{i}": block for i in range(len(boxes))}
    poses = {"ground": Pose()} | {f"block{i}": Pose((x, 0, z + 0.01)) for i, (x, z) in enumerate(boxes)}
    return Cast(kinds, look).scene(snapshot(poses))


def profile(pixels: Pixels, xs: np.ndarray, camera: Camera = ABOVE) -> np.ndarray:
    """Return how light the ground is at places along x, 0 to 1, the mean over a strip across."""
    out = []
    for x in xs:
        strip = camera.project([(x, y, 0) for y in np.linspace(-0.05, 0.05, 11)], SIZE)
        columns, rows = strip[:, 0].astype(int), SIZE[1] - 1 - strip[:, 1].astype(int)
        out.append(pixels[rows, columns].mean() / 255)
    return np.array(out)


def lit(studio: Maker, chosen: Tier, scene: Scene) -> Pixels:
    """Draw from straight above, in the light from -x."""
    made = studio(SIZE, chosen)
    made.drawer.light = SIDEWAYS
    return made.picture(scene, ABOVE)


@pytest.mark.parametrize("name", TIERS)
def test_shadows_fall_where_the_sun_throws_them(studio: Maker, name: str):
    """At 45° every edge throws its shadow as far aside as it is high."""
    pixels = lit(studio, tier(name), board((0.0, 0.06)))
    start, end = -0.02 + 0.06, 0.02 + 0.08  # the lower near edge and the upper far edge, each moved by its height
    inside = profile(pixels, np.linspace(start + 0.012, end - 0.008, 5))
    outside = profile(pixels, np.array([end + 0.02, end + 0.05, 0.2]))
    assert inside.max() < 0.75 * outside.min()


def test_penumbras_grow_with_the_distance_of_what_throws_them(studio: Maker):
    """The edge of a high block's shadow is several times as wide as a low one's."""
    xs = np.linspace(0.0, 0.3, 301)
    widths = []
    for height in (0.005, 0.15):
        light = profile(lit(studio, tier("high"), board((0.0, height))), xs)
        edge = height + 0.04  # where the far upper edge throws its shadow
        near = np.abs(xs - edge) < 0.02
        low, high = light[near].min(), light[near].max()
        between = (light > low + 0.2 * (high - low)) & (light < low + 0.8 * (high - low)) & near
        widths.append(between.sum() * 1e-3)
    assert widths[1] > 2.5 * widths[0]


def test_hollows_are_darker_than_open_ground(studio: Maker):
    """Between two blocks less sky is seen; far from them as much as with no block at all."""
    shaded = replace(SIDEWAYS, sun=(0.0, 0.0, 0.0))

    def sky(scene: Scene) -> Pixels:
        made = studio(SIZE, tier("high"))
        made.drawer.light = shaded
        return made.picture(scene, ABOVE)

    scene, empty = sky(board((-0.03, 0.0), (0.03, 0.0))), sky(board((3.0, 0.0)))
    assert profile(scene, np.array([0.0]))[0] < 0.8 * profile(empty, np.array([0.0]))[0]
    assert profile(scene, np.array([0.25])) == pytest.approx(profile(empty, np.array([0.25])), abs=0.03)


@pytest.mark.parametrize("name", TIERS)
def test_ground_outside_the_light_box_is_lit(studio: Maker, name: str):
    """Far from all pieces the table is as light as without pieces: no dark frame around the shadow map."""
    xs = np.array([-0.25, 0.3, 0.35])
    camera = replace(ABOVE, distance=1.4)
    made = studio(SIZE, tier(name))
    made.drawer.light = SIDEWAYS
    near = profile(made.picture(board((0.0, 0.0)), camera), xs, camera)
    empty = profile(made.picture(board((3.0, 0.0)), camera), xs, camera)
    assert near == pytest.approx(empty, abs=0.03)


def still_scene() -> tuple[Scene, Camera]:
    """Return a card, a marble and a block on the table, and a camera that has them all."""
    names = {"table": "common/table", "card.4": "common/card", "m": "common/marble", "b": "common/block"}
    kinds = {name: CATALOGUE.get(id_) for name, id_ in names.items()}
    places = {"table": (0, 0, 0), "card.4": (0, 0, 0.0005), "m": (0.06, 0, 0.008), "b": (-0.07, 0, 0.004)}
    poses = {name: Pose(place) for name, place in places.items()}
    scene = Cast(kinds, CATALOGUE.materials).scene(snapshot(poses))
    return scene, framed(Camera(elevation_deg=35), scene.points(), SIZE[0] / SIZE[1])


def test_the_same_scene_gives_the_same_bits(context: moderngl.Context):
    """Two studios draw one scene to the same bits, so pictures can be compared."""
    scene, camera = still_scene()
    pictures = []
    for _ in range(2):
        opened = Studio(SIZE, tier("medium"), context=context)
        pictures.append(opened.picture(scene, camera))
        opened.close()
    assert (pictures[0] == pictures[1]).all()


def test_tiers_differ_in_cost_not_in_content(studio: Maker, capsys: pytest.CaptureFixture[str]):
    """The cheap tier shows the same things in nearly the same light; what a frame costs is printed."""
    scene, camera = still_scene()
    pictures, lines = {}, []
    for each in TIERS.values():
        made = studio(SIZE, each)
        pictures[each.name] = made.picture(scene, camera)
        started = time.process_time()
        made.draw(scene, camera)
        made.context.finish()
        lines.append(
            f"{each.name} {1000 * (time.process_time() - started):.0f} ms, {made.drawer.draw_calls} draws"
        )
    with capsys.disabled():
        print(f"\nviewer, {SIZE[0]} x {SIZE[1]}, CPU a frame: {'; '.join(lines)}")  # noqa: T201 (a report)
    for name in ("low", "medium"):
        assert apart(pictures[name], pictures["high"])[0] < 8
    assert apart(pictures["low"], pictures["high"])[0] > 0


def test_pieces_come_and_go_in_one_studio(studio: Maker):
    """A drawer takes another cast, more pieces than before, and none, without a trace of the old ones."""
    made = studio((64, 48), tier("low"))
    kind = CATALOGUE.get("hurlyburly/block")
    camera = Camera(distance=0.5)

    def crowd(count: int) -> Scene:
        poses = {f"b{i}": Pose((0.02 * (i % 10) - 0.1, 0.02 * (i // 10) - 0.05, 0)) for i in range(count)}
        return Cast(dict.fromkeys(poses, kind), CATALOGUE.materials).scene(snapshot(poses))

    empty = made.picture(crowd(0), camera)
    few = made.picture(crowd(3), camera)
    many = made.picture(crowd(60), camera)
    assert (few != empty).any()
    assert (many != few).any()
    assert (made.picture(crowd(3), camera) == few).all()
    assert (made.picture(crowd(0), camera) == empty).all()


def test_hovering_makes_a_piece_glow(studio: Maker):
    """The glow column brightens its own piece and no other."""
    scene, camera = still_scene()
    made = studio(SIZE, tier("low"))
    plain = made.picture(scene, camera).astype(int)
    index = next(i for i, item in enumerate(scene.items) if "b" in item.bodies)
    scene.items[index].instances[0, 18] = 1.0
    changed = np.abs(made.picture(scene, camera).astype(int) - plain).sum(axis=2) > 12
    at = camera.project([(-0.07, 0, 0.008)], SIZE)[0]
    assert changed[SIZE[1] - 1 - int(at[1]), int(at[0])]
    assert 0.005 < changed.mean() < 0.2


def test_no_opengl_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch):
    """Without a driver the error says what is missing and what to install, in one line."""

    def refuse(**_: object) -> None:
        raise ValueError("libEGL.so.1:\n cannot open")

    monkeypatch.setattr(moderngl, "create_context", refuse)
    with pytest.raises(NoOpenGL, match="apt-get install libegl1") as caught:
        open_context()
    assert "\n" not in str(caught.value)
    assert "libEGL.so.1: cannot open" in str(caught.value)


PURE = ["camera", "faces", "glyphs", "atlas", "textures", "light", "meshes", "surfaces", "scene", "quality"]
PURE += ["programs", "png"]


@pytest.mark.parametrize(
    ("code", "forbidden"),
    [
        ("import sandbox", "moderngl pyglet trimesh pybullet"),
        ("import sandbox.cli", "moderngl pyglet"),
        ("; ".join(f"import sandbox.viewer.{name}" for name in PURE), "moderngl pyglet pybullet sandbox.physics"),
        ("import sandbox.viewer.offscreen", "pyglet pybullet sandbox.physics sandbox.runner sandbox.referee"),
    ],
    ids=["package", "command line", "pure files", "drawer"],
)
def test_graphics_are_loaded_only_where_they_draw(code: str, forbidden: str):
    """Nothing but the drawing files loads an OpenGL library, and they load no engine."""
    check = f"{code}; import sys; print([name for name in {forbidden.split()!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
