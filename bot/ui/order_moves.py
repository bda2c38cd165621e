"""The pages on which the moves of a standing order are chosen, as at an imagined turn. It knows no title."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.desk import Seated
from bot.game_text import typing_aid
from bot.markdown import Markdown, cut, escape, escape_prose, joined, md, sentences
from bot.planning.carrying_out import order_of
from bot.planning.imagined_turns import ImaginedTurn, MoveMade, Outlook
from bot.planning.reading import MOST_WISHES
from bot.sight import sight
from bot.tables.table import Table
from bot.ui.asking import Asked, Leads, around, asked_for, back_words, question_rows
from bot.ui.chips import leading, parted
from bot.ui.components import Row, Style, button, custom_id
from bot.ui.fields import Field, form
from bot.ui.layout import Layout, lay_out
from bot.ui.menu import Menu, MenuChoice, menu, words
from bot.ui.page import Page
from bot.ui.question import answered_so_far, scenes_of
from bot.ui.room import text_lines
from engine.core import MAX_LENGTH
from engine.core.action import button_title
from engine.core.move_pattern import WILDCARD, read_pattern
from engine.store.plans import Plan

_MOST_SKIPPED = 9
"""Questions that can be skipped: one digit in a ``custom_id``."""
_LONGEST_MOVE, _LONGEST_AFTER = 200, 100
"""Characters of a move in the list of all, and of the last one above the next question."""
_ONCE = md("It’s made once. If it isn’t possible when you’re asked for such a move, the order ends and you choose.")
_IN_ORDER = md(
    "Each is made once, in this order. If one isn’t possible when its time comes, the order ends and you choose."
)
_NOW = md("-# It’s your turn now, so a saved order moves immediately. For a later turn: *Later question…*")


class MovePlace(msgspec.Struct, frozen=True):
    """The place of a page: how many ``moves`` the order has before its question, and how many were ``skipped``."""

    moves: int
    skipped: int = 0

    def __str__(self) -> str:
        return f"{self.moves}{self.skipped}"


def imagined_place(place: Seated, turn: ImaginedTurn) -> Seated:
    """The player's place as it is at an imagined turn. It has nothing that the player may not see."""
    table = replace(place.table, state=turn.state)
    return replace(place, table=table, seen=sight(table, place.seat), decision=turn.asked, ahead=None)


def menu_after(imagined: Seated, picked: Sequence[str]) -> Menu | None:
    """The menu of an imagined turn after the words ``picked``; None if they lead nowhere."""
    assert imagined.decision is not None
    found = menu(imagined.decision.offers, picked)
    return None if found is None else leading(imagined.seen, found, imagined.decision.offers)


def question_page(
    imagined: Seated, outlook: Outlook, found: Menu, at: MovePlace, *, page: int = 0, lead: Markdown = md("")
) -> Page:
    """A question of an imagined turn, after the answers so far. Slow: not for the event loop."""
    assert imagined.decision is not None
    after = [md("-# After: {}", cut(_shortest(imagined, one), _LONGEST_AFTER)) for one in outlook.made[-1:]]
    for more in (after, []):
        text = joined(filter(None, [lead, *_heading(imagined, outlook, found, more)]))
        asked, layout = _laid_out(imagined, found, at, page, text)
        if layout.is_fitting:
            break
    whole = joined([text, *layout.lines])
    return Page(whole, scenes_of(imagined.seen, found, layout, text_lines(whole)), question_rows(asked, layout))


def marks_of(imagined: Seated, found: Menu, at: MovePlace) -> dict[str, tuple[str, ...]]:
    """The words that each letter in the picture of a question means."""
    _, layout = _laid_out(imagined, found, at, 0, md(""))
    depth, marks = len(found.picked), dict[str, tuple[str, ...]]()
    for mark, actions in layout.marks:
        spelled = [words(action)[depth:] for action in actions]
        marks[mark] = spelled[0] if len(spelled) == 1 else spelled[0][:1]
    return marks


def value_form(table: Table, found: Menu, at: MovePlace) -> ui.Modal:
    """Asks for a number, or for a value that is not listed."""
    about = typing_aid(type(found.sample), found.field)
    field = Field("value", asked_for(found), MAX_LENGTH, found.example, required=True, about=about)
    if found.kind == "number":
        asked = f"{field.asked} ({found.low} to {found.high})"
        field = Field("value", asked, len(str(found.high)), str(found.low), required=True)
    identity = _id(table, " ".join([f"t{at}", *found.picked]))
    return form(f"{button_title(type(found.sample))}: {asked_for(found)}", identity, [field])


def moves_page(place: Seated, plan: Plan, outlook: Outlook, back: str, lead: Markdown = md("")) -> Page:
    """The moves of an order that is not saved yet; ``back`` is the ``custom_id`` of the question for the last one."""
    moves = order_of(plan).wishes
    said = [
        md(
            "{} {}",
            md("Then:") if number else md("When it’s your turn:"),
            cut(_sentence(place, text, made), _LONGEST_MOVE),
        )
        for number, (text, made) in enumerate(zip(moves, outlook.made, strict=False))
    ]
    draft = md("**Standing order, not saved yet.** Only you can see it.")
    is_now = place.decision is not None and outlook.made[0].action in place.decision.offers
    now = md("-# It’s your turn, so the order moves as soon as you save it.") if is_now else md("")
    how = md("-# {}", _IN_ORDER if len(moves) > 1 else _ONCE)
    text = joined(filter(None, [lead, draft, *said, how, now]))
    table = place.table
    row: Row = [button("Save order", custom_id("w", table.id, table.seq, f"save {plan.id}"), Style.success)]
    if outlook.turn is not None and len(moves) < MOST_WISHES:
        row.append(button("Add another", question_id(table, MovePlace(len(moves)))))
    row += [button("Back", back), _write_button(table, f"again {plan.id}"), _cancel_button(table)]
    seen, last = replace(place.seen, view=outlook.made[-1].view), outlook.made[-1].action
    found = Menu("confirm", words(last), "", (MenuChoice((), "", (last,)),), None)
    return Page(text, scenes_of(seen, found, Layout(()), text_lines(text)), [row])


def nothing_page(place: Seated, outlook: Outlook) -> Page:
    """Says that no turn can be imagined, and what can be done instead."""
    why = md("I can’t imagine a turn of yours from what you see now.")
    if outlook.unknown:
        prompt = escape_prose(outlook.unknown[0])
        why = md("Your next question: {} Its answers depend on draws or rolls that no one knows yet.", prompt)
    instead = md("You can write a pattern instead, or add a move later in the game.")
    ways: Row = [_write_button(place.table, "new"), _cancel_button(place.table)]
    return Page(joined([why, instead]), None, [ways])


def question_id(table: Table, at: MovePlace, picked: Sequence[str] = (), page: int = 0) -> str:
    """The ``custom_id`` of a press that shows a question of an imagined turn."""
    return _id(table, " ".join([f"m{at}{page}", *picked]))


def moves_before_last(moves: Sequence[str]) -> int:
    """The number of moves before the last one that was chosen, without the patterns of forced moves before it."""
    number = len(moves) - 1
    while number and moves[number - 1].endswith(f" {WILDCARD}"):
        number -= 1
    return max(number, 0)


def _laid_out(imagined: Seated, found: Menu, at: MovePlace, page: int, text: Markdown) -> tuple[Asked, Layout]:
    assert imagined.decision is not None
    offers = imagined.decision.offers
    asked = Asked(imagined.seen, found, _leads(imagined.table, at), _aside(imagined, found, at), offers)
    return asked, lay_out(imagined.seen, found, page, around(asked, text))


def _heading(imagined: Seated, outlook: Outlook, found: Menu, after: Sequence[Markdown]) -> list[Markdown]:
    """The kind of turn, what comes before it, the question, and the answers so far."""
    assert imagined.decision is not None and outlook.turn is not None
    seen, first = imagined.seen, found.back is None
    which = (
        md("Then") if outlook.made else md("Your turn now") if outlook.turn.is_now else md("Your next turn, imagined")
    )
    lines = [md("**{}** · {}", which, seen.headline())]
    lines += after if first else []
    if first and outlook.unknown:
        lines.append(md("-# Left out, since it depends on draws or rolls: {}", escape_prose(outlook.unknown[-1])))
    if first and outlook.turn.is_now:
        lines.append(_NOW)
    asked = [escape_prose(imagined.decision.prompt)] if first else answered_so_far(seen, found)
    sample = [entry.actions[0] for entry in found.entries] if found.kind == "verbs" else [found.sample]
    about = dict.fromkeys(seen.about(action, found.field) for action in sample)
    return [*lines, *asked, *filter(None, about)]


def _sentence(place: Seated, text: str, made: MoveMade) -> Markdown:
    """A move of an order in words; a pattern by its parts."""
    if WILDCARD in text.split():
        return escape(read_pattern(text, place.seen.game.actions).description)
    said = replace(place.seen, view=made.view).sentence(made.action)
    return sentences(said)[0]


def _shortest(place: Seated, made: MoveMade) -> Markdown:
    """A move without its effects."""
    return parted(replace(place.seen, view=made.view).sentence(made.action))[0]


def _aside(imagined: Seated, found: Menu, at: MovePlace) -> Row:
    """The row of ways from a question: back, to a later question, and out."""
    assert imagined.decision is not None
    table = imagined.table
    back = back_words(imagined.seen, found, imagined.decision.offers)
    if back is not None:
        return [button("Back", question_id(table, at, back)), _cancel_button(table)]
    row: Row = [button("Back", _moves_id(table, at.moves))] if at.moves else []
    if at.skipped < _MOST_SKIPPED:
        row.append(button("Later question…", question_id(table, replace(at, skipped=at.skipped + 1))))
    return [*row, _cancel_button(table)]


def _moves_id(table: Table, moves: int) -> str:
    """The ``custom_id`` of a press that shows the first moves of the order."""
    return _id(table, f"show{moves}")


def _leads(table: Table, at: MovePlace) -> Leads:
    def step(picked: Sequence[str], chosen: bool) -> str:
        return _id(table, " ".join([f"s{at}", *picked])) if chosen else question_id(table, at, picked)

    return Leads(
        menu=lambda picked, page: question_id(table, at, picked, page),
        select=lambda picked: _id(table, " ".join([f"s{at}", *picked])),
        form=lambda picked: _id(table, " ".join([f"f{at}", *picked])),
        confirm=lambda action: question_id(table, at, words(action)),
        steps=step,
    )


def _write_button(table: Table, rest: str) -> ui.Button[Any]:
    return button("Write it…", custom_id("w", table.id, 0, rest))


def _cancel_button(table: Table) -> ui.Button[Any]:
    return button("Cancel", custom_id("w", table.id, 0, "drop"))


def _id(table: Table, rest: str) -> str:
    return custom_id("O", table.id, table.seq, rest)
