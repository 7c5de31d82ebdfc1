"""What every game does with heaps of pieces, which are tuples: a change makes a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

__all__ = ["mixed_up", "put_at", "without"]

T = TypeVar("T")


def put_at(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at place `i`, which must be there."""
    assert 0 <= i < len(items), f"there is no place {i} of {len(items)}"
    return (*items[:i], item, *items[i + 1 :])


def without(items: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return the items without one for each of `gone`, which must all be there."""
    left = list(items)
    for item in gone:
        left.remove(item)
    return tuple(left)


def mixed_up(heap: str, kind: str, found: Sequence[T], due: Sequence[T], name: Callable[[T], str]) -> str | None:
    """Return why a heap that was mixed is not the one that it was before, or None when it is.

    Args:
        heap: What it is called, such as `the deck`.
        kind: What it consists of, such as `card`.
        found: What was found.
        due: What was there before, in any order.
        name: How a piece is called.
    """
    if len(found) != len(due):
        return f"{heap} has {len(found)} {kind}s, not {len(due)}"
    for piece, more in (Counter(found) - Counter(due)).items():
        return f"{heap} has {more} too many of the {kind} {name(piece)}"
    return None
