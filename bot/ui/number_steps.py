"""Buttons for numbers higher than those that a question lists. Pure.

These numbers are a few steps above the highest listed number, or above the number on the *Confirm* page. A step is a
multiple of the distance between listed numbers.
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
"""Sizes of the steps, in multiples of the distance between listed numbers."""


def choices_above(offers: Collection[Action], question: Question) -> tuple[AnswerChoice, ...]:
    """Return the answers a step above the listed numbers, not counting the maximum.

    Empty if all allowed numbers are listed.
    """
    button_numbers = _button_numbers(question)
    if not button_numbers:
        return ()
    start = button_numbers[-2] if question.kind == "number" else button_numbers[-1]
    steps = [entry for _, entry in _number_steps(offers, question, start)]
    return tuple(entry for entry in steps if int(entry.words[0]) not in button_numbers)


def steps_up(offers: Collection[Action], question: Question) -> tuple[tuple[int, AnswerChoice], ...]:
    """Return the (step, answer) pairs above the number that is to be confirmed."""
    before = number_question_before(offers, question)
    if before is None or not _button_numbers(before):
        return ()
    return tuple(_number_steps(offers, before, int(question.picked[-1])))


def number_question_before(offers: Collection[Action], confirmation: Question) -> Question | None:
    """Return the question that the move's last word answers; None if no other number can be typed as an answer."""
    if confirmation.kind != "confirm":
        return None
    question = next_question(offers, confirmation.picked[:-1])
    return (
        question
        if question is not None and question.picked == confirmation.picked[:-1] and _button_numbers(question)
        else None
    )


def _button_numbers(question: Question) -> list[int]:
    """Return the numbers that have buttons, in order; empty if no other numbers are possible."""
    if question.kind == "confirm" or not question.field or question.field != field_names(type(question.sample))[-1]:
        return []
    if not isinstance(getattr(question.sample, question.field), int):
        return []
    has_others = (
        question.high - question.low >= len(question.entries) if question.kind == "number" else bool(question.example)
    )
    return sorted(int(entry.words[0]) for entry in question.entries) if has_others else []


def _number_steps(offers: Collection[Action], question: Question, start: int) -> Iterator[tuple[int, AnswerChoice]]:
    """Yield the (step, answer) pairs for the possible answers above ``start``."""
    unit = 1 if question.kind == "number" else _step_unit(_button_numbers(question))
    for step in (unit * times for times in _STEP_SIZES):
        word = str(start + step)
        next_one = next_question(offers, (*question.picked, word))
        if next_one is not None and next_one.kind == "confirm":
            yield step, AnswerChoice((word,), "", (next_one.sample,))


def _step_unit(listed: list[int]) -> int:
    return gcd(*(after - before for before, after in pairwise(listed))) or 1


def nearest_numbers(offers: Collection[Action], typed: Action, field: str) -> Iterator[Action]:
    """Yield the nearest allowed actions, below and above, for a typed action whose number is not allowed."""
    same_kind = (action for action in menu_offers(offers) if type(action) is type(typed))
    differing_actions = [action for action in same_kind if replace(action, **{field: getattr(typed, field)}) == typed]
    listed = sorted({int(getattr(action, field)) for action in differing_actions})
    typed_number = int(getattr(typed, field))
    if not listed or typed in offers:
        return
    unit = _step_unit(listed)
    highest_below = listed[0] + (typed_number - listed[0]) // unit * unit
    listed_below = [number for number in listed if number <= typed_number]
    if listed_below:
        yield _highest_allowed(offers, replace(typed, **{field: listed_below[-1]}), field, highest_below, unit)
    action_above = replace(typed, **{field: highest_below + unit})
    lowest_above = next((number for number in listed if number > typed_number), None)
    if action_above in offers:
        yield action_above
    elif lowest_above is not None:
        yield replace(typed, **{field: lowest_above})


def _highest_allowed(offers: Collection[Action], allowed: Action, field: str, most: int, unit: int) -> Action:
    """Find the allowed action with the highest number, which is at most ``most``.

    The search goes in steps of ``unit`` from the number of the action ``allowed``.
    """
    low = int(getattr(allowed, field))
    if replace(allowed, **{field: most}) in offers:
        return replace(allowed, **{field: most})
    max_steps = (most - low) // unit
    allowed_steps = 0
    while max_steps - allowed_steps > 1:
        half = (allowed_steps + max_steps) // 2
        allowed_steps, max_steps = (
            (half, max_steps) if replace(allowed, **{field: low + half * unit}) in offers else (allowed_steps, half)
        )
    return replace(allowed, **{field: low + allowed_steps * unit})
