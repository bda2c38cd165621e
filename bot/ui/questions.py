"""The next question, from the offers and the answers so far. Pure.

An answer is one word of notation; ``picked`` are the verb and the words so far. A question with one possible answer is
skipped, unless another may be typed.
"""

from collections.abc import Collection, Iterator, Sequence
from string import ascii_uppercase
from typing import Literal, TypeVar

import msgspec

from engine import Action, Unreadable, read_action, write_action
from engine.core import IdentityCache, field_names
from engine.core.action import complete_action, field_example, menu_offers

_Item = TypeVar("_Item")

OffersWithWords = list[tuple[tuple[str, ...], Action]]
"""Offers with their words."""

_MAX_QUICK_NUMBERS = 4
"""Maximum number buttons next to the form for all of them."""


class AnswerChoice(msgspec.Struct, frozen=True):
    """One possible answer. ``words`` continue ``Question.picked``; ``key`` marks it in the picture, a number by itself.

    ``actions`` are the offers still possible, at least one.
    """

    words: tuple[str, ...]
    key: str
    actions: tuple[Action, ...]


class Question(msgspec.Struct, frozen=True):
    """The next question.

    Kinds: ``verbs``, a choice of verb with an empty ``field``; ``choices``, one value of ``field``; ``number``, a whole
    number from ``low`` to ``high``, whose entries are the useful ones; ``confirm``, with the action as only entry.
    ``picked`` includes answers that were not asked; ``previous_words`` are the words of the question before, None at
    the first. With an ``example``, other values may be typed. ``other_verbs`` are the other verbs, if the first
    question of one verb comes immediately.
    """

    kind: Literal["verbs", "choices", "number", "confirm"]
    picked: tuple[str, ...]
    field: str
    entries: tuple[AnswerChoice, ...]
    previous_words: tuple[str, ...] | None
    low: int = 0
    high: int = 0
    example: str = ""
    other_verbs: tuple[AnswerChoice, ...] = ()

    @property
    def sample(self) -> Action:
        """Any action still possible; all of them agree on ``picked``."""
        return self.entries[0].actions[0]


def notation_words(action: Action) -> tuple[str, ...]:
    """The action's notation without the seat."""
    return tuple(write_action(action).split()[1:])


def next_question(offers: Collection[Action], picked: Sequence[str] = ()) -> Question | None:
    """The question after ``picked``; None if no offer begins with these words.

    Unlisted values can be picked too, by a typed word or an old button.
    """
    listed = _menu_offers(offers)
    listed_question = _question_after(offers, _offers_with_words(listed), picked)
    return (
        listed_question
        if listed_question or listed is offers
        else _question_after(offers, _offers_with_words(offers), picked)
    )


_menu_offers = IdentityCache(menu_offers)


@IdentityCache
def _offers_with_words(listed: Collection[Action]) -> OffersWithWords:
    """The words of each offer, computed once for all questions of a page."""
    return [(notation_words(action), action) for action in listed]


def _question_after(offers: Collection[Action], spelled: OffersWithWords, picked: Sequence[str]) -> Question | None:
    path: tuple[str, ...] = ()
    asked: list[tuple[str, ...]] = []
    for word in _words_then_blanks(picked):
        answers = _group_by_word(spelled, len(path))
        if not answers:
            return _confirmation_question(path, spelled[0][1], asked) if spelled and not word else None
        if len(answers) > 1 or (path and _can_be_typed(spelled[0][1], len(path))):
            if not word:
                return _field_question(path, answers, asked)
            asked.append(path)
        elif not word:
            word = next(iter(answers))
        if word not in answers:
            return _question_after_typed(offers, spelled[0][1], picked, asked)
        path, spelled = (*path, word), answers[word]
    raise AssertionError("the words of an action came to no end")


def _words_then_blanks(picked: Sequence[str]) -> Iterator[str]:
    """The given answers, then an empty word for every open question."""
    yield from picked
    while True:
        yield ""


def _group_by_word(spelled: OffersWithWords, depth: int) -> dict[str, OffersWithWords]:
    """The offers by their next word; empty if they have none."""
    groups: dict[str, OffersWithWords] = {}
    for spelling, action in spelled:
        if len(spelling) > depth:
            groups.setdefault(spelling[depth], []).append((spelling, action))
    return groups


def _confirmation_question(path: tuple[str, ...], action: Action, asked: list[tuple[str, ...]]) -> Question:
    back = asked[-1] if asked else None
    return Question("confirm", path, "", (AnswerChoice((), "", (action,)),), back)


def _can_be_typed(sample: Action, depth: int) -> bool:
    """Whether the question is for a verb's last value, and unlisted values may be typed."""
    names = field_names(type(sample))
    return depth == len(names) and bool(field_example(type(sample), names[-1]))


def _question_after_typed(
    offers: Collection[Action], sample: Action, picked: Sequence[str], asked: list[tuple[str, ...]]
) -> Question | None:
    """The question after a typed, unlisted value: Confirm, if the action is legal."""
    names = field_names(type(sample))
    if not 1 < len(picked) <= len(names) + 1:
        return None
    if not field_example(type(sample), names[len(picked) - 2]):
        return None
    try:
        whole = len(picked) == len(names) + 1
        action = (
            read_action(f"p{sample.seat} {' '.join(picked)}", (type(sample),))
            if whole
            else complete_action(offers, picked)
        )
    except Unreadable:
        return None
    return (
        _confirmation_question(notation_words(action), action, asked)
        if action is not None and action in offers
        else None
    )


def _field_question(
    path: tuple[str, ...], answers: dict[str, OffersWithWords], asked: list[tuple[str, ...]]
) -> Question:
    back = asked[-1] if asked else None
    if not path:
        return Question("verbs", path, "", tuple(_verb_choices(answers)), back)
    sample = next(iter(answers.values()))[0][1]
    names = field_names(type(sample))
    name = names[len(path) - 1]
    entries = _number_choices(answers, numbered=name == names[-1])
    if isinstance(getattr(sample, name), int) and type(sample).quick_number != "all" and _is_number_run(answers):
        numbers = sorted(map(int, answers))
        quick = [*numbers[:_MAX_QUICK_NUMBERS], numbers[-1]] if len(numbers) > _MAX_QUICK_NUMBERS else numbers
        few = [entry for entry in entries if int(entry.words[0]) in quick]
        answer_buttons = tuple(AnswerChoice(entry.words, entry.words[0], entry.actions) for entry in few)
        return Question("number", path, name, answer_buttons, back, numbers[0], numbers[-1])
    return Question("choices", path, name, entries, back, example=field_example(type(sample), name))


def _verb_choices(answers: dict[str, OffersWithWords]) -> Iterator[AnswerChoice]:
    """One entry per verb, with the ``quick`` number next to a verb that only asks for a number."""
    for verb, spelled in answers.items():
        yield AnswerChoice((verb,), "", tuple(action for _, action in spelled))
        sample = spelled[0][1]
        names = field_names(type(sample))
        if len(names) == 1 and len(spelled) > 1 and isinstance(getattr(sample, names[0]), int):
            yield from _quick_number(spelled, type(sample).quick_number)


def _quick_number(
    spelled: OffersWithWords, which: Literal["lowest", "highest", "none", "all"]
) -> Iterator[AnswerChoice]:
    """The lowest or the highest number of a verb that asks for nothing else."""
    if which in ("lowest", "highest"):
        choose = min if which == "lowest" else max
        spelling, action = choose(spelled, key=lambda pair: int(pair[0][1]))
        yield AnswerChoice(spelling, "", (action,))


def _number_choices(answers: dict[str, OffersWithWords], *, numbered: bool) -> tuple[AnswerChoice, ...]:
    """Mark the values of a verb's last field with numbers, those of the fields before it with letters.

    One-digit numbers, such as places in a row, mark themselves.
    """
    same = all(word.isdigit() and len(word) == 1 for word in answers)
    return tuple(
        AnswerChoice(
            (word,),
            (word if same else str(index + 1)) if numbered else letter_key(index),
            tuple(action for _, action in spelled),
        )
        for index, (word, spelled) in enumerate(answers.items())
    )


def page_items(things: Sequence[_Item], page: int, size: int) -> tuple[Sequence[_Item], int, int]:
    """One page of things, its number and the last page's number; a page that there isn't is the nearest one."""
    last = (len(things) - 1) // size
    page = max(0, min(page, last))
    return things[page * size : (page + 1) * size], page, last


def letter_key(index: int) -> str:
    """A to Z, then AA to AZ, and so on."""
    tens, ones = divmod(index, len(ascii_uppercase))
    return (letter_key(tens - 1) if tens else "") + ascii_uppercase[ones]


def _is_number_run(answers: dict[str, OffersWithWords]) -> bool:
    numbers = sorted(map(int, answers))
    return len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
