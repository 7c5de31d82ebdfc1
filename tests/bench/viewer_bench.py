"""What a frame costs: per tier, against a bare loop of the same draw calls with everything prepared."""

from __future__ import annotations

import time
from collections.abc import Callable

import moderngl
import numpy as np
import pybullet

from sandbox.components.catalogue import Catalogue
from sandbox.components.spec import Concave
from sandbox.geometry import quat_from_matrix
from sandbox.record import Snapshot
from sandbox.viewer.camera import Camera, framed
from sandbox.viewer.light import box_rows, light_box, sky_directions
from sandbox.viewer.meshes import NORMAL, make
from sandbox.viewer.offscreen import Studio
from sandbox.viewer.quality import TIERS, Tier
from sandbox.viewer.scene import Cast, Scene
from tests.bench.bench import Row, cpu_seconds, median, median_ratio

SIZE = (1280, 720)
BODIES = 150
KINDS = ("common/card", "common/block", "common/pebble_a", "common/marble", "hurlyburly/wall", "hurlyburly/block")


def crowd(count: int = BODIES) -> tuple[Cast, Snapshot]:
    """Return `count` pieces of six kinds laid out on the table, and their snapshot."""
    catalogue = Catalogue()
    rng = np.random.default_rng(3)
    kinds = {"table": catalogue.get("common/table")}
    poses = [(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)]
    columns = 15
    for index in range(count):
        component = catalogue.get(KINDS[index % len(KINDS)])
        turn = float(rng.uniform(0, np.pi))
        x, y = (index % columns - columns / 2) * 0.075, (index // columns - 5) * 0.07
        poses.append((x, y, -component.extent()[0][2], 0.0, 0.0, np.sin(turn / 2), np.cos(turn / 2)))
        kinds[f"piece.{index}"] = component
    names = tuple(kinds)
    return Cast(kinds, catalogue.materials), Snapshot(0.0, names, np.array(poses), np.zeros((len(names), 6)))


def rows(frames: int = 5) -> list[Row]:
    """Measure every tier; the CPU time of all threads, so that a software renderer counts whole."""
    cast, snapshot = crowd()
    camera = framed(Camera(elevation_deg=35.0), cast.scene(snapshot).points(), SIZE[0] / SIZE[1])
    out = []
    pybullet_ms = 1000 * software_camera(cast.scene(snapshot), camera)
    for tier in TIERS.values():
        studio = Studio(SIZE, tier)

        def frame(studio: Studio = studio) -> None:
            studio.draw(cast.scene(snapshot), camera)
            studio.context.finish()

        bare = bare_loop(studio, tier, cast.scene(snapshot), camera)
        frame()
        bare()
        ours = median(frames, lambda: cpu_seconds(frame)) * 1000
        ratio = median_ratio(frames, lambda: cpu_seconds(frame), lambda bare=bare: cpu_seconds(bare))
        calls = studio.drawer.draw_calls
        out.append(Row(f"viewer, {tier.name}: frame of {BODIES} bodies at 720p, {calls} draws", ours, "CPU ms"))
        out.append(Row(f"viewer, {tier.name}: frame over a bare moderngl loop", ratio, "x", 1.15))
        if tier.name == "low":
            faster = pybullet_ms / ours
            out.append(Row("viewer, low: times faster than PyBullet's software camera", faster, "x", 5, True))
        studio.close()
    out.append(
        Row("viewer: a snapshot made into a scene", 1000 * median(20, lambda: _seconds(cast, snapshot)), "ms", 5)
    )
    return out


def _seconds(cast: Cast, snapshot: Snapshot) -> float:
    started = time.perf_counter()
    cast.scene(snapshot)
    return time.perf_counter() - started


def software_camera(scene: Scene, camera: Camera) -> float:
    """Return the CPU seconds of PyBullet's own picture: the same meshes and size, with its shadows."""
    client = pybullet.connect(pybullet.DIRECT)
    for item in scene.items:
        mesh = make(item.form, NORMAL)
        shape = pybullet.createVisualShape(
            pybullet.GEOM_MESH,
            vertices=mesh.vertices[:, :3].astype(float).tolist(),
            indices=mesh.triangles.ravel().tolist(),
            normals=mesh.vertices[:, 3:6].astype(float).tolist(),
            physicsClientId=client,
        )
        for row in item.instances[:, :12].reshape(-1, 3, 4).astype(float):
            turn = quat_from_matrix(row[:, :3])
            pybullet.createMultiBody(0, -1, shape, row[:, 3].tolist(), turn, physicsClientId=client)

    def look() -> None:
        pybullet.getCameraImage(
            *SIZE,
            viewMatrix=camera.view().T.ravel().tolist(),
            projectionMatrix=camera.projection(SIZE[0] / SIZE[1]).T.ravel().tolist(),
            shadow=1,
            renderer=pybullet.ER_TINY_RENDERER,
            physicsClientId=client,
        )

    look()
    seconds = median(3, lambda: cpu_seconds(look))
    pybullet.disconnect(client)
    return seconds


def bare_loop(studio: Studio, tier: Tier, scene: Scene, camera: Camera) -> Callable[[], None]:
    """Return the same draw calls with everything prepared: what moderngl itself costs."""
    studio.draw(scene, camera)
    drawer = studio.drawer
    context, buffers = studio.context, drawer._buffers
    batches = [(buffers.batch(item), item) for item in scene.items]
    casting = [(batch.depth, len(item.instances)) for batch, item in batches if not item.is_ground]
    _, radius = light_box(scene.middles, camera.target, camera.distance)
    views = [box_rows(drawer.light.direction, radius)]
    views += [box_rows(tuple(way), radius) for way in sky_directions(tier.sky_count)]
    target = studio._many or studio._plain

    def loop() -> None:
        context.enable_only(moderngl.DEPTH_TEST)
        for index, view in enumerate(views):
            depth = drawer._sky_target if index else drawer._sun_target
            if index < 2:
                depth.use()
                depth.clear(depth=1.0)
            if index:
                row, column = divmod(index - 1, drawer._columns)
                depth.viewport = (column * tier.sky_size, row * tier.sky_size, tier.sky_size, tier.sky_size)
            for name, values in zip(("box_x", "box_y", "box_z"), view, strict=True):
                buffers.depth[name] = (*values, 0.0)
            for array, count in casting:
                array.render(instances=count)
        drawer._bind_textures()
        target.use()
        target.viewport = (0, 0, *SIZE)
        target.clear(depth=1.0)
        for batch, item in batches:
            is_open = isinstance(item.form.shape, Concave)
            context.enable_only(moderngl.DEPTH_TEST | (moderngl.NOTHING if is_open else moderngl.CULL_FACE))
            batch.surface.render(instances=len(item.instances))
        drawer._backdrop.render(moderngl.TRIANGLES, vertices=3)
        if studio._many is not None:
            context.copy_framebuffer(studio._plain, studio._many)
        context.finish()

    return loop
