"""Numbers beyond those that a menu lists: a step away from the highest, and from one that is about to be confirmed.

Pure: it knows no Discord and no title. A step is a multiple of what lies between the listed numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import gcd

from bot.ui.menu import Menu, MenuChoice, menu
from engine import Action
from engine.core.action import fields

_STEPS = (1, 5, 10)
"""How many of the units between listed numbers a step has."""


def beyond(offers: Collection[Action], found: Menu) -> tuple[MenuChoice, ...]:
    """Answers a step above the listed ones, where more numbers may be given than are listed."""
    listed = _listed(found)
    if not listed:
        return ()
    start = listed[-2] if found.kind == "number" else listed[-1]
    steps = [entry for _, entry in _steps(offers, found, start)]
    return tuple(entry for entry in steps if int(entry.words[0]) not in listed)


def higher(offers: Collection[Action], found: Menu) -> tuple[tuple[int, MenuChoice], ...]:
    """Steps up from the number that is about to be confirmed, each with the answer that it leads to."""
    before = question_before(offers, found)
    if before is None or not _listed(before):
        return ()
    return tuple(_steps(offers, before, int(found.picked[-1])))


def question_before(offers: Collection[Action], found: Menu) -> Menu | None:
    """The question that the last word of a move to be confirmed answers, if other numbers could be typed there."""
    if found.kind != "confirm" or len(found.picked) < 2:
        return None
    asked = menu(offers, found.picked[:-1])
    return asked if asked is not None and asked.picked == found.picked[:-1] and _listed(asked) else None


def _listed(found: Menu) -> list[int]:
    """The numbers that have buttons, in order; none if they are all that may be answered."""
    if found.kind == "confirm" or not found.field or found.field != fields(type(found.sample))[-1]:
        return []
    if not isinstance(getattr(found.sample, found.field), int):
        return []
    more = found.high - found.low >= len(found.entries) if found.kind == "number" else bool(found.example)
    return sorted(int(entry.words[0]) for entry in found.entries) if more else []


def _steps(offers: Collection[Action], found: Menu, start: int) -> Iterator[tuple[int, MenuChoice]]:
    """The numbers above ``start`` that are a step away and may be answered."""
    unit = 1 if found.kind == "number" else _unit(_listed(found))
    for step in (unit * times for times in _STEPS):
        word = str(start + step)
        after = menu(offers, (*found.picked, word))
        if after is not None and after.kind == "confirm":
            yield step, MenuChoice((word,), "", (after.sample,))


def _unit(listed: list[int]) -> int:
    """The distance that divides all those between listed numbers."""
    return gcd(*(after - before for before, after in pairwise(listed))) or 1
