"""Compares stored events with replayed ones. Earlier releases stored texts in place of some values."""

from typing import Any, Literal

import msgspec

from engine.core import Event

Likeness = Literal["same", "worded", "other"]
"""The result: ``worded`` events are equal except for texts in place of values, names, and explanations."""


def compare_events(stored: tuple[Event, ...], replayed: tuple[Event, ...]) -> Likeness:
    """Compare the stored events of a move with the ``replayed`` ones."""
    if stored == replayed:
        return "same"
    if not any(event.is_explanation for event in stored):
        known = tuple(event for event in replayed if not event.is_explanation)
        likeness: Likeness = "same" if known == replayed else "worded"
        return _worst_likeness(likeness, _compare_all(stored, known))
    return _compare_all(stored, replayed)


def _compare_all(stored: tuple[Event, ...], replayed: tuple[Event, ...]) -> Likeness:
    if list(map(type, stored)) != list(map(type, replayed)):
        return "other"
    return _worst_likeness(*map(_compare_event, stored, replayed))


def _compare_event(stored: Event, replayed: Event) -> Likeness:
    left, right, likeness = msgspec.to_builtins(stored), msgspec.to_builtins(replayed), list[Likeness]()
    for field in stored.name_fields & left.keys() & right.keys():
        likeness.append(_compare_names(left.pop(field), right.pop(field)))
    return _worst_likeness(_compare_values(left, right), *likeness)


def _compare_names(stored: dict[Any, Any], replayed: dict[Any, Any]) -> Likeness:
    """Compare names: other things may be named, but the same thing in the same way."""
    if stored == replayed:
        return "same"
    return "worded" if all(stored[key] == replayed[key] for key in stored.keys() & replayed.keys()) else "other"


def _compare_values(stored: Any, replayed: Any) -> Likeness:
    """The same for plain values. A text and a struct stand in one place only where an event's type allows both."""
    if stored == replayed:
        return "same"
    if isinstance(stored, str) and isinstance(replayed, dict):
        return "worded"
    if isinstance(stored, dict) and isinstance(replayed, dict) and stored.keys() == replayed.keys():
        return _worst_likeness(*(_compare_values(stored[key], value) for key, value in replayed.items()))
    if isinstance(stored, tuple | list) and isinstance(replayed, tuple | list) and len(stored) == len(replayed):
        return _worst_likeness(*map(_compare_values, stored, replayed))
    return "other"


def _worst_likeness(*found: Likeness) -> Likeness:
    return "other" if "other" in found else "worded" if "worded" in found else "same"
