"""Comparison of stored events with replayed ones.

Earlier releases stored texts in place of some values.
"""

from typing import Any, Literal

import msgspec

from engine.core import Event

Similarity = Literal["same", "worded", "other"]
"""The result of a comparison.

``worded`` events are equal except for texts in place of values, more or fewer names, and missing explanations.
"""


def compare_events(stored: tuple[Event, ...], replayed: tuple[Event, ...]) -> Similarity:
    """Compare the stored events of a move with the ``replayed`` ones."""
    if stored == replayed:
        return "same"
    if not any(event.is_explanation for event in stored):
        known = tuple(event for event in replayed if not event.is_explanation)
        similarity: Similarity = "same" if known == replayed else "worded"
        return _lowest_similarity(similarity, _compare_all(stored, known))
    return _compare_all(stored, replayed)


def _compare_all(stored: tuple[Event, ...], replayed: tuple[Event, ...]) -> Similarity:
    if list(map(type, stored)) != list(map(type, replayed)):
        return "other"
    return _lowest_similarity(*map(_compare_event, stored, replayed))


def _compare_event(stored: Event, replayed: Event) -> Similarity:
    left, right, similarity = msgspec.to_builtins(stored), msgspec.to_builtins(replayed), list[Similarity]()
    for field in stored.name_fields & left.keys() & right.keys():
        similarity.append(_compare_names(left.pop(field), right.pop(field)))
    return _lowest_similarity(_compare_values(left, right), *similarity)


def _compare_names(stored: dict[Any, Any], replayed: dict[Any, Any]) -> Similarity:
    """Compare two mappings of names. Keys may be missing in either, but the names of common keys must be equal."""
    if stored == replayed:
        return "same"
    return "worded" if all(stored[key] == replayed[key] for key in stored.keys() & replayed.keys()) else "other"


def _compare_values(stored: Any, replayed: Any) -> Similarity:
    """Compare two JSON values.

    A text in place of an object is “worded”, because the type of the event allows both.
    """
    if stored == replayed:
        return "same"
    if isinstance(stored, str) and isinstance(replayed, dict):
        return "worded"
    if isinstance(stored, dict) and isinstance(replayed, dict) and stored.keys() == replayed.keys():
        return _lowest_similarity(*(_compare_values(stored[key], value) for key, value in replayed.items()))
    if isinstance(stored, tuple | list) and isinstance(replayed, tuple | list) and len(stored) == len(replayed):
        return _lowest_similarity(*map(_compare_values, stored, replayed))
    return "other"


def _lowest_similarity(*similarities: Similarity) -> Similarity:
    return "other" if "other" in similarities else "worded" if "worded" in similarities else "same"
