"""Finds the next question from the offers and the answers so far. Pure.

An answer is one word of notation. ``picked`` are the words chosen so far, beginning with the verb. A question with only
one possible answer is skipped, unless another answer may be typed.
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
"""(words in notation, offer) pairs."""

_MAX_QUICK_NUMBERS = 4
"""Up to this many of the lowest numbers have buttons; the highest number always has one."""


class AnswerChoice(msgspec.Struct, frozen=True):
    """One possible answer. ``words`` follow ``Question.picked``; ``key`` marks the answer in the picture.

    ``actions`` are the offers that are still possible after this answer, at least one.
    """

    words: tuple[str, ...]
    key: str
    actions: tuple[Action, ...]


class Question(msgspec.Struct, frozen=True):
    """The next question of a move.

    Kinds: ``verbs``, a choice of a verb, with an empty ``field``; ``choices``, a choice of a value of ``field``;
    ``number``, a whole number from ``low`` to ``high``, of which ``entries`` has a few; ``confirm``, with the action as
    the only entry.

    ``picked`` also contains the answers to skipped questions. ``previous_words`` are the words that precede the
    question before this one; None at the first question. If there is an ``example``, unlisted values may be typed.
    ``other_verbs`` are the verbs that are offered next to the first question of the most likely verb.
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
        """One of the actions that are still possible."""
        return self.entries[0].actions[0]


def notation_words(action: Action) -> tuple[str, ...]:
    """Return the words of the action in notation, without the seat."""
    return tuple(write_action(action).split()[1:])


def next_question(offers: Collection[Action], picked: Sequence[str] = ()) -> Question | None:
    """Return the question after the words ``picked``; None if no offer begins with them.

    The words may contain unlisted values, such as typed ones or those of old buttons.
    """
    listed_offers = _menu_offers(offers)
    listed_question = _question_after(offers, _offers_with_words(listed_offers), picked)
    return (
        listed_question
        if listed_question or listed_offers is offers
        else _question_after(offers, _offers_with_words(offers), picked)
    )


_menu_offers = IdentityCache(menu_offers)


@IdentityCache
def _offers_with_words(listed: Collection[Action]) -> OffersWithWords:
    """Return the offers with their words. Cached, so that all questions of a page compute them only once."""
    return [(notation_words(action), action) for action in listed]


def _question_after(offers: Collection[Action], offers_left: OffersWithWords, picked: Sequence[str]) -> Question | None:
    path: tuple[str, ...] = ()
    asked_paths: list[tuple[str, ...]] = []
    for word in _words_then_blanks(picked):
        answers = _group_by_word(offers_left, len(path))
        if not answers:
            return _confirmation_question(path, offers_left[0][1], asked_paths) if offers_left and not word else None
        if len(answers) > 1 or (path and _can_be_typed(offers_left[0][1], len(path))):
            if not word:
                return _field_question(path, answers, asked_paths)
            asked_paths.append(path)
        elif not word:
            word = next(iter(answers))
        if word not in answers:
            return _question_after_typed(offers, offers_left[0][1], picked, asked_paths)
        path, offers_left = (*path, word), answers[word]
    raise AssertionError("an action has endless words")


def _words_then_blanks(picked: Sequence[str]) -> Iterator[str]:
    """Yield the given answers, and then empty words without end."""
    yield from picked
    while True:
        yield ""


def _group_by_word(offers: OffersWithWords, depth: int) -> dict[str, OffersWithWords]:
    """Group the offers by the word after their first ``depth`` words. Offers without such a word are omitted."""
    groups: dict[str, OffersWithWords] = {}
    for words, action in offers:
        if len(words) > depth:
            groups.setdefault(words[depth], []).append((words, action))
    return groups


def _confirmation_question(path: tuple[str, ...], action: Action, asked_paths: list[tuple[str, ...]]) -> Question:
    previous_words = asked_paths[-1] if asked_paths else None
    return Question("confirm", path, "", (AnswerChoice((), "", (action,)),), previous_words)


def _can_be_typed(sample: Action, depth: int) -> bool:
    """Whether the question is about the verb's last field, and unlisted values may be typed."""
    names = field_names(type(sample))
    return depth == len(names) and bool(field_example(type(sample), names[-1]))


def _question_after_typed(
    offers: Collection[Action], sample: Action, picked: Sequence[str], asked_paths: list[tuple[str, ...]]
) -> Question | None:
    """Return the confirmation of a move with a typed, unlisted value; None if the move is not legal."""
    names = field_names(type(sample))
    if not 1 < len(picked) <= len(names) + 1:
        return None
    if not field_example(type(sample), names[len(picked) - 2]):
        return None
    try:
        is_complete = len(picked) == len(names) + 1
        action = (
            read_action(f"p{sample.seat} {' '.join(picked)}", (type(sample),))
            if is_complete
            else complete_action(offers, picked)
        )
    except Unreadable:
        return None
    return (
        _confirmation_question(notation_words(action), action, asked_paths)
        if action is not None and action in offers
        else None
    )


def _field_question(
    path: tuple[str, ...], answers: dict[str, OffersWithWords], asked_paths: list[tuple[str, ...]]
) -> Question:
    previous_words = asked_paths[-1] if asked_paths else None
    if not path:
        return Question("verbs", path, "", tuple(_verb_choices(answers)), previous_words)
    sample = next(iter(answers.values()))[0][1]
    names = field_names(type(sample))
    name = names[len(path) - 1]
    entries = _keyed_choices(answers, numbered=name == names[-1])
    if isinstance(getattr(sample, name), int) and type(sample).quick_number != "all" and _is_number_run(answers):
        numbers = sorted(map(int, answers))
        quick_numbers = [*numbers[:_MAX_QUICK_NUMBERS], numbers[-1]] if len(numbers) > _MAX_QUICK_NUMBERS else numbers
        quick_entries = [entry for entry in entries if int(entry.words[0]) in quick_numbers]
        number_entries = tuple(AnswerChoice(entry.words, entry.words[0], entry.actions) for entry in quick_entries)
        return Question("number", path, name, number_entries, previous_words, numbers[0], numbers[-1])
    return Question("choices", path, name, entries, previous_words, example=field_example(type(sample), name))


def _verb_choices(answers: dict[str, OffersWithWords]) -> Iterator[AnswerChoice]:
    """Yield an entry for each verb. A verb with only a number has a second entry, with its ``quick_number``."""
    for verb, offers in answers.items():
        yield AnswerChoice((verb,), "", tuple(action for _, action in offers))
        sample = offers[0][1]
        names = field_names(type(sample))
        if len(names) == 1 and len(offers) > 1 and isinstance(getattr(sample, names[0]), int):
            yield from _quick_number(offers, type(sample).quick_number)


def _quick_number(
    offers: OffersWithWords, which: Literal["lowest", "highest", "none", "all"]
) -> Iterator[AnswerChoice]:
    """Yield the entry with the lowest or highest number of a verb that has only a number."""
    if which in ("lowest", "highest"):
        choose = min if which == "lowest" else max
        words, action = choose(offers, key=lambda pair: int(pair[0][1]))
        yield AnswerChoice(words, "", (action,))


def _keyed_choices(answers: dict[str, OffersWithWords], *, numbered: bool) -> tuple[AnswerChoice, ...]:
    """Return the answers with keys: numbers for the values of the last field (``numbered``), otherwise letters.

    If all values of the last field are one-digit numbers, such as slots, these are the keys.
    """
    are_digits = all(word.isdigit() and len(word) == 1 for word in answers)
    return tuple(
        AnswerChoice(
            (word,),
            (word if are_digits else str(index + 1)) if numbered else letter_key(index),
            tuple(action for _, action in offers),
        )
        for index, (word, offers) in enumerate(answers.items())
    )


def page_items(items: Sequence[_Item], page: int, size: int) -> tuple[Sequence[_Item], int, int]:
    """Return (items of the page, the page's number, the last page's number).

    If the page does not exist, the nearest one is used.
    """
    last = (len(items) - 1) // size
    page = max(0, min(page, last))
    return items[page * size : (page + 1) * size], page, last


def letter_key(index: int) -> str:
    """Return the letter with this index: A to Z, then AA to AZ, and so on."""
    prefix_number, letter_index = divmod(index, len(ascii_uppercase))
    return (letter_key(prefix_number - 1) if prefix_number else "") + ascii_uppercase[letter_index]


def _is_number_run(answers: dict[str, OffersWithWords]) -> bool:
    numbers = sorted(map(int, answers))
    return len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
