"""The buttons and selects under a question of the private menu. It knows no title."""

from collections.abc import Collection, Sequence
from typing import Any

from discord import ui

from bot import limits
from bot.desk import Seated
from bot.tables.table import Table
from bot.ui.chips import MOST_BUTTONS, Chip, chips, other_verbs, parted
from bot.ui.components import Row, Style, button, custom_id, in_rows, select
from bot.ui.menu import Menu, MenuChoice, words
from bot.ui.plans import plan_button
from bot.ui.shortcuts import and_then, asked_again, shortcuts, verbs_of
from bot.ui.steps import beyond, higher, question_before
from engine import Action, write
from engine.core.action import Standing, question, title

_PRIVATE, AHEAD, LISTED = "-", "+", "g"
"""The places of a menu's own buttons; ``AHEAD`` is for answers to what is not asked yet, ``LISTED`` in a list of tables
that stays as it is."""

_TYPE = "Type it…"


def answers(place: Seated, found: Menu, page: int) -> list[Row]:
    """Everything that may be pressed under a question; ``page`` is that of a long one."""
    if found.kind == "confirm":
        return _confirming(place, found)
    rows = [row for row in _asking(place, found, page) if row]
    quick = _at_once(place, found)
    if len(rows) < limits.ROWS:
        return [quick, *rows]
    *above, last = rows  # no room for a row of their own
    return [*above, [*quick[: limits.BUTTONS_IN_ROW - len(last)], *last]]


def _at_once(place: Seated, found: Menu) -> Row:
    """Whole moves a press away, and one form for all that is asked in every turn."""
    row: Row = []
    again = asked_again(place) if found.back is None and not isinstance(found.sample, Standing) else ()
    for short in shortcuts(place, found):
        identity = _made_at_once(place, short.actions)
        if len(identity) <= limits.CUSTOM_ID:
            row.append(button(short.label, identity, Style.success))
    if verbs := verbs_of(again):
        row.append(button(_form_label(again), custom_id("c", place.table.id, place.table.seq, verbs), Style.success))
    return row


def _form_label(asked: Sequence[Collection[Action]]) -> str:
    """The moves of a form: “Bid for turn order, rank associates…”."""
    first, *more = (title(type(next(iter(offers)))) for offers in asked)
    return ", ".join([first, *(f"{name[0].lower()}{name[1:]}" for name in more)]) + "…"


def _made_at_once(place: Seated, actions: Sequence[Action]) -> str:
    """The ``custom_id`` of a press that makes these moves."""
    if len(actions) == 1:
        return custom_id("a", place.table.id, place.table.seq, write(actions[0]))
    spelled = "|".join(" ".join(words(action)) for action in actions)
    return custom_id("q", place.table.id, place.table.seq, spelled)


def _asking(place: Seated, found: Menu, page: int) -> list[Row]:
    """The answers to a question, and the ways from it."""
    shown = chips(place.seen, found, page)
    if shown is None:
        return _select(place, found, page)
    buttons = [_chip(place, found, chip) for chip in shown.shown]
    steps = [_step(place, found, entry) for entry in beyond(_offers(place, found), found)]
    buttons += steps[: MOST_BUTTONS - len(buttons)]
    turning = _turning(place, found, shown.page, shown.last)
    others: Row = [button(chip.label, _menu_id(place.table, chip.words)) for chip in other_verbs(place.seen, found)]
    return [*in_rows(buttons), *in_rows(others), [*turning, *_typing(place, found), *_aside(place, found)]]


def _confirming(place: Seated, found: Menu) -> list[Row]:
    """*Confirm* and the way back; below, other numbers where the last answer is one of many."""
    identity = custom_id("a", place.table.id, place.table.seq, write(found.sample))
    confirm: Row = [button("Confirm", identity, Style.success), *_and_then(place, found), *_aside(place, found)]
    offers = _offers(place, found)
    before = question_before(offers, found)
    if before is None:
        return [confirm]
    steps = [
        button(f"+{step:,}", _menu_id(place.table, (*before.picked, *entry.words)))
        for step, entry in higher(offers, found)
    ]
    return [confirm, [*steps, *_typing(place, before)]]


def _and_then(place: Seated, found: Menu) -> Row:
    """*Confirm* for two moves at once, where one may be all that is left to say."""
    both = and_then(place, found.sample)
    identity = _made_at_once(place, both.actions) if both else ""
    return [button(both.label, identity, Style.success)] if both and len(identity) <= limits.CUSTOM_ID else []


def _step(place: Seated, found: Menu, entry: MenuChoice) -> ui.Button[Any]:
    """A number that is not listed."""
    label = place.seen.label(entry.actions[0], found.field)
    return button(label, _menu_id(place.table, (*found.picked, *entry.words)))


def _offers(place: Seated, found: Menu) -> Collection[Action]:
    """What the question was made of."""
    asked = place.ahead if isinstance(found.sample, Standing) else place.decision
    return asked.offers if asked else ()


def ahead_button(place: Seated) -> Row:
    """The way to what the seat may plan before its turn, if there is anything."""
    if place.ahead is None:
        return []
    return [button("Plan ahead…", custom_id("m", place.table.id, place.table.seq, f"{AHEAD}0"))]


def asked_for(found: Menu) -> str:
    """The question to a player for the field that is next."""
    return question(type(found.sample), found.field)


def _chip(place: Seated, found: Menu, chip: Chip) -> ui.Button[Any]:
    return button(chip.label, _menu_id(place.table, (*found.picked, *chip.words)), Style.primary)


def _select(place: Seated, found: Menu, page: int) -> list[Row]:
    """One page of values that have no marks and too many words for buttons."""
    size = limits.SELECT_OPTIONS
    last = (len(found.entries) - 1) // size
    page = min(max(page, 0), last)
    shown = found.entries[page * size : (page + 1) * size]
    labels = [parted(place.seen.label(entry.actions[0], found.field)) for entry in shown]
    options = [(name, entry.words[0], False) for entry, (name, _) in zip(shown, labels, strict=True)]
    about = [effect for _, effect in labels]
    identity = custom_id("s", place.table.id, place.table.seq, " ".join(found.picked))
    choice = select(identity, asked_for(found), options, about)
    turning = _turning(place, found, page, last)
    return [[choice], [*turning, *_typing(place, found), *_aside(place, found)]]


def _turning(place: Seated, found: Menu, page: int, last: int) -> Row:
    """The ways to the pages before and after; where other verbs take room, the next page is the question alone."""
    turning: Row = []
    if page:
        turning.append(button("Earlier", _menu_id(place.table, found.picked, page - 1)))
    if page < last:
        following = 0 if found.beside else page + 1
        turning.append(button("More", _menu_id(place.table, found.picked, following)))
    return turning


def _typing(place: Seated, found: Menu) -> Row:
    """The way to values that are not listed, if there are any."""
    if found.kind == "number" and len(found.entries) <= found.high - found.low:
        return [button("Another number…", _typing_id(place, found))]
    return [button(_TYPE, _typing_id(place, found))] if found.example else []


def _typing_id(place: Seated, found: Menu) -> str:
    return custom_id("n", place.table.id, place.table.seq, " ".join(found.picked))


def _aside(place: Seated, found: Menu) -> Row:
    """The way back; from the first question, the way to what may be answered ahead, and from that to the first.

    Who is not asked finds the way to standing orders instead.
    """
    ahead = isinstance(found.sample, Standing)
    if found.back is not None:
        return [button("Back", _menu_id(place.table, found.back, ahead=ahead))]
    if not ahead:
        return ahead_button(place)
    return plan_button(place) if place.decision is None else [button("Back", _menu_id(place.table, ()))]


def _menu_id(table: Table, picked: Sequence[str], page: int = 0, *, ahead: bool = False) -> str:
    return custom_id("m", table.id, table.seq, " ".join([f"{AHEAD if ahead else _PRIVATE}{page}", *picked]))
