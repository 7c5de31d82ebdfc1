"""The map of `sandbox aim beethupferl` as a picture: a panel for each row of hollows, and one for none of them."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import BadFile

if TYPE_CHECKING:
    from sandbox.players.tables.beethupferl_cloud import Cloud

__all__ = ["draw_map"]


def draw_map(
    file: Path,
    clouds: Sequence[Cloud],
    *,
    lanes: Sequence[float],
    ups: Sequence[float],
    rows: Sequence[Sequence[int]],
    edge: str,
    title: str,
) -> None:
    """Draw what is known of a map; points of which nothing is known stay grey.

    Args:
        file: For the picture, which `picture_file.check_picture_file` found good.
        clouds: The points that are known.
        lanes: All lanes of the map, evenly spaced, from 0.
        ups: All heights up the slope, metres, evenly spaced.
        rows: Hollows of each row, the one next to the grass first.
        edge: Of which grass.
        title: Whatever the numbers hold for.

    Raises:
        BadFile: The file cannot be written.
    """
    import numpy as np
    from matplotlib.figure import Figure

    at = {(found.spot.up, found.spot.lane): found for found in clouds}
    figure = Figure(figsize=(3.2 * (len(rows) + 1), 4.0), layout="constrained")
    panels = figure.subplots(1, len(rows) + 1, sharey=True)
    (left, right), (low, high) = _sides(lanes), _sides(ups)
    image = None
    for number, panel in enumerate(panels):
        values = np.full((len(ups), len(lanes)), np.nan)
        for i, up in enumerate(ups):
            for j, lane in enumerate(lanes):
                if found := at.get((up, lane)):
                    values[i, j] = found.kept(rows[number]) if number < len(rows) else found.outside
        image = panel.imshow(
            values,
            origin="lower",
            extent=(left + 1, right + 1, 1000 * low, 1000 * high),
            aspect="auto",
            vmin=0,
            vmax=1,
            cmap="viridis",
        )
        panel.set_facecolor("0.85")
        panel.set_title(_head(number, len(rows)))
        panel.set_xlabel("lane")
        panel.set_xticks(range(1, len(rows) + 1))
    panels[0].set_ylabel(f"mm up the {edge} grass")
    assert image is not None
    figure.colorbar(image, ax=panels, label="part of the drops", shrink=0.9)
    figure.suptitle(title)
    drawn = BytesIO()  # a picture that cannot be finished harms no file
    figure.savefig(drawn, format=file.suffix[1:].lower(), dpi=120)
    try:
        file.write_bytes(drawn.getvalue())
    except OSError as error:
        raise BadFile(file, f"cannot be written ({error.strerror})", instead="name another file") from None


def _head(number: int, rows: int) -> str:
    """Return the title of a panel."""
    if number == rows:
        return "in no hollow"
    return f"row {number + 1}" + (
        ", next to the grass" if number == 0 else ", farthest" if number == rows - 1 else ""
    )


def _sides(values: Sequence[float]) -> tuple[float, float]:
    """Return where the cells around evenly spaced values begin and end."""
    half = (values[1] - values[0]) / 2 if len(values) > 1 else values[0] / 2
    return values[0] - half, values[-1] + half
