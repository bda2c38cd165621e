"""The answers to a question as one page shows them: buttons as far as a phone shows all at once, the rest in a select.

Choices have letters where the picture has them. It knows no title and no Discord.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown, escape_prose, md
from bot.sight import TableView
from bot.ui import room
from bot.ui.chips import (
    Chip,
    asks_for_goal,
    best_ways,
    has_short_labels,
    is_quiet,
    move_chips,
    number_chips,
    opened_verb_chips,
    other_verb_chips,
    value_chips,
    verb_chips,
    whole_chips,
    whole_moves,
    with_distinct_labels,
)
from bot.ui.menu import Menu, letters
from engine import Action
from engine.core import field_names, verb_of
from render.scene_cropping import FLAT

FEW = 15
"""Buttons for answers at most."""
_BESIDE = 2
"""Answers that have buttons, a select counted as one, where the moves of other verbs have some as well."""
_LEAST = 3
"""Answers that have buttons beside a picture that is no place: where fewer have room, the picture is left out."""
_LEAST_OVERVIEW = 0.38
"""Height over width of a picture beside the choice of what to do, that is worth its room."""
_SQUARE = 1.0
"""Height over width of the tallest window."""


class Around(msgspec.Struct, frozen=True):
    """The rest of a page beside the answers: lines of text, and the labels of its other buttons.

    ``quick`` ones stand above the answers and make moves at once, ``made``; ``more`` follow the answers in their rows,
    and ``below`` are the ways to other pages.
    """

    lines: int = 3
    quick: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    below: tuple[str, ...] = ("Back",)
    made: tuple[Action, ...] = ()


ALONE = Around()
"""A short question with the way back."""


class Layout(msgspec.Struct, frozen=True):
    """The answers of one page: buttons, the ``rest`` in a select, the other verbs, and the last page's number.

    ``marked`` is the field whose values have marks in the picture: ``marks``, each with the actions it leaves open.
    ``near`` are the marks of the buttons: the picture is cut to a window around them, at most ``tallest`` times as high
    as wide. ``most`` answers may be buttons.
    """

    shown: tuple[Chip, ...]
    rest: tuple[Chip, ...] = ()
    others: tuple[Chip, ...] = ()
    page: int = 0
    last: int = 0
    marked: str = ""
    marks: tuple[tuple[str, tuple[Action, ...]], ...] = ()
    near: tuple[str, ...] = ()
    tallest: float = FLAT
    is_pictured: bool = False
    is_fitting: bool = True
    most: int = FEW

    @property
    def lines(self) -> tuple[Markdown, ...]:
        """The second line that every answer has, once."""
        shared = _common_detail((*self.shown, *self.rest))
        return (md("{}.", escape_prose(shared.rstrip("."))),) if shared else ()


def lay_out(seen: TableView, found: Menu, page: int = 0, around: Around = ALONE) -> Layout:
    """The answers to a question as its page shows them."""
    if found.kind == "verbs":
        return _verbs(seen, found, around)
    if found.kind == "number":
        chips = number_chips(seen, found)
        fits = _fits([chip.label for chip in chips], 0, (), around, _picture(seen, found))
        pictured = fits and not _is_bare(seen, found)
        return Layout(tuple(chips), is_pictured=pictured)
    choices = _choices(seen, found, around)
    folded = _arranged(seen, found, choices, page, around, other_verb_chips(seen, found))
    opened = [_arranged(seen, found, choices, page, around, others) for others in opened_verb_chips(seen, found)]
    wide = [layout for layout in opened if layout.is_fitting and len(layout.shown) + bool(layout.rest) >= _BESIDE]
    return max((*wide, folded), key=_usefulness)


def _usefulness(layout: Layout) -> tuple[int, int]:
    """By how many answers and moves of other verbs are a press away, then by how many answers."""
    moves = sum(not chip.label.endswith("…") for chip in (*layout.shown, *layout.others))
    return moves, len(layout.shown)


# -- what to do


def _verbs(seen: TableView, found: Menu, around: Around) -> Layout:
    """The verbs; in place of those with the fewest moves the moves themselves, as long as a phone shows all at once."""
    verbs = [entry for entry in found.entries if len(entry.words) == 1]
    chips = verb_chips(seen, found)
    for entry in sorted(verbs, key=lambda entry: len(entry.actions)):
        if len(verbs) > 1 and is_quiet(seen, entry):
            continue
        moves = move_chips(seen, entry)
        first = next((at for at, chip in enumerate(chips) if chip.words[0] == entry.words[0]), 0)
        others = [chip for chip in chips if chip.words[0] != entry.words[0]]
        opened = [*others[:first], *moves, *others[first:]]
        if moves and len(opened) <= FEW and _fits([chip.label for chip in opened], 0, (), around, 0):
            chips = opened
    chips = sorted(chips, key=lambda chip: chip.quiet)
    labels = [chip.label for chip in chips]
    taken = _most_fitting(labels, (), around, 0)
    left = room.picture_room(around.lines, _every_row(labels[:taken], len(chips) - taken, (), around))
    pictured = seen.painter.has_overview(seen.view) and left >= _LEAST_OVERVIEW
    return Layout(tuple(chips[:taken]), tuple(chips[taken:]), tallest=left, is_pictured=pictured)


# -- values


def _choices(seen: TableView, found: Menu, around: Around) -> list[Sequence[Chip]]:
    """The candidates for the answers: whole moves, or the best way to each goal, or else the values that are asked."""
    choices = list[Sequence[Chip]]()
    for actions in (whole_moves(found), best_ways(seen, found)):
        offered = [action for action in actions if action not in around.made]
        chips = with_distinct_labels(whole_chips(seen, found, offered)) if offered else []
        choices += [chips] if chips and has_short_labels(chips) else []
    values = value_chips(seen, found)
    others = [chip for chip in values if chip.action not in around.made or len(chip.words) == 0]
    return [*choices, with_distinct_labels(others or values)]


def _arranged(
    seen: TableView,
    found: Menu,
    choices: Sequence[Sequence[Chip]],
    page: int,
    around: Around,
    others: Sequence[Chip],
) -> Layout:
    """The first of the choices that a page shows whole, or all of the most useful of which it shows; or the values."""
    *whole, values = choices
    for chips in whole:
        layout = _arrange(seen, found, chips, page, around, others)
        is_one_each = len(chips) == len(found.entries)
        is_one_page = len(layout.rest) + len(layout.shown) == len(chips)
        if is_one_each or (is_one_page and (not layout.rest or asks_for_goal(found) or _is_ranked(chips))):
            return layout
    return _arrange(seen, found, values, page, around, others)


def _is_ranked(chips: Sequence[Chip]) -> bool:
    """Whether the labels say which answers gain more, so that those in a select are the lesser ones."""
    return len({chip.worth for chip in chips}) > 1


def _arrange(
    seen: TableView, found: Menu, chips: Sequence[Chip], page: int, around: Around, others: Sequence[Chip]
) -> Layout:
    """The answers in the order of what they gain, with the picture if it has room, fitted to a phone."""
    ranked = sorted(chips, key=lambda chip: (chip.quiet, -chip.worth))
    lines = around.lines + bool(_common_detail(ranked))
    around = replace(around, lines=lines)
    bare = _is_bare(seen, found)
    is_place = found.field in seen.painter.place_fields(seen.view)
    if not bare:
        made = around.made if found.field in seen.painter.list_lengths(seen.view) else ()
        layout = _fit(_mark(seen, found, ranked, made), page, around, others, _picture(seen, found))
        if layout.rest and not layout.last:
            layout = max(layout, _in_short(layout, page, around, others, _picture(seen, found)), key=_shown)
        if is_place or len(layout.shown) >= min(_LEAST, len(ranked)):
            return replace(layout, is_pictured=True)
    elif is_place:
        return replace(_fit(Layout(tuple(ranked)), page, around, others, room.WINDOW), is_pictured=True)
    return _fit(Layout(tuple(ranked)), page, around, others, 0)


def _in_short(layout: Layout, page: int, around: Around, others: Sequence[Chip], picture: int) -> Layout:
    """The same answers with short labels on those that have one, of which more may have room, if all differ."""
    chips = [replace(chip, label=_short_label(chip)) for chip in (*layout.shown, *layout.rest)]
    if len({chip.short or chip.label for chip in chips}) < len(chips):
        return layout
    return _fit(replace(layout, shown=tuple(chips)), page, around, others, picture)


def _short_label(chip: Chip) -> str:
    """The short label after the letter, if there is one."""
    letter, _, _ = chip.label.partition(" · ")
    return f"{letter} · {chip.short}" if chip.short else chip.label


def _shown(layout: Layout) -> int:
    return len(layout.shown)


def _is_bare(seen: TableView, found: Menu) -> bool:
    """Whether no picture marks the answers."""
    unmarked = seen.painter.fields_without_marks(seen.view)
    return found.field in unmarked or f"{verb_of(found.sample)}.{found.field}" in unmarked


def _picture(seen: TableView, found: Menu) -> int:
    """The height of the picture of a question on a phone."""
    heights: Mapping[str, int] = seen.painter.uncut_heights(seen.view)
    return heights.get(found.field, room.WINDOW)


def _mark(seen: TableView, found: Menu, ranked: Sequence[Chip], made: Sequence[Action]) -> Layout:
    """The answers with the letters that they have in the picture, those ``made`` at once first."""
    names = field_names(type(found.sample))
    following = names[names.index(found.field) + 1 :][:1]
    is_whole = len(ranked[0].words) > 1
    field = following[0] if is_whole and seen.painter.fields_marked_together(seen.view) & {*following} else found.field
    keys, under = _Keys(seen, found, field), dict[str, list[Action]]()
    for action in made:
        under[keys.of(action)] = [action]
    listed = seen.painter.list_lengths(seen.view).get(found.field, len(ranked) + len(made)) - len(made)
    chips = list[Chip]()
    for chip in ranked[:listed]:
        key = keys.of(chip.action)
        under.setdefault(key, []).extend(_open_to(found, chip, is_whole=is_whole))
        chips.append(chip if chip.label.startswith(f"{key} ") else replace(chip, label=f"{key} · {chip.label}"))
    chips += ranked[listed:]
    marks = tuple((key, tuple(actions)) for key, actions in under.items())
    return Layout(tuple(chips), marked=field, marks=marks, most=max(1, min(FEW, listed)))


class _Keys:
    """The letters of the values of a field; numbers of one digit, such as slots, stand for themselves."""

    def __init__(self, seen: TableView, found: Menu, field: str) -> None:
        self._field, self._first, self._letters = (
            field,
            seen.painter.first_choice_letter(seen.view),
            dict[object, str](),
        )
        digits = all(entry.words[0].isdigit() and len(entry.words[0]) == 1 for entry in found.entries)
        self._itself = digits and field == found.field

    def of(self, action: Action) -> str:
        """The letter of the value that an action has."""
        value = getattr(action, self._field)
        return (
            str(value) if self._itself else self._letters.setdefault(value, letters(self._first + len(self._letters)))
        )


def _open_to(found: Menu, chip: Chip, *, is_whole: bool) -> Collection[Action]:
    """The actions that an answer leaves open."""
    if is_whole:
        return (chip.action,)
    return next((entry.actions for entry in found.entries if entry.words == chip.words), (chip.action,))


def _fit(layout: Layout, page: int, around: Around, others: Sequence[Chip], picture: int) -> Layout:
    """Lays out the buttons that a phone shows, and the rest in a select; very many answers have more pages."""
    chips = layout.shown
    beside = [chip.label for chip in others]
    taken = _most_fitting([chip.label for chip in chips], beside, around, picture)
    whole = taken + limits.SELECT_OPTIONS >= len(chips)
    size = len(chips) if whole else limits.SELECT_OPTIONS  # the same on each page, whatever stands around the answers
    last = (len(chips) - 1) // size
    page = max(0, min(page, last))
    here = chips[page * size : (page + 1) * size]
    labels = [chip.label for chip in here]
    beside += [*(["Earlier"] if page else []), *(["More"] if page < last else [])]
    taken = _most_fitting(labels, beside, around, picture)
    taken = min(taken, layout.most)
    if taken == len(here) - 1 and taken > 1:
        taken -= 1  # a select of one is no choice
    near = dict.fromkeys(chip.label.split(" · ")[0] for chip in here[:taken]) if layout.marks else {}
    kept = {chip.label.split(" · ")[0] for chip in here}
    kept |= {key for key, actions in layout.marks if actions[0] in around.made}
    marks = tuple(mark for mark in layout.marks if mark[0] in kept)
    fitting = _fits(labels[:taken], len(here) - taken, beside, around, picture)
    parts = {"shown": here[:taken], "rest": here[taken:], "others": tuple(others), "is_fitting": fitting}
    rows = _every_row(labels[:taken], len(here) - taken, beside, around)
    tallest = max(FLAT, min(_SQUARE, room.picture_room(around.lines, rows)))
    return replace(layout, **parts, page=page, last=last, marks=marks, near=tuple(near), tallest=tallest)


def _most_fitting(labels: Sequence[str], others: Sequence[str], around: Around, picture: int) -> int:
    """The number of answers that can be buttons on a page that a phone shows at once; one at least."""
    for taken in range(min(len(labels), FEW), 1, -1):
        if _fits(labels[:taken], len(labels) - taken, others, around, picture):
            return taken
    return 1 if len(labels) != 2 else 2


def _fits(labels: Sequence[str], rest: int, others: Sequence[str], around: Around, picture: int) -> bool:
    rows = _every_row(labels, rest, others, around)
    return len(rows) <= limits.ROWS and room.has_room(around.lines, rows, picture)


def _every_row(labels: Sequence[str], rest: int, others: Sequence[str], around: Around) -> list[Sequence[str]]:
    """The labels of all rows of a page; a select has none."""
    together = len(others) + len(around.below) <= limits.BUTTONS_IN_ROW
    below = [[*others, *around.below]] if together else [*_rows(others), *_rows(around.below)]
    rows = [around.quick, *_rows([*labels, *around.more]), *([[""]] if rest else []), *below]
    return [row for row in rows if row]


def _rows(labels: Sequence[str]) -> list[Sequence[str]]:
    size = limits.BUTTONS_IN_ROW
    return [labels[start : start + size] for start in range(0, len(labels), size)]


def _common_detail(chips: Sequence[Chip]) -> str:
    """The second line that all answers have; nothing where they differ, or there is but one."""
    details = [chip.detail for chip in chips if not chip.quiet and not chip.label.endswith("…")]
    return details[0] if len(details) > 1 and len(set(details)) == 1 else ""
