"""The golden pictures: a still life of every material, drawn small. Run this file to draw them again."""

from __future__ import annotations

from pathlib import Path

from sandbox.components.materials import Look
from sandbox.geometry import Pose
from sandbox.viewer.camera import Camera, framed
from sandbox.viewer.offscreen import Studio
from sandbox.viewer.png import Pixels, write_png
from sandbox.viewer.quality import tier
from sandbox.viewer.scene import Cast
from tests.viewer.kit import CATALOGUE, COLOURS, materials, snapshot, still_life

FOLDER = Path(__file__).parent / "goldens"
SIZE = (160, 72)
TIER = tier("high")

NAMES = (*COLOURS, "paint", "prints")


def draw(studio: Studio, name: str) -> Pixels:
    """Return the picture of one material on a table; `prints` shows cards, a wall and a domino instead."""
    if name == "prints":
        ids = {"card.7": "common/card", "domino.12": "common/domino", "red.wall": "hurlyburly/wall"}
        kinds = {body: CATALOGUE.get(id_) for body, id_ in ids.items()}
        poses = {
            "card.7": Pose((-0.06, 0.0, 0.0005)),
            "domino.12": Pose((0.0, -0.02, 0.024)),
            "red.wall": Pose((0.05, 0.02, 0)),
        }
        look = CATALOGUE.materials
    else:
        kind = "wood" if name == "paint" else name
        look = materials(thing=Look(kind, COLOURS.get(name, "#b5482f")))  # type: ignore[arg-type]
        kinds, poses = {"thing": still_life("thing")}, {"thing": Pose()}
    kinds, poses = {"table": CATALOGUE.get("common/table"), **kinds}, {"table": Pose(), **poses}
    scene = Cast(kinds, look).scene(snapshot(poses))
    camera = framed(Camera(elevation_deg=24.0), scene.points(), SIZE[0] / SIZE[1])
    return studio.picture(scene, camera)


def main() -> None:
    """Draw all goldens again."""
    FOLDER.mkdir(exist_ok=True)
    studio = Studio(SIZE, TIER)
    for name in NAMES:
        print(name, write_png(FOLDER / f"{name}.png", draw(studio, name)), "bytes")  # noqa: T201 (a script)
    studio.close()


if __name__ == "__main__":
    main()
