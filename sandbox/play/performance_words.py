"""The acts of a scenario in words for a person who looks on."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.scenario.schema_acts import Act
from sandbox.scenario.schema_expect import Rate
from sandbox.scenario.schema_layout import Place

__all__ = ["act_words", "rate_words"]


def act_words(act: Act) -> str:
    """Return what happens in an act, in a few words."""
    return _WORDS[act.kind](act)


def rate_words(rate: Rate) -> str:
    """Return a wanted rate, such as `in at least 90 % of the trials`."""
    parts = [
        f"{word} {100 * number:g} %"
        for word, number in (("at least", rate.at_least), ("at most", rate.at_most))
        if number is not None
    ]
    return f"in {' and '.join(parts)} of the trials"


def _settle(act: Act) -> str:
    assert act.settle is not None
    return f"Wait for rest, {act.settle.timeout_s:g} s at most"


def _what(place: Place) -> str:
    return place.component if place.component is not None else f"a {place.kind}"


def _place(act: Act) -> str:
    order = act.place
    assert order is not None
    on = f" on {order.on}" if order.on else ""
    drop = f", from {order.drop_mm:g} mm" if order.drop_mm else ""
    return f"Place {order.name} ({_what(order)}){on}{drop}"


def _pour(act: Act) -> str:
    assert act.pour is not None
    return f"Pour {act.pour.drop}"


def _remove(act: Act) -> str:
    assert act.remove is not None
    return f"Take {act.remove.body} away"


def _push(act: Act) -> str:
    assert act.push is not None
    force = sum(each * each for each in act.push.force_N) ** 0.5
    return f"Push {act.push.body} with {force:.3g} N for {act.push.seconds:g} s"


def _launch(act: Act) -> str:
    order = act.launch
    assert order is not None
    towards = order.towards if isinstance(order.towards, str) else "a point"
    return f"Throw {order.body or order.name} at {towards}, {order.speed:g} m/s"


def _set_joint(act: Act) -> str:
    order = act.set_joint
    assert order is not None
    if order.angle_deg is None:
        return f"Let {order.joint} of {order.body} go"
    return f"Turn {order.joint} of {order.body} to {order.angle_deg:g}°{' and hold it' if order.hold else ''}"


def _tilt(act: Act) -> str:
    assert act.tilt is not None
    return f"Tilt the table by {act.tilt.angle_deg:g}° in {act.tilt.seconds:g} s"


def _shake(act: Act) -> str:
    order = act.shake
    assert order is not None
    return f"Shake the table by {order.amplitude_mm:g} mm, {order.frequency_hz:g} times a second"


def _wait(act: Act) -> str:
    order = act.wait
    assert order is not None
    if order.until_touch is None:
        return f"Let {order.seconds:g} s pass"
    return f"Wait until {' and '.join(order.until_touch)} touch, {order.seconds:g} s at most"


_WORDS: dict[str, Callable[[Act], str]] = {
    "settle": _settle,
    "place": _place,
    "pour": _pour,
    "remove": _remove,
    "push": _push,
    "launch": _launch,
    "set_joint": _set_joint,
    "tilt": _tilt,
    "shake": _shake,
    "wait": _wait,
}
