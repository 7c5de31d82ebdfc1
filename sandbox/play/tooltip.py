"""What is said about a piece beside the mouse. No window."""

from __future__ import annotations

from typing import Protocol

from sandbox.play.live import Live

__all__ = ["tooltip"]


class _Owns(Protocol):
    def owner(self, name: str) -> str | None: ...
    def hides(self, name: str) -> bool: ...


def tooltip(live: Live, name: str, desk: _Owns | None = None) -> tuple[str, ...]:
    """Return a piece's name, what it is, mass and material, who owns it, and whether it is locked.

    Args:
        live: The table.
        name: The body.
        desk: Knows whose pieces are whose; None without a game.
    """
    kind = live.kinds.get(name)
    if kind is None:
        return ()
    lines = [name]
    is_known = desk is None or not desk.hides(name)
    if is_known and kind.title and kind.title.lower() != name.lower():
        lines.append(kind.title)
    weight = "" if kind.is_fixed else f"{mass_text(kind.mass)}, "
    lines.append(f"{weight}{kind.material}")
    owner = desk.owner(name) if desk is not None else None
    if owner:
        lines.append(f"belongs to {owner}")
    if name in live.locked:
        lines.append("locked (L unlocks)")
    return tuple(lines)


def mass_text(mass: float) -> str:
    """Return a mass in kg as people read it: three digits, in mg, g or kg."""
    for unit, factor in (("kg", 1.0), ("g", 1e3)):
        if mass * factor >= (1.0 if unit == "kg" else 0.1):
            return f"{mass * factor:.3g} {unit}"
    return f"{mass * 1e6:.3g} mg"
