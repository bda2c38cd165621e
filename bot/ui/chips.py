"""The answers to a question as buttons and options, and the words on them. It knows no title.

Every answer is said once: its button or option says what tells it from the others, with its figures.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown
from bot.sight import TableView
from bot.ui.menu import Menu, MenuChoice, menu, words
from engine import Action
from engine.core import Standing, field_names
from engine.core.action import button_title, field_example
from engine.core.short_label import MAX_LABEL, MAX_MARKED_LABEL, ShortLabel, fit_label

_IDENTITY = 72
"""Characters of a whole move in a ``custom_id``."""
_MOST = 2 * limits.SELECT_OPTIONS
"""Whole moves that are offered in place of a question."""
_FOLDED = 4
"""Moves of another verb that have buttons of their own."""


class Chip(msgspec.Struct, frozen=True):
    """One button or option: the words that it adds to those picked, its label, and a second line for a select.

    ``action`` is one of those that it leaves open. What is ``quiet`` is gray. ``short`` is a label that leaves out what
    *Confirm* says.
    """

    words: tuple[str, ...]
    label: str
    action: Action
    detail: str = ""
    worth: float = 0
    quiet: bool = False
    short: str = ""


Text = TypeVar("Text", str, Markdown)


def parted(label: Text) -> tuple[Text, Text]:
    """A label “name: what it does” in its two parts; the second is empty where there is no such colon."""
    name, _, effect = label.partition(": ")
    return (label, type(label)()) if "(" in name else (name, effect)


def leading(seen: TableView, found: Menu, offers: Collection[Action]) -> Menu:
    """The choice of a verb, or at once the first question of the first one where more moves are offered than have room.

    A title names its likeliest verb first. The others stand beside its answers. A verb of which more may be typed has
    no moves among the verbs, so its question is asked at once as well.
    """
    first, *others = found.entries
    if found.kind != "verbs" or isinstance(found.sample, Standing) or len(others) > limits.BUTTONS_IN_ROW:
        return found
    is_open = not _may_be_typed(first)
    if (is_open and len(first.actions) == 1) or seen.brief(first.actions[0]).quiet:
        return found
    asked = menu(offers, first.words)
    if asked is None or asked.kind == "confirm" or (is_open and len(first.actions) <= limits.BUTTONS_IN_ROW):
        return found
    return replace(asked, back=None, beside=tuple(others))


# -- what to do


def verb_chips(seen: TableView, found: Menu) -> list[Chip]:
    """The verbs as buttons; a verb that only asks for a number has its likeliest one beside it. Quiet ones are last."""
    verbs = [entry for entry in found.entries if len(entry.words) == 1]
    chips = [chip for entry in verbs for chip in (_verb(seen, entry), *_quick(seen, found, entry.words[0]))]
    return sorted(chips, key=lambda chip: chip.quiet)


def move_chips(seen: TableView, entry: MenuChoice) -> list[Chip]:
    """Every move with a verb as a button; nothing where more may be typed, or an identity is too long."""
    if len(entry.actions) < 2 or _may_be_typed(entry):
        return []
    chips = with_distinct_labels([_move(seen, action) for action in entry.actions])
    return chips if all(_has_identity(chip.action) and chip.words[1:] for chip in chips) else []


def opened_verb_chips(seen: TableView, found: Menu) -> list[list[Chip]]:
    """The other verbs beside the first question of one, in gray: with the few moves of all of them, or of some.

    First come those with most moves.
    """
    few = {entry.words[0]: _few_moves(seen, entry) for entry in _verbs_beside(found)}
    every = [_other_verbs(seen, found, few)] if any(few.values()) else []
    first = {verb: moves if len(moves) == 2 else moves[:1] for verb, moves in few.items()}
    alone = [{verb: moves} for verb, moves in first.items() if moves]
    return [*every, *(_other_verbs(seen, found, some) for some in (first, *alone) if every)]


def _few_moves(seen: TableView, entry: MenuChoice) -> list[Chip]:
    """The moves of a verb, if they are few and gain something."""
    few = move_chips(seen, entry) if len(entry.actions) <= _FOLDED else []
    return [] if any(chip.quiet for chip in few) else few


def _other_verbs(seen: TableView, found: Menu, moves: Mapping[str, Sequence[Chip]]) -> list[Chip]:
    """The other verbs with some of their moves; one of which not all moves are there has its own button after them."""
    chips = list[Chip]()
    for entry in _verbs_beside(found):
        shown = moves.get(entry.words[0], ())
        chips += shown if len(shown) == len(entry.actions) else [*shown, _verb(seen, entry)]
    return [replace(chip, quiet=True) for chip in chips]


def _verbs_beside(found: Menu) -> list[MenuChoice]:
    """The other verbs, without the moves of one that are listed as well."""
    return [entry for entry in found.beside if len(entry.words) == 1]


def other_verb_chips(seen: TableView, found: Menu) -> list[Chip]:
    """The other verbs, with one button each."""
    return _other_verbs(seen, found, {})


def is_quiet(seen: TableView, entry: MenuChoice) -> bool:
    """Whether the moves of a verb gain nothing at once."""
    return seen.brief(entry.actions[0]).quiet


def _quick(seen: TableView, found: Menu, verb: str) -> Iterable[Chip]:
    for entry in found.entries:
        if len(entry.words) > 1 and entry.words[0] == verb:
            yield _move(seen, entry.actions[0])


def _may_be_typed(entry: MenuChoice) -> bool:
    """Whether more moves with this verb may be legal than are listed."""
    kind = type(entry.actions[0])
    return any(field_example(kind, name) for name in field_names(kind))


def _verb(seen: TableView, entry: MenuChoice) -> Chip:
    action = entry.actions[0]
    if len(entry.actions) > 1 or _may_be_typed(entry):
        return Chip(entry.words, f"{button_title(type(action))}…", action, quiet=is_quiet(seen, entry))
    return replace(_move(seen, action), words=entry.words)


def _move(seen: TableView, action: Action) -> Chip:
    return _chip(action, words(action), seen.brief(action))


def _chip(action: Action, spelled: tuple[str, ...], brief: ShortLabel) -> Chip:
    return Chip(spelled, brief.label, action, brief.detail, brief.worth, brief.quiet, short=brief.short)


# -- values


def number_chips(seen: TableView, found: Menu) -> list[Chip]:
    """The numbers that are worth a button: as whole moves where nothing else is asked, else with the number first."""
    alone = len(field_names(type(found.sample))) == 1
    chips = [_value(seen, found, entry, "" if alone else found.field) for entry in found.entries]
    return [_with_number(chip, entry.words[0]) for chip, entry in zip(chips, found.entries, strict=True)]


def _with_number(chip: Chip, word: str) -> Chip:
    number = f"{int(word):,}"
    return chip if number in chip.label else replace(chip, label=f"{number} · {chip.label}")


def value_chips(seen: TableView, found: Menu) -> list[Chip]:
    """The values of the field that is asked."""
    return [_value(seen, found, entry, found.field) for entry in found.entries]


def _value(seen: TableView, found: Menu, entry: MenuChoice, field: str) -> Chip:
    return _chip(entry.actions[0], entry.words, seen.brief(entry.actions[0], field))


def whole_moves(found: Menu) -> tuple[Action, ...]:
    """All moves that are still open, if that saves a question and they are few; nothing where more may be typed."""
    count = sum(len(entry.actions) for entry in found.entries)
    if found.example or type(found.sample).form_from or not len(found.entries) < count <= _MOST:
        return ()
    actions = tuple(action for entry in found.entries for action in entry.actions)
    return actions if all(map(_has_identity, actions)) else ()


def asks_for_goal(found: Menu) -> bool:
    """Whether only the way there is left to choose after this question."""
    names = field_names(type(found.sample))
    return (
        found.kind == "choices"
        and not found.example
        and names[-1:] == (type(found.sample).path_field,)
        and found.field == names[-2]
    )


def best_ways(seen: TableView, found: Menu) -> tuple[Action, ...]:
    """The best way to each goal by the figures of its label, where only the way there is left to choose."""
    if not asks_for_goal(found):
        return ()
    best = tuple(max(entry.actions, key=lambda action: seen.brief(action).worth) for entry in found.entries)
    return best if all(map(_has_identity, best)) else ()


def whole_chips(seen: TableView, found: Menu, actions: Sequence[Action]) -> list[Chip]:
    """Whole moves as answers to a question."""
    depth = len(found.picked)
    return [_chip(action, words(action)[depth:], seen.brief(action)) for action in actions]


def has_short_labels(chips: Sequence[Chip]) -> bool:
    """Whether the labels are short enough for buttons."""
    return all(len(chip.label) <= MAX_LABEL for chip in chips)


def _has_identity(action: Action) -> bool:
    return len(" ".join(words(action))) <= _IDENTITY


# -- labels that read the same


def with_distinct_labels(chips: Sequence[Chip]) -> list[Chip]:
    """The answers; of several that read the same, what differs in their second lines stands behind their labels.

    Where nothing does, they are one button, which leads to the question that tells them apart.
    """
    by_label = dict[str, list[Chip]]()
    for chip in chips:
        by_label.setdefault(chip.label, []).append(chip)
    apart = dict[tuple[str, ...], Chip]()
    for alike in by_label.values():
        for chip in alike if len(alike) == 1 else _distinct(alike, chips):
            apart.setdefault(chip.words, chip)
    return list(apart.values())


def _distinct(alike: Sequence[Chip], chips: Sequence[Chip]) -> list[Chip]:
    """Chips with equal labels, told apart by their details, joined to one, or at last by a number."""
    first = alike[0]
    common = _common([chip.words for chip in alike])
    led_to = sum(chip.words[: len(common)] == common for chip in chips)
    joined = replace(first, words=common, detail=f"{led_to} ways", short="")
    if common and len(common) < len(first.words) - 1:
        return [joined]
    parts = [_parts(chip.detail) for chip in alike]
    shared = set(parts[0]).intersection(*parts[1:])
    own = [next((part for part in told if part not in shared), "") for told in parts]
    labels = [f"{chip.label}, {part}" if part else chip.label for chip, part in zip(alike, own, strict=True)]
    if len(set(labels)) == len(labels) and all(len(label) <= MAX_MARKED_LABEL for label in labels):
        return [replace(chip, label=label) for chip, label in zip(alike, labels, strict=True)]
    if common and len(common) < len(first.words):
        return [joined]
    head = first.label.partition(" · ")[0]
    labels = [fit_label(f"{head} · {part[:1].lower()}{part[1:]}" if part else first.label) for part in own]
    if len(set(labels)) == len(labels):
        return [replace(chip, label=label, short="") for chip, label in zip(alike, labels, strict=True)]
    return [replace(chip, label=f"{chip.label} ({number})") for number, chip in enumerate(alike, 1)]


def _parts(detail: str) -> list[str]:
    return [part.strip() for part in re.sub(r" \(.*?\)", "", detail).replace(";", ",").split(",") if part.strip()]


def _common(spelled: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The words with which all of them begin."""
    return tuple(group[0] for group in takewhile(lambda group: len(set(group)) == 1, zip(*spelled, strict=False)))
