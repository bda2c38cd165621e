"""The list of `/games`: the tables that wait for its reader, and the reader's others. It knows no title."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord import ui

from bot import limits
from bot.clocks.clock import zero
from bot.markdown import Markdown, counted, cut, escape_prose, joined, listed, md
from bot.preferences import Person
from bot.tables.table import Note, Table, asked_since
from bot.ui.answers import LISTED
from bot.ui.components import Style, button, custom_id, in_rows
from bot.ui.page import Page
from bot.ui.settings_page import CLOSED, identity
from bot.wording import named, when, with_names
from engine import GAMES, Decision, Seat
from engine.store.seats import Section

NOTHING = md("You aren’t in any games. Start one with `/game new`, or press *Join* in a lobby.")
TABLES_A_PAGE = 8
_ROOM = limits.CONTENT - 100
_PROMPTS = (160, 80, 40, 20)
"""Characters of a question, the first of them that leave room for all lines of the page."""
_HEADINGS = {
    Section.OTHERS: md("**Waiting for others**"),
    Section.LOBBY: md("**Not started**"),
    Section.KEPT: md("**Seats kept for you**"),
}


class Place(NamedTuple):
    """A table of the list, the reader's seat (None: they have left), the open questions, and since when."""

    table: Table
    section: Section
    since: float
    seat: Seat | None = None
    asked: tuple[Decision, ...] = ()


def games_page(places: Sequence[Place], person: Person, page: int, counts: Mapping[Section, int]) -> Page:
    """One page of the list; ``counts`` are of the whole list. A table that waits for its reader has a button."""
    last = max(0, sum(counts.values()) - 1) // TABLES_A_PAGE
    note = [md("-# Page {} of {}", page + 1, last + 1)] if last else []
    closed = [CLOSED] if person.closed and page == last else []
    lines = next(lines for most in _PROMPTS if _fits(lines := _lines(places, person, page, counts, most), most))
    waits = [place for place in places if place.section is Section.WAITING]
    moves = [_move(place.table, label) for place, label in zip(waits, _labels(page, counts), strict=False)]
    turn: list[ui.Item[Any]] = [
        button(label, identity(f"games.{label.lower()}", to))
        for label, to in (("Back", page - 1), ("More", page + 1))
        if 0 <= to <= last
    ]
    return Page(joined([*lines, *closed, *note]), None, [*in_rows(moves), turn])


def _fits(lines: Sequence[Markdown], most: int) -> bool:
    return most == _PROMPTS[-1] or len(joined(lines)) <= _ROOM


def _lines(
    places: Sequence[Place], person: Person, page: int, counts: Mapping[Section, int], most: int
) -> list[Markdown]:
    """The lines of a page with the headings of its sections; ``most`` characters of each question."""
    total = sum(counts.values())
    if total == 0:
        return [NOTHING]
    lines = [] if page or counts[Section.KEPT] == total else [_first_heading(counts[Section.WAITING])]
    several, number, before = counts[Section.WAITING] > 1, page * TABLES_A_PAGE, None
    for place in places:
        if place.section is not before and place.section in _HEADINGS:
            lines.append(_HEADINGS[place.section])
        before, number = place.section, number + 1
        mark = md("{}.", number) if several and place.section is Section.WAITING else md("-")
        lines.append(md("{} {}", mark, _words(place, person, most)))
    return lines


def _first_heading(waiting: int) -> Markdown:
    waits = md("is") if waiting == 1 else md("are")
    return md("**{} {} waiting for you**", escape_prose(counted(waiting, "table").capitalize()), waits)


def _labels(page: int, counts: Mapping[Section, int]) -> Iterator[str]:
    """The labels of the buttons of a page."""
    if counts[Section.WAITING] == 1:
        yield "Your move"
        return
    yield from (f"Your move {page * TABLES_A_PAGE + number}" for number in range(1, TABLES_A_PAGE + 1))


def _words(place: Place, person: Person, most: int) -> Markdown:
    match place.section:
        case Section.LOBBY:
            return md("{}: {} so far.", linked(place.table), counted(len(place.table.players), "player"))
        case Section.KEPT:
            back = md("use `/game seat action:back` there to return, until someone takes your seat")
            return md("{}: {}.", linked(place.table), back)
        case Section.WAITING if place.seat is not None:
            return _asked(place, place.seat, person, most)
        case _:
            return _watched(place)


def _move(table: Table, label: str) -> ui.Button[Any]:
    """The menu of the table, wherever its reader is; the list stays for the other ones."""
    return button(label, custom_id("m", table.id, table.seq, f"{LISTED}0"), Style.primary)


def _asked(place: Place, seat: Seat, person: Person, most: int) -> Markdown:
    table = place.table
    clock = table.clocks.get(seat)
    end = zero(clock, person) if clock and table.terms.speed and table.paused is None else None
    word = md("Your time ran out") if end is not None and end <= table.since else md("Move by")
    until = md(" {} <t:{}:f> ({}).", word, int(end), when(end)) if end is not None else md("")
    asked = " ".join(decision.prompt for decision in place.asked if decision.seat == seat)
    prompt = cut(with_names(asked, table.players), most)
    return md("{}: {} Your turn began {}.{}{}", linked(table), prompt, when(place.since), until, _pause(table))


def _watched(place: Place) -> Markdown:
    table = place.table
    names = listed([named(table.players)(decision.seat) for decision in place.asked])
    since = min((asked_since(table, decision.seat) for decision in place.asked), default=table.since)
    waits = md(": waiting for {} (turn began {})", names, when(since)) if names else md("")
    return md("{}{}.{}", linked(table), waits, _pause(table))


def _pause(table: Table) -> Markdown:
    return md(" The game is paused.") if table.paused is not None else md("")


def linked(table: Table) -> Markdown:
    """The title as a link to the open question, or to the channel, and where that is."""
    home = md("{}", table.guild) if table.guild else md("@me")
    post = table.notes.get(Note.PING) or table.notes.get(Note.CARD)
    link = md("https://discord.com/channels/{}/{}{}", home, table.channel, md("/{}", post) if post else md(""))
    where = md("<#{}>", table.channel) if table.guild else md("your messages with me")
    return md("[**{}**](<{}>) in {}", escape_prose(GAMES[table.title].name), link, where)
