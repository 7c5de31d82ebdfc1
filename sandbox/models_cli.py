"""`sandbox models`: list the pieces there are, check model and mesh files, make the shipped meshes again."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandbox.components.catalogue import Catalogue
from sandbox.components.check import Report, check_file, is_mesh_file, shape_text, size_text, triangles_of
from sandbox.components.deviation import Deviation
from sandbox.components.plausible import length_text
from sandbox.components.spec import Component, Shape
from sandbox.errors import BadFile, InputError, SandboxError
from sandbox.garden_cli import build

__all__ = ["app"]

_WIDE = 110  # columns from which a title has a column of its own
_BESIDE = 47  # columns that all others take beside the ids
_BESIDE_WIDE = 84  # the same, with titles in a column of their own

app = typer.Typer(
    help="List the models there are; check your own; make the shipped mesh files again.",
    invoke_without_command=True,
    rich_markup_mode="markdown",
)


class LengthUnit(StrEnum):
    """Units of a mesh file's numbers, as the command line takes them."""

    m = "m"
    cm = "cm"
    mm = "mm"
    inch = "in"


Folders = Annotated[
    list[Path] | None,
    typer.Option("--models", metavar="DIR", help="Your own folder of models; it wins over the shipped one."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@app.callback()
def models(context: typer.Context, folders: Folders = None, as_json: AsJson = False) -> None:
    """List every model with its mass, size, inertia, triangles and material."""
    if context.invoked_subcommand is not None:
        if folders or as_json:
            name = context.invoked_subcommand
            instead = "it writes to --out DIR" if name == "build" else "write them after it"
            raise InputError(f"--models and --json would be lost before {name}; {instead}")
        return
    catalogue = Catalogue(folders or ())
    components, errors = _load_all(catalogue)
    if as_json:
        typer.echo(json.dumps([_component_data(component) for component in components], indent=2))
    else:
        console = Console(highlight=False, markup=False)
        console.print(_list(components, console.width))
    for error in errors:
        typer.echo(f"error: {error}", err=True)
    if errors:
        raise typer.Exit(2)


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Model files, mesh files, or ids such as common/block.")
    ],
    folders: Folders = None,
    unit: Annotated[LengthUnit | None, typer.Option(help="Unit of mesh files' numbers.")] = None,
    material: Annotated[str, typer.Option(help="What mesh files are made of.")] = "beech",
    as_json: AsJson = False,
) -> None:
    """Say what collides, how far that departs from what is drawn, and what looks wrong or cannot work."""
    catalogue = Catalogue(folders or ())
    console = Console(highlight=False, markup=False)
    if unit and not any(is_mesh_file(Path(name)) for name in files):
        raise InputError("--unit is for mesh files and there is none; model files say their units themselves")
    is_bad = False
    data: list[dict[str, Any]] = []
    for name in files:
        try:
            with Console(stderr=True).status(f"checking {name}"):
                report = check_file(_path_of(name, catalogue), catalogue, unit.value if unit else None, material)
        except SandboxError as error:
            is_bad = True
            console.file.flush()
            typer.echo(f"error: {error}", err=True)
            data.append({"file": name, "ok": False, "error": str(error)})
            continue
        data.append(_report_data(report))
        if not as_json:
            console.print(_report(report), "")
    if as_json:
        typer.echo(json.dumps(data, indent=2))
    if is_bad:
        raise typer.Exit(2)


app.command()(build)


def _load_all(catalogue: Catalogue) -> tuple[list[Component], list[SandboxError]]:
    components: list[Component] = []
    errors: list[SandboxError] = []
    for name in catalogue.ids():
        try:
            components.append(catalogue.get(name))
        except SandboxError as error:
            errors.append(error)
    return components, errors


def _path_of(name: str, catalogue: Catalogue) -> Path:
    """Return the file that a person means by a path, or by a component's id where there is no such path."""
    path = Path(name)
    if path.is_dir():
        raise BadFile(path, "is a folder", instead=f"name its files, such as {path / '*.toml'}")
    return path if path.exists() or path.suffix else catalogue.file(name)[0]


# -- the list


def _list(components: Sequence[Component], width: int) -> Table:
    # Ids are there to be copied, so they are in one piece while the other columns have room.
    longest = max((len(component.id) for component in components), default=0)
    is_wide = width >= max(_WIDE, longest + _BESIDE_WIDE)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(
        "model" if is_wide else _two("model", "title"),
        overflow="fold",
        ratio=None if is_wide else 1,
        min_width=max(1, min(longest, width - _BESIDE)),
    )
    if is_wide:
        table.add_column("title", ratio=1)
    table.add_column("mass g", justify="right", no_wrap=True)
    table.add_column("size mm" if is_wide else _two("size mm", "inertia g·cm²"), justify="right", no_wrap=True)
    if is_wide:
        table.add_column("inertia g·cm²", justify="right", no_wrap=True)
    table.add_column("triangles" if is_wide else "tri-\nangles", justify="right", no_wrap=True)
    table.add_column("material", no_wrap=True)
    for index, component in enumerate(components):
        if index and _folder(component) != _folder(components[index - 1]):
            table.add_section()
        name, title = Text(component.id, "bold"), Text(component.title, "dim")
        triangles = triangles_of(component)
        mass = "fixed" if component.is_fixed else _number(component.mass * 1000)
        size, inertia = Text(size_text(component.size, 1)), Text(_inertia(component), "" if is_wide else "dim")
        rest = (f"{triangles:,}" if triangles else "–", component.material)
        if is_wide:
            table.add_row(name, title, mass, size, inertia, *rest)
        else:
            table.add_row(Text("\n").join([name, title]), mass, Text("\n").join([size, inertia]), *rest)
    return table


def _two(first: str, second: str) -> Text:
    return Text.assemble(first, "\n", (second, "dim"))


def _folder(component: Component) -> str:
    return component.id.rpartition("/")[0]


def _inertia(component: Component) -> str:
    """Return the principal moments of a component's own body in g·cm²; one number when they are equal."""
    if component.is_fixed:
        return "–"
    moments = [_number(moment * 1e7) for moment in component.inertia]
    return moments[0] if len(set(moments)) == 1 else " ".join(f"{moment:>5}" for moment in moments)


def _number(value: float) -> str:
    """Return three digits, without exponent for what pieces weigh."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:#.3g}".rstrip(".")


# -- the check


def _report(report: Report) -> RenderableType:
    mark = ("! ", "bold yellow") if report.warnings else ("✓ ", "bold green")
    head = Text.assemble(mark, (_shown(report.file), "bold"))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True, min_width=10)
    grid.add_column(overflow="fold")
    if report.component is not None:
        grid.add_row("  is", report.component.title)
        for label, text in _component_lines(report.component):
            grid.add_row(f"  {label}", text)
    if report.deviation is not None:
        grid.add_row("  departs", _deviation_text(report.deviation))
    for facts in report.meshes:
        traits = [
            "watertight" if facts.is_watertight else "not watertight",
            "convex" if facts.is_convex else "dented",
        ]
        others = [f"{name} ({length_text(length)} long)" for name, length in facts.fitting if name != facts.unit]
        grid.add_row("  mesh", f"{facts.file}: {facts.triangles:,} triangles, {', '.join(traits)}")
        text = f"{facts.unit} is plausible: {size_text(facts.size)} mm"
        grid.add_row("  unit", text + (f"; so would be {' or '.join(others)}" if others else ""))
    for note in report.notes:
        grid.add_row("  note", note)
    for warning in report.warnings:
        grid.add_row(Text("  warning", "yellow"), warning)
    return Group(head, grid)


def _shown(file: str) -> str:
    """Return a path from here, where it is below here."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _component_lines(component: Component) -> list[tuple[str, str]]:
    visuals = [*component.visuals, *(visual for link in component.links for visual in link.visuals)]
    lines = [
        ("collides", "; ".join(_counted([part.shape for part in component.all_parts()]))),
        ("drawn", "; ".join(_counted([visual.shape for visual in visuals]))),
    ]
    if component.is_fixed:
        return [*lines, ("size", f"{size_text(component.size)} mm; never moves")]
    centre = ", ".join(f"{round(x * 1000, 2) + 0.0:g}" for x in component.frame.position)
    own = " of its own body" if component.links else ""
    lines += [
        ("size", f"{size_text(component.size)} mm, handled as {component.handling}"),
        ("weighs", f"{_number(component.mass * 1000)} g, {component.material}"),
        ("balance", f"centre of mass{own} at {centre} mm; inertia {', '.join(_inertia(component).split())} g·cm²"),
    ]
    for link in component.links:
        hinge = link.hinge
        lines.append(
            (
                "link",
                f"{link.name}: {_number(link.mass * 1000)} g, spring {hinge.stiffness:g} N·m/rad, "
                f"{math.degrees(hinge.lower):.0f} to {math.degrees(hinge.upper):.0f}°",
            )
        )
    return lines


def _counted(shapes: Sequence[Shape]) -> list[str]:
    texts = [shape_text(shape) for shape in shapes]
    return [f"{texts.count(text)} × {text}" if texts.count(text) > 1 else text for text in dict.fromkeys(texts)]


def _deviation_text(deviation: Deviation) -> str:
    texts = [
        f"collision {where} the drawing by up to {_mm(most)} mm, {_mm(mean)} on average"
        for where, most, mean in (
            ("stands out of", deviation.out_max, deviation.out_mean),
            ("stays inside", deviation.in_max, deviation.in_mean),
        )
        if most >= 5e-6
    ]
    return "; ".join(texts) or "nowhere: what collides is what is drawn"


def _mm(metres: float) -> str:
    return f"{round(metres * 1000, 2):g}"


# -- JSON


def _component_data(component: Component) -> dict[str, Any]:
    return {
        "id": component.id,
        "title": component.title,
        "material": component.material,
        "handling": component.handling,
        "mass_g": round(component.mass * 1000, 6),
        "size_mm": [round(edge * 1000, 6) for edge in component.size],
        "inertia_kg_m2": component.inertia,
        "centre_of_mass_mm": [round(x * 1000, 6) for x in component.frame.position],
        "collides": [shape_text(part.shape) for part in component.all_parts()],
        "links": [link.name for link in component.links],
        "triangles": triangles_of(component),
    }


def _report_data(report: Report) -> dict[str, Any]:
    deviation = report.deviation
    return {
        "file": report.file,
        "ok": True,
        "component": None if report.component is None else _component_data(report.component),
        "deviation_mm": None
        if deviation is None
        else {
            key: round(getattr(deviation, key) * 1000, 6) for key in ("out_max", "out_mean", "in_max", "in_mean")
        },
        "meshes": [
            {
                "key": facts.key,
                "file": facts.file,
                "unit": facts.unit,
                "size_mm": [round(edge * 1000, 6) for edge in facts.size],
                "triangles": facts.triangles,
                "degenerate": facts.degenerate,
                "watertight": facts.is_watertight,
                "convex": facts.is_convex,
                "units_that_fit": [name for name, _ in facts.fitting],
            }
            for facts in report.meshes
        ],
        "missing_sources": report.missing_sources,
        "warnings": report.warnings,
    }
