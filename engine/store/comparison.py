"""Stored events beside those that the rules make today. Earlier releases stored texts where values are stored now."""

from typing import Any, Literal

import msgspec

from engine.core import Event

Likeness = Literal["same", "worded", "other"]
"""``worded`` are the same except for what serves the words: texts in place of values, names, and explanations."""


def compare_events(stored: tuple[Event, ...], made: tuple[Event, ...]) -> Likeness:
    """Compare the stored events of a move with those that were ``made`` by playing it again."""
    if stored == made:
        return "same"
    if not any(event.is_explanation for event in stored):
        known = tuple(event for event in made if not event.is_explanation)
        likeness: Likeness = "same" if known == made else "worded"
        return _worst(likeness, _compare_all(stored, known))
    return _compare_all(stored, made)


def _compare_all(stored: tuple[Event, ...], made: tuple[Event, ...]) -> Likeness:
    if list(map(type, stored)) != list(map(type, made)):
        return "other"
    return _worst(*map(_compare_event, stored, made))


def _compare_event(stored: Event, made: Event) -> Likeness:
    left, right, likeness = msgspec.to_builtins(stored), msgspec.to_builtins(made), list[Likeness]()
    for field in stored.name_fields & left.keys() & right.keys():
        likeness.append(_compare_names(left.pop(field), right.pop(field)))
    return _worst(_compare(left, right), *likeness)


def _compare_names(stored: dict[Any, Any], made: dict[Any, Any]) -> Likeness:
    """Compare names: other things may be named, but the same thing in the same way."""
    if stored == made:
        return "same"
    return "worded" if all(stored[key] == made[key] for key in stored.keys() & made.keys()) else "other"


def _compare(stored: Any, made: Any) -> Likeness:
    """The same for plain values. A text and a struct stand in one place only where an event's type allows both."""
    if stored == made:
        return "same"
    if isinstance(stored, str) and isinstance(made, dict):
        return "worded"
    if isinstance(stored, dict) and isinstance(made, dict) and stored.keys() == made.keys():
        return _worst(*(_compare(stored[key], value) for key, value in made.items()))
    if isinstance(stored, tuple | list) and isinstance(made, tuple | list) and len(stored) == len(made):
        return _worst(*map(_compare, stored, made))
    return "other"


def _worst(*found: Likeness) -> Likeness:
    return "other" if "other" in found else "worded" if "worded" in found else "same"
