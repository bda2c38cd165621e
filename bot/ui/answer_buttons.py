"""The answers to a question as buttons and as options of selects, with their labels.

A label shows only what distinguishes the answer from the others, including its numbers.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown
from bot.ui.questions import AnswerChoice, Question, next_question, notation_words
from bot.view import TableView
from engine import Action
from engine.core import Standing, field_names
from engine.core.action import button_title, field_example
from engine.core.short_label import MAX_LABEL, MAX_MARKED_LABEL, ShortLabel, fit_label

_MAX_WORDS_LENGTH = 72
"""Maximum characters of a whole move in notation, so that it fits a ``custom_id``."""
_MAX_WHOLE_MOVES = 2 * limits.SELECT_OPTIONS
"""Maximum number of whole moves that a question offers in place of its values."""
_MAX_MOVES_OF_VERB = 4
"""Maximum number of moves with which a verb other than the question's verb shows its moves as buttons."""


class AnswerButton(msgspec.Struct, frozen=True):
    """An answer as a button or as an option of a select. ``detail`` is the second line of an option.

    ``words`` follow the words chosen so far. ``action`` is one of the actions that are possible after the answer.
    ``worth`` is the sum of the label's numbers. ``is_quiet`` buttons are gray. ``short`` is a shorter label, without
    facts that the *Confirm* page shows. ``letter`` marks the answer in the picture and precedes its label.
    """

    words: tuple[str, ...]
    label: str
    action: Action
    detail: str = ""
    worth: float = 0
    is_quiet: bool = False
    short: str = ""
    letter: str = ""


Text = TypeVar("Text", str, Markdown)


def split_label(label: Text) -> tuple[Text, Text]:
    """Split a label “name: effect” into name and effect; without a colon, the effect is empty."""
    name, _, effect = label.partition(": ")
    return (label, type(label)()) if "(" in name else (name, effect)


def likeliest_question(table_view: TableView, verb_question: Question, offers: Collection[Action]) -> Question:
    """Return the choice of a verb, or the first question of the most likely verb.

    The most likely verb is the first that the game lists. If it has too many moves for buttons, its first question is
    returned, and the other verbs get buttons next to the answers.
    """
    first, *others = verb_question.entries
    if (
        verb_question.kind != "verbs"
        or isinstance(verb_question.sample, Standing)
        or len(others) > limits.BUTTONS_IN_ROW
    ):
        return verb_question
    is_open = not _can_be_typed(first)
    if (is_open and len(first.actions) == 1) or table_view.short_label(first.actions[0]).quiet:
        return verb_question
    first_question = next_question(offers, first.words)
    if (
        first_question is None
        or first_question.kind == "confirm"
        or (is_open and len(first.actions) <= limits.BUTTONS_IN_ROW)
    ):
        return verb_question
    return replace(first_question, previous_words=None, other_verbs=tuple(others))


# -- what to do


def verb_buttons(table_view: TableView, question: Question) -> list[AnswerButton]:
    """Return the verbs as buttons, quiet verbs last.

    A verb with only a number also has a button with its most likely number.
    """
    verbs = [entry for entry in question.entries if len(entry.words) == 1]
    answer_buttons = [
        answer_button
        for entry in verbs
        for answer_button in (_verb_button(table_view, entry), *_quick_buttons(table_view, question, entry.words[0]))
    ]
    return sorted(answer_buttons, key=lambda answer_button: answer_button.is_quiet)


def move_buttons(table_view: TableView, entry: AnswerChoice) -> list[AnswerButton]:
    """Return all moves of a verb as buttons, best first.

    Empty if values may be typed, if there is only one move, or if a move does not fit a ``custom_id``.
    """
    if len(entry.actions) < 2 or _can_be_typed(entry):
        return []
    buttons = [_move_button(table_view, action) for action in entry.actions]
    answer_buttons = make_labels_distinct(sorted(buttons, key=lambda button: -button.worth))
    return (
        answer_buttons
        if all(_has_short_words(answer_button.action) and answer_button.words[1:] for answer_button in answer_buttons)
        else []
    )


def expanded_verb_buttons(table_view: TableView, question: Question) -> list[list[AnswerButton]]:
    """Return several sets of gray buttons for the verbs other than the question's; may be empty.

    The sets differ in how many moves of these verbs have their own buttons. The set with the most is first.
    """
    few_moves = {entry.words[0]: _few_moves(table_view, entry) for entry in _other_verb_choices(question)}
    with_all = [_other_verbs(table_view, question, few_moves)] if any(few_moves.values()) else []
    best_moves = {verb: moves if len(moves) == 2 else moves[:1] for verb, moves in few_moves.items()}
    best_of_one = [{verb: moves} for verb, moves in best_moves.items() if moves]
    return [*with_all, *(_other_verbs(table_view, question, moves) for moves in (best_moves, *best_of_one) if with_all)]


def _few_moves(table_view: TableView, entry: AnswerChoice) -> list[AnswerButton]:
    buttons = move_buttons(table_view, entry) if len(entry.actions) <= _MAX_MOVES_OF_VERB else []
    return [] if any(answer_button.is_quiet for answer_button in buttons) else buttons


def _other_verbs(
    table_view: TableView, question: Question, moves: Mapping[str, Sequence[AnswerButton]]
) -> list[AnswerButton]:
    """Return gray buttons for the verbs other than the question's.

    ``moves`` has the buttons of moves, by verb. A verb also has its own button unless all its moves have buttons.
    """
    buttons = list[AnswerButton]()
    for entry in _other_verb_choices(question):
        shown_moves = moves.get(entry.words[0], ())
        buttons += (
            shown_moves if len(shown_moves) == len(entry.actions) else [*shown_moves, _verb_button(table_view, entry)]
        )
    return [replace(answer_button, is_quiet=True) for answer_button in buttons]


def _other_verb_choices(question: Question) -> list[AnswerChoice]:
    """Return the verbs other than the question's, without entries that also contain a number."""
    return [entry for entry in question.other_verbs if len(entry.words) == 1]


def other_verb_buttons(table_view: TableView, question: Question) -> list[AnswerButton]:
    """Return one button for each verb other than the question's."""
    return _other_verbs(table_view, question, {})


def is_quiet_verb(table_view: TableView, entry: AnswerChoice) -> bool:
    """Whether the moves of a verb gain nothing immediately."""
    return table_view.short_label(entry.actions[0]).quiet


def _quick_buttons(table_view: TableView, question: Question, verb: str) -> Iterable[AnswerButton]:
    for entry in question.entries:
        if len(entry.words) > 1 and entry.words[0] == verb:
            yield _move_button(table_view, entry.actions[0])


def _can_be_typed(entry: AnswerChoice) -> bool:
    """Whether legal moves with this verb may be missing from the listed offers."""
    kind = type(entry.actions[0])
    return any(field_example(kind, name) for name in field_names(kind))


def _verb_button(table_view: TableView, entry: AnswerChoice) -> AnswerButton:
    action = entry.actions[0]
    if len(entry.actions) > 1 or _can_be_typed(entry):
        return AnswerButton(
            entry.words, f"{button_title(type(action))}…", action, is_quiet=is_quiet_verb(table_view, entry)
        )
    return replace(_move_button(table_view, action), words=entry.words)


def _move_button(table_view: TableView, action: Action) -> AnswerButton:
    return _answer_button(action, notation_words(action), table_view.short_label(action))


def _answer_button(action: Action, words: tuple[str, ...], label: ShortLabel) -> AnswerButton:
    return AnswerButton(words, label.label, action, label.detail, label.worth, label.quiet, short=label.short)


# -- values


def number_buttons(table_view: TableView, question: Question) -> list[AnswerButton]:
    """Return buttons for the listed numbers. The labels are those of whole moves if the move has no other field."""
    is_only_field = len(field_names(type(question.sample))) == 1
    answer_buttons = [
        _value_button(table_view, question, entry, "" if is_only_field else question.field)
        for entry in question.entries
    ]
    is_distinct = len({answer_button.label for answer_button in answer_buttons}) == len(answer_buttons)
    if is_distinct and question.field in table_view.painter.fields_without_marks(table_view.view):
        return answer_buttons
    return [
        _add_number(answer_button, entry.words[0])
        for answer_button, entry in zip(answer_buttons, question.entries, strict=True)
    ]


def _add_number(answer_button: AnswerButton, word: str) -> AnswerButton:
    number = f"{int(word):,}"
    return (
        answer_button
        if number in answer_button.label
        else replace(answer_button, label=f"{number} · {answer_button.label}")
    )


def value_buttons(table_view: TableView, question: Question) -> list[AnswerButton]:
    """Return the values of the question's field as buttons."""
    return [_value_button(table_view, question, entry, question.field) for entry in question.entries]


def _value_button(table_view: TableView, question: Question, entry: AnswerChoice, field: str) -> AnswerButton:
    return _answer_button(entry.actions[0], entry.words, table_view.short_label(entry.actions[0], field))


def whole_moves(question: Question) -> tuple[Action, ...]:
    """Return all possible moves if they are few and make a further question unnecessary; otherwise empty.

    Also empty if values may be typed.
    """
    count = sum(len(entry.actions) for entry in question.entries)
    if question.example or type(question.sample).form_from or not len(question.entries) < count <= _MAX_WHOLE_MOVES:
        return ()
    actions = tuple(action for entry in question.entries for action in entry.actions)
    return actions if all(map(_has_short_words, actions)) else ()


def is_goal_question(question: Question) -> bool:
    """Whether this question asks for the goal of a path, and only the path itself is asked after it."""
    names = field_names(type(question.sample))
    return (
        question.kind == "choices" and names[-1:] == (type(question.sample).path_field,) and question.field == names[-2]
    )


def best_moves_by_goal(table_view: TableView, question: Question) -> tuple[Action, ...]:
    """Return the move with the best path to each goal; empty if the question does not ask for a goal.

    The best path has the highest sum of the numbers in its label.
    """
    if not is_goal_question(question):
        return ()
    best = tuple(
        max(entry.actions, key=lambda action: table_view.short_label(action).worth) for entry in question.entries
    )
    return best if all(map(_has_short_words, best)) else ()


def whole_move_buttons(table_view: TableView, question: Question, actions: Sequence[Action]) -> list[AnswerButton]:
    """Return buttons that answer a question with whole moves."""
    depth = len(question.picked)
    return [
        _answer_button(action, notation_words(action)[depth:], table_view.short_label(action)) for action in actions
    ]


def has_short_labels(answer_buttons: Sequence[AnswerButton]) -> bool:
    """Whether all labels are short enough for buttons."""
    return all(len(answer_button.label) <= MAX_LABEL for answer_button in answer_buttons)


def _has_short_words(action: Action) -> bool:
    return len(" ".join(notation_words(action))) <= _MAX_WORDS_LENGTH


# -- labels that read the same


def make_labels_distinct(answer_buttons: Sequence[AnswerButton]) -> list[AnswerButton]:
    """Make equal labels distinct by adding parts of the answers' second lines.

    If that is not possible, the answers become one button that leads to a further question, or get numbers.
    """
    by_label = dict[str, list[AnswerButton]]()
    for answer_button in answer_buttons:
        by_label.setdefault(answer_button.label, []).append(answer_button)
    distinct = dict[tuple[str, ...], AnswerButton]()
    for same_label in by_label.values():
        for answer_button in same_label if len(same_label) == 1 else _distinguish_labels(same_label, answer_buttons):
            distinct.setdefault(answer_button.words, answer_button)
    return list(distinct.values())


def _distinguish_labels(
    same_label: Sequence[AnswerButton], answer_buttons: Sequence[AnswerButton]
) -> list[AnswerButton]:
    """Replace buttons that have equal labels by buttons with distinct labels, or by one button."""
    first = same_label[0]
    common = _common_prefix([answer_button.words for answer_button in same_label])
    way_count = sum(answer_button.words[: len(common)] == common for answer_button in answer_buttons)
    joined = replace(first, words=common, detail=f"{way_count} ways", short="")
    if common and len(common) < len(first.words) - 1:
        return [joined]
    details = [_split_detail(answer_button.detail) for answer_button in same_label]
    shared = set(details[0]).intersection(*details[1:])
    own_parts = [next((part for part in detail if part not in shared), "") for detail in details]
    labels = [
        f"{answer_button.label}, {part}" if part else answer_button.label
        for answer_button, part in zip(same_label, own_parts, strict=True)
    ]
    if len(set(labels)) == len(labels) and all(len(label) <= MAX_MARKED_LABEL for label in labels):
        return [replace(answer_button, label=label) for answer_button, label in zip(same_label, labels, strict=True)]
    if common and len(common) < len(first.words):
        return [joined]
    label_start = first.label.partition(" · ")[0]
    labels = [fit_label(f"{label_start} · {part[:1].lower()}{part[1:]}" if part else first.label) for part in own_parts]
    if len(set(labels)) == len(labels):
        return [
            replace(answer_button, label=label, short="")
            for answer_button, label in zip(same_label, labels, strict=True)
        ]
    return [
        replace(answer_button, label=f"{answer_button.label} ({number})")
        for number, answer_button in enumerate(same_label, 1)
    ]


def _split_detail(detail: str) -> list[str]:
    return [part.strip() for part in re.sub(r" \(.*?\)", "", detail).replace(";", ",").split(",") if part.strip()]


def _common_prefix(words: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False)))
