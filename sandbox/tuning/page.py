"""One self-contained HTML page of a fit: no network, no scripts, pictures inside."""

from __future__ import annotations

import json
import math

from sandbox.tuning import plots
from sandbox.tuning.fit import Fit
from sandbox.tuning.identify import number
from sandbox.tuning.output import profile_text, provenance
from sandbox.tuning.report import between, shown
from sandbox.tuning.results import item_rows, length_mm, summary

__all__ = ["as_html"]

ITEMS_AT_MOST = 200
"""Items in the table; JSON has all."""


def as_html(fit: Fit) -> str:
    """Return the page."""
    from jinja2 import Environment, PackageLoader

    environment = Environment(
        loader=PackageLoader("sandbox.tuning", "."), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["shown"] = shown
    environment.filters["between"] = between
    environment.filters["number"] = _number
    work = fit.work
    figures = {
        "history": plots.history(fit),
        "slices": plots.slices(fit),
        "cloud": plots.cloud(fit),
        "items": plots.items(fit),
        "sensitivity": plots.sensitivity(fit),
    }
    rows = item_rows(fit)
    return environment.get_template("page.html").render(
        fit=fit,
        study=work.study,
        pictures={name: plots.svg(figure) for name, figure in figures.items() if figure is not None},
        summary=summary(fit),
        items=rows[:ITEMS_AT_MOST],
        left_out=max(len(rows) - ITEMS_AT_MOST, 0),
        names=work.space.names,
        provenance=json.dumps(provenance(fit), indent=2, ensure_ascii=False),
        profile=profile_text(fit).split("\n[provenance]")[0].strip(),
        length=length_mm(fit),
        signs={"well": "identified", "weakly": "weakly identified", "not": "not identified"},
        shades=_shades(fit),
        degrees=math.degrees,
        isnan=math.isnan,
    )


def _number(value: float | None) -> str:
    return "–" if value is None else number(value, 4)


def _shades(fit: Fit) -> list[list[str]] | None:
    """Return a background colour for every correlation: blue for +1, orange for -1."""
    if fit.correlations is None:
        return None
    return [
        [f"rgba({'47,111,176' if r > 0 else '217,130,43'},{abs(float(r)) * 0.6:.2f})" for r in row]
        for row in fit.correlations
    ]
