"""Numbers beyond the listed ones: steps up from the highest, and from one before Confirm. Pure.

A step is a multiple of the distance between listed numbers.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import gcd

from msgspec.structs import replace

from bot.ui.questions import AnswerChoice, Question, next_question
from engine import Action
from engine.core import field_names
from engine.core.action import menu_offers

_STEP_SIZES = (1, 5, 10)
"""Sizes of a step, in multiples of the distance between listed numbers."""


def choices_above(offers: Collection[Action], question: Question) -> tuple[AnswerChoice, ...]:
    """Answers a step above the listed ones, if more numbers are allowed than are listed."""
    listed = _button_numbers(question)
    if not listed:
        return ()
    start = listed[-2] if question.kind == "number" else listed[-1]
    steps = [entry for _, entry in _number_steps(offers, question, start)]
    return tuple(entry for entry in steps if int(entry.words[0]) not in listed)


def steps_up(offers: Collection[Action], question: Question) -> tuple[tuple[int, AnswerChoice], ...]:
    """Steps up from the number to be confirmed, each with its answer."""
    before = number_question_before(offers, question)
    if before is None or not _button_numbers(before):
        return ()
    return tuple(_number_steps(offers, before, int(question.picked[-1])))


def number_question_before(offers: Collection[Action], confirmation: Question) -> Question | None:
    """The question that the last word of a move answers, if other numbers could be typed there."""
    if confirmation.kind != "confirm":
        return None
    question = next_question(offers, confirmation.picked[:-1])
    return (
        question
        if question is not None and question.picked == confirmation.picked[:-1] and _button_numbers(question)
        else None
    )


def _button_numbers(question: Question) -> list[int]:
    """The numbers with buttons, in order; empty if they are all possible answers."""
    if question.kind == "confirm" or not question.field or question.field != field_names(type(question.sample))[-1]:
        return []
    if not isinstance(getattr(question.sample, question.field), int):
        return []
    more = (
        question.high - question.low >= len(question.entries) if question.kind == "number" else bool(question.example)
    )
    return sorted(int(entry.words[0]) for entry in question.entries) if more else []


def _number_steps(offers: Collection[Action], question: Question, start: int) -> Iterator[tuple[int, AnswerChoice]]:
    """The numbers a step above ``start`` that are possible answers."""
    unit = 1 if question.kind == "number" else _step_unit(_button_numbers(question))
    for step in (unit * times for times in _STEP_SIZES):
        word = str(start + step)
        after = next_question(offers, (*question.picked, word))
        if after is not None and after.kind == "confirm":
            yield step, AnswerChoice((word,), "", (after.sample,))


def _step_unit(listed: list[int]) -> int:
    """The greatest common divisor of the distances between listed numbers."""
    return gcd(*(after - before for before, after in pairwise(listed))) or 1


def nearest_numbers(offers: Collection[Action], typed: Action, field: str) -> Iterator[Action]:
    """The nearest allowed actions below and above one whose number is not allowed."""
    alike = (action for action in menu_offers(offers) if type(action) is type(typed))
    same = [action for action in alike if replace(action, **{field: getattr(typed, field)}) == typed]
    listed = sorted({int(getattr(action, field)) for action in same})
    typed_number = int(getattr(typed, field))
    if not listed or typed in offers:
        return
    unit = _step_unit(listed)
    down = listed[0] + (typed_number - listed[0]) // unit * unit
    below = [number for number in listed if number <= typed_number]
    if below:
        yield _highest_allowed(offers, replace(typed, **{field: below[-1]}), field, down, unit)
    above = replace(typed, **{field: down + unit})
    least = next((number for number in listed if number > typed_number), None)
    if above in offers:
        yield above
    elif least is not None:
        yield replace(typed, **{field: least})


def _highest_allowed(offers: Collection[Action], allowed: Action, field: str, most: int, unit: int) -> Action:
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
