"""The answers to a question that are buttons, and what stands on them. It knows no title and no Discord.

A few short answers are buttons with their words, whole moves where all of them have room; answers that a picture marks
are buttons with their marks alone. Whatever a button does not say stands in the text above it, in a line of its own.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown, cut, escape, md
from bot.sight import TableView
from bot.ui.menu import Menu, MenuChoice, leaf, letters, menu, words
from engine import Action
from engine.core import Standing, fields
from engine.core.action import example, title

FEW = 15
"""Answers that are buttons beside one another, and those of a page where there are more than fit on one; numbers
beyond the listed ones still fit beside them."""
_PAGES = 2
"""Pages of whole moves at most: a third would cost more taps than a question."""
_SHORT, _WHOLE = 32, 55
"""Characters of an answer that is a button with its words, and of a whole move."""
_LISTED, _LONGEST_LINE = 1_100, 160
"""Characters of all lines above the buttons, and of each."""
_MANY = 3
"""Buttons in a row that share a line where they do the same."""


class Chip(msgspec.Struct, frozen=True):
    """One button: the words that it adds to those picked, what stands on it, and what it does in a sentence.

    ``action`` is one of those that it leaves open; ``said`` is empty where the label says everything.
    """

    words: tuple[str, ...]
    label: str
    action: Action
    said: Markdown = md("")


class Chips(msgspec.Struct, frozen=True):
    """The buttons of one page, and the last page's number.

    ``marked`` is the field whose answers have marks in the picture, where it is not the one that is next: ``marks``,
    each with the actions it leaves open.
    """

    shown: tuple[Chip, ...]
    page: int = 0
    last: int = 0
    marked: str = ""
    marks: tuple[tuple[str, tuple[Action, ...]], ...] = ()

    @property
    def lines(self) -> tuple[Markdown, ...]:
        """A line for each button, or for several that do the same, where one of them does not say it all."""
        told = [group for group in _alike(self.shown) if group[0].said]
        most = min(_LONGEST_LINE, _LISTED // max(len(told), 1))
        return tuple(cut(_line(group), most) for group in told)


Text = TypeVar("Text", str, Markdown)


def parted(label: Text) -> tuple[Text, Text]:
    """A label “name: what it does” in its two parts; the second is empty where there is no such colon."""
    name, _, effect = label.partition(": ")
    return (label, type(label)()) if "(" in name else (name, effect)


def chips(seen: TableView, found: Menu, page: int = 0) -> Chips | None:
    """The buttons of a question; None where a select with room for more words is better."""
    if found.kind == "verbs":
        return Chips(tuple(_verbs(seen, found)))
    if found.kind == "number":
        return Chips(tuple(_number(seen, found, entry) for entry in found.entries))
    typed = found.example or type(found.sample).together  # a form takes more than is listed
    whole = () if typed else _whole(seen, found)
    if whole:
        return _paged(whole, page)
    placed = _placed(seen, found, page)
    if placed is not None:
        return placed
    named = _named(seen, found)
    if named:
        return Chips(named)
    return None if _is_bare(seen, found) else _marked(seen, found, page)


def explained(seen: TableView, found: Menu, page: int = 0) -> tuple[Markdown, ...]:
    """A line for each button of a question, saying what it does as far as that does not stand on it."""
    shown = None if found.kind == "confirm" else chips(seen, found, page)
    return shown.lines if shown else ()


def leading(seen: TableView, found: Menu, offers: Collection[Action]) -> Menu:
    """The choice of a verb, or at once the first question of the first one where more moves are offered than have room.

    A title names its likeliest verb first. The others stand beside its answers.
    """
    first, *others = found.entries
    if found.kind != "verbs" or isinstance(found.sample, Standing) or len(others) > limits.BUTTONS_IN_ROW:
        return found
    if len(first.actions) == 1:
        return found
    longer = (chip for chip in _verbs(seen, found) if chip.words[1:])
    if any(chip.words[:1] == first.words for chip in longer):
        return found
    asked = menu(offers, first.words)
    if asked is None or asked.kind == "confirm" or chips(seen, asked) is None:
        return found
    return replace(asked, back=None, beside=tuple(others))


def other_verbs(seen: TableView, found: Menu) -> tuple[Chip, ...]:
    """The buttons of the other verbs beside the first question of one: their moves, as far as there is room."""
    asked = chips(seen, found)
    rows = -(-len(asked.shown) // limits.BUTTONS_IN_ROW) if asked else 1
    room = (limits.ROWS - 1 - rows) * limits.BUTTONS_IN_ROW
    return tuple(_verbs(seen, replace(found, entries=found.beside), room))


def _alike(shown: Sequence[Chip]) -> Iterable[Sequence[Chip]]:
    """The buttons one by one; in their place those in a row that do the same, where they are many."""
    for _, group in groupby(shown, lambda chip: chip.said):
        same = list(group)
        yield from [same] if len(same) >= _MANY else ([chip] for chip in same)


def _line(alike: Sequence[Chip]) -> Markdown:
    """The deed of one button, or of a row from the first to the last: “**A** – **D** 3 steps”."""
    first, last = (md("**{}**", escape(chip.label)) for chip in (alike[0], alike[-1]))
    named = first if len(alike) == 1 else md("{} – {}", first, last)
    return md("{} {}", named, alike[0].said)


# -- what to do


def _verbs(seen: TableView, found: Menu, most: int = FEW) -> Iterable[Chip]:
    """At ``most`` so many buttons: the verbs, or in place of those with the fewest moves the moves themselves."""
    verbs = {entry.words[0]: entry for entry in found.entries if len(entry.words) == 1}
    quick = [entry for entry in found.entries if len(entry.words) > 1]
    spelled_out = dict[str, tuple[Chip, ...]]()
    room = most - len(found.entries)
    for name, entry in sorted(verbs.items(), key=lambda pair: len(pair[1].actions)):
        more = len(entry.actions) - 1 + _may_be_typed(entry)
        moves = _moves(seen, entry) if 0 < more <= room else ()
        if moves:
            spelled_out[name] = moves
            room -= more
    for name, entry in verbs.items():
        yield from spelled_out.get(name, ())
        if name not in spelled_out or _may_be_typed(entry):
            yield _verb(seen, entry)
        if name not in spelled_out:
            yield from (_verb(seen, other) for other in quick if other.words[0] == name)


def _may_be_typed(entry: MenuChoice) -> bool:
    """Whether more moves with this verb may be legal than are listed."""
    kind = type(entry.actions[0])
    return any(example(kind, name) for name in fields(kind))


def _verb(seen: TableView, entry: MenuChoice) -> Chip:
    action = entry.actions[0]
    if len(entry.actions) > 1 or (len(entry.words) == 1 and fields(type(action))):
        return Chip(entry.words, f"{title(type(action))}…", action)
    return Chip(entry.words, parted(seen.label(action))[0].rstrip("."), action)


def _moves(seen: TableView, entry: MenuChoice) -> tuple[Chip, ...]:
    """Every move with a verb as a button; nothing if they are too long, or read the same."""
    return _distinct([_move(seen, action, 0) for action in entry.actions])


def _move(seen: TableView, action: Action, depth: int) -> Chip:
    name, effect = parted(seen.label(action))
    said = parted(seen.sentence(action))[1] if effect else md("")
    return Chip(words(action)[depth:], name.rstrip("."), action, said)


def _distinct(found: Sequence[Chip], most: int = _WHOLE) -> tuple[Chip, ...]:
    """The buttons, if they can be told from one another."""
    labels = {chip.label for chip in found}
    fit = all(0 < len(label) <= most for label in labels)
    return tuple(found) if fit and len(labels) == len(found) else ()


# -- values


def _number(seen: TableView, found: Menu, entry: MenuChoice) -> Chip:
    return _name(seen, found, entry, bare=True)


def _whole(seen: TableView, found: Menu) -> tuple[Chip, ...]:
    """Everything that is still open as whole moves, if that saves a question and all of it has room.

    Where they have room on two pages alone, those that look best come first.
    """
    count = sum(len(entry.actions) for entry in found.entries)
    bare = _is_bare(seen, found)
    if not len(found.entries) < count <= (_PAGES if bare else 1) * FEW:
        return ()
    depth = len(found.picked)
    if bare:
        moves = [action for entry in found.entries for action in entry.actions]
        if count > FEW:  # not all of them are seen at once
            moves.sort(key=lambda action: -seen.game.computer.hint(seen.view, action))
        return _distinct([_move(seen, action, depth) for action in moves])
    return _distinct([_joined(seen, found, entry, action) for entry in found.entries for action in entry.actions])


def _paged(whole: Sequence[Chip], page: int) -> Chips:
    """One page of whole moves, each of them as full as the others."""
    pages = -(-len(whole) // FEW)
    shown, page, last = leaf(whole, page, -(-len(whole) // pages))
    return Chips(tuple(shown), page, last)


def _joined(seen: TableView, found: Menu, entry: MenuChoice, action: Action) -> Chip:
    """The mark in the picture, and in short what follows it: “A · link to Chicago”."""
    names = fields(type(action))[len(found.picked) :]
    rest = [_in_short(seen.label(action, name)) for name in names]
    answer, label = words(action)[len(found.picked) :], " · ".join([entry.key, *rest])
    return Chip(answer, label, action, seen.sentence(action))


def _placed(seen: TableView, found: Menu, page: int) -> Chips | None:
    """Whole moves by the names of one field and the marks of the next: “Denver B”; another way there is “Denver B2”."""
    actions = [action for entry in found.entries for action in entry.actions]
    names = fields(type(found.sample))
    following = names[names.index(found.field) + 1 :][:1]
    if not len(found.entries) < len(actions) <= _PAGES * FEW:
        return None
    if not seen.painter.shared(seen.view) & {*following}:
        return None
    by_place = dict[object, list[Action]]()
    for action in actions:
        by_place.setdefault(getattr(action, following[0]), []).append(action)
    marks = {letters(number): tuple(group) for number, group in enumerate(by_place.values())}
    shown = [_at_mark(seen, found, action, mark, group) for mark, group in marks.items() for action in group]
    in_order = _distinct(sorted(shown, key=lambda chip: actions.index(chip.action)))
    if not in_order:
        return None
    return replace(_paged(in_order, page), marked=following[0], marks=tuple(marks.items()))


def _at_mark(seen: TableView, found: Menu, action: Action, mark: str, there: Sequence[Action]) -> Chip:
    """One move that is made at a mark of the picture; a number tells ways to make it there apart."""
    same = [other for other in there if getattr(other, found.field) == getattr(action, found.field)]
    way = str(same.index(action) + 1) if len(same) > 1 else ""
    name = _in_short(seen.label(action, found.field))
    return Chip(words(action)[len(found.picked) :], f"{name} {mark}{way}", action, seen.sentence(action))


def _in_short(label: str) -> str:
    """A label without what it does, and without what stands in brackets."""
    return parted(label)[0].partition(" (")[0]


def _named(seen: TableView, found: Menu) -> tuple[Chip, ...]:
    """A few answers with their names, which are short."""
    if len(found.entries) > FEW:
        return ()
    bare = _is_bare(seen, found)
    return _distinct([_name(seen, found, entry, bare=bare) for entry in found.entries], _SHORT)


def _name(seen: TableView, found: Menu, entry: MenuChoice, *, bare: bool) -> Chip:
    action = entry.actions[0]
    name, effect = parted(seen.label(action, found.field))
    said = parted(seen.sentence(action, found.field))[1] if effect else md("")
    return Chip(entry.words, name if bare else f"{entry.key} · {name}", action, said)


def _marked(seen: TableView, found: Menu, page: int) -> Chips:
    """One page of the marks in the picture, in its order; it leaves room for other moves beside them."""
    size = FEW - limits.BUTTONS_IN_ROW if found.beside else FEW
    shown, page, last = leaf(found.entries, page, size)
    marks = tuple(_mark(seen, found, entry) for entry in shown)
    return Chips(marks, page, last)


def _mark(seen: TableView, found: Menu, entry: MenuChoice) -> Chip:
    """A mark of the picture, alone."""
    first = entry.actions[0]
    return Chip(entry.words, entry.key, first, seen.sentence(first, found.field))


def _is_bare(seen: TableView, found: Menu) -> bool:
    """Whether the picture does not mark the answers."""
    return found.field in seen.painter.unmarked(seen.view)
