"""Numbers beyond those that a menu lists: a step away from the highest, and from one that is about to be confirmed.

Pure: it knows no Discord and no title. A step is a multiple of what lies between the listed numbers.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import gcd

from msgspec.structs import replace

from bot.ui.menu import Menu, MenuChoice, menu
from engine import Action
from engine.core import field_names
from engine.core.action import menu_offers

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
    if found.kind != "confirm":
        return None
    asked = menu(offers, found.picked[:-1])
    return asked if asked is not None and asked.picked == found.picked[:-1] and _listed(asked) else None


def _listed(found: Menu) -> list[int]:
    """The numbers that have buttons, in order; none if they are all that may be answered."""
    if found.kind == "confirm" or not found.field or found.field != field_names(type(found.sample))[-1]:
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


def nearest_numbers(offers: Collection[Action], typed: Action, field: str) -> Iterator[Action]:
    """The allowed actions nearest below and above one that is not allowed, if only that number is in its way."""
    alike = (action for action in menu_offers(offers) if type(action) is type(typed))
    same = [action for action in alike if replace(action, **{field: getattr(typed, field)}) == typed]
    listed = sorted({int(getattr(action, field)) for action in same})
    wanted = int(getattr(typed, field))
    if not listed or typed in offers:
        return
    unit = _unit(listed)
    down = listed[0] + (wanted - listed[0]) // unit * unit
    below = [number for number in listed if number <= wanted]
    if below:
        yield _highest(offers, replace(typed, **{field: below[-1]}), field, down, unit)
    above = replace(typed, **{field: down + unit})
    least = next((number for number in listed if number > wanted), None)
    if above in offers:
        yield above
    elif least is not None:
        yield replace(typed, **{field: least})


def _highest(offers: Collection[Action], allowed: Action, field: str, most: int, unit: int) -> Action:
    """The allowed action with the highest number from an allowed one up to ``most``, a multiple of units above it."""
    low = int(getattr(allowed, field))
    if replace(allowed, **{field: most}) in offers:
        return replace(allowed, **{field: most})
    steps = (most - low) // unit
    done = 0
    while steps - done > 1:
        half = (done + steps) // 2
        done, steps = (half, steps) if replace(allowed, **{field: low + half * unit}) in offers else (done, half)
    return replace(allowed, **{field: low + done * unit})
