"""What a table plays with: digests of its models and of the engine's numbers, saved with a game and compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandbox.components.catalogue import Catalogue
from sandbox.components.fingerprint import fingerprints, short_digest
from sandbox.physics import Profile

__all__ = ["models_of", "others"]


def models_of(catalogue: Catalogue, ids: Iterable[str], profile: Profile) -> dict[str, str]:
    """Return short digests of what a table is made of: each model file by its path, and the engine's profile.

    Args:
        catalogue: Where the table's components are.
        ids: Of the components.
        profile: The engine's numbers; how it is called makes no difference.

    Raises:
        UnknownName: There is no such component.
        BadFile: Its file cannot be used.
    """
    numbers = profile.model_dump_json(exclude={"name"}).encode()
    return {**fingerprints(catalogue, ids), f"profile {profile.name}": short_digest(numbers)}


def others(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """Return what differs between the models of two tables, or is in one of them only, by name."""
    return tuple(name for name in sorted({*then, *now}) if then.get(name) != now.get(name))
