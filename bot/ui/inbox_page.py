"""The list of `/games`: the tables that wait for its reader, and the reader's others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord import ui

from bot import limits
from bot.clocks.clock import zero_time
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, join_words, md, truncate
from bot.names import name_lookup, name_seats, relative_time
from bot.tables.table import BookkeepingKey, Table, turn_start
from bot.ui.components import Style, button, custom_id, split_into_rows
from bot.ui.page import Page
from bot.ui.question_buttons import INBOX_PLACE
from bot.ui.settings_page import MESSAGES_REFUSED, page_custom_id
from bot.users import UserPreferences
from engine import GAMES, Decision, Seat
from engine.store.table_list import TableSection

_NO_GAMES_TEXT = md("You aren’t in any games. Start one with `/game new`, or press *Join* in a lobby.")
TABLES_A_PAGE = 8
_MAX_LENGTH = limits.CONTENT - 100
_PROMPT_LENGTHS = (160, 80, 40, 20)
"""Maximum characters of a question; the first one with which all lines fit is used."""
_HEADINGS = {
    TableSection.OTHERS: md("**Waiting for others**"),
    TableSection.LOBBY: md("**Not started**"),
    TableSection.KEPT: md("**Seats kept for you**"),
}


class InboxEntry(NamedTuple):
    """A table of the list, the reader's seat (None: they have left), the open questions, and their start."""

    table: Table
    section: TableSection
    since: float
    seat: Seat | None = None
    asked: tuple[Decision, ...] = ()


def inbox_page(
    places: Sequence[InboxEntry], person: UserPreferences, page: int, counts: Mapping[TableSection, int]
) -> Page:
    """One page of the list; ``counts`` are of the whole list. A table that waits for the reader has a button."""
    last = max(0, sum(counts.values()) - 1) // TABLES_A_PAGE
    note = [md("-# Page {} of {}", page + 1, last + 1)] if last else []
    closed = [MESSAGES_REFUSED] if person.closed and page == last else []
    lines = next(
        lines for most in _PROMPT_LENGTHS if _is_fitting(lines := _page_lines(places, person, page, counts, most), most)
    )
    waits = [place for place in places if place.section is TableSection.WAITING]
    moves = [
        _move_button(place.table, label) for place, label in zip(waits, _button_labels(page, counts), strict=False)
    ]
    turn: list[ui.Item[Any]] = [
        button(label, page_custom_id(f"games.{label.lower()}", to))
        for label, to in (("Back", page - 1), ("More", page + 1))
        if 0 <= to <= last
    ]
    return Page(join_lines([*lines, *closed, *note]), None, [*split_into_rows(moves), turn])


def _is_fitting(lines: Sequence[Markdown], most: int) -> bool:
    return most == _PROMPT_LENGTHS[-1] or len(join_lines(lines)) <= _MAX_LENGTH


def _page_lines(
    places: Sequence[InboxEntry], person: UserPreferences, page: int, counts: Mapping[TableSection, int], most: int
) -> list[Markdown]:
    """The lines of a page with section headings; ``most`` characters of each question."""
    total = sum(counts.values())
    if total == 0:
        return [_NO_GAMES_TEXT]
    lines = [] if page or counts[TableSection.KEPT] == total else [_first_heading(counts[TableSection.WAITING])]
    several, number, before = counts[TableSection.WAITING] > 1, page * TABLES_A_PAGE, None
    for place in places:
        if place.section is not before and place.section in _HEADINGS:
            lines.append(_HEADINGS[place.section])
        before, number = place.section, number + 1
        mark = md("{}.", number) if several and place.section is TableSection.WAITING else md("-")
        lines.append(md("{} {}", mark, _entry_text(place, person, most)))
    return lines


def _first_heading(waiting: int) -> Markdown:
    waits = md("is") if waiting == 1 else md("are")
    return md("**{} {} waiting for you**", escape_prose(count_noun(waiting, "table").capitalize()), waits)


def _button_labels(page: int, counts: Mapping[TableSection, int]) -> Iterator[str]:
    """The labels of the buttons of a page."""
    if counts[TableSection.WAITING] == 1:
        yield "Your move"
        return
    yield from (f"Your move {page * TABLES_A_PAGE + number}" for number in range(1, TABLES_A_PAGE + 1))


def _entry_text(place: InboxEntry, person: UserPreferences, most: int) -> Markdown:
    match place.section:
        case TableSection.LOBBY:
            return md("{}: {} so far.", table_link(place.table), count_noun(len(place.table.players), "player"))
        case TableSection.KEPT:
            back = md("use `/game seat action:back` there to return, until someone takes your seat")
            return md("{}: {}.", table_link(place.table), back)
        case TableSection.WAITING if place.seat is not None:
            return _own_turn_text(place, place.seat, person, most)
        case _:
            return _others_turn_text(place)


def _move_button(table: Table, label: str) -> ui.Button[Any]:
    """The button to the table's question; the list stays."""
    return button(label, custom_id("m", table.id, table.seq, f"{INBOX_PLACE}0"), Style.primary)


def _own_turn_text(place: InboxEntry, seat: Seat, person: UserPreferences, most: int) -> Markdown:
    table = place.table
    clock = table.clocks.get(seat)
    end = zero_time(clock, person) if clock and table.terms.time_control and table.paused is None else None
    word = md("Your time ran out") if end is not None and end <= table.since else md("Move by")
    until = md(" {} <t:{}:f> ({}).", word, int(end), relative_time(end)) if end is not None else md("")
    asked = " ".join(decision.prompt for decision in place.asked if decision.seat == seat)
    prompt = truncate(name_seats(asked, table.players), most)
    return md(
        "{}: {} Your turn began {}.{}{}",
        table_link(table),
        prompt,
        relative_time(place.since),
        until,
        _pause_text(table),
    )


def _others_turn_text(place: InboxEntry) -> Markdown:
    table = place.table
    names = join_words([name_lookup(table.players)(decision.seat) for decision in place.asked])
    since = min((turn_start(table, decision.seat) for decision in place.asked), default=table.since)
    waits = md(": waiting for {} (turn began {})", names, relative_time(since)) if names else md("")
    return md("{}{}.{}", table_link(table), waits, _pause_text(table))


def _pause_text(table: Table) -> Markdown:
    return md(" The game is paused.") if table.paused is not None else md("")


def table_link(table: Table) -> Markdown:
    """The game's name as a link to the open question, the result, or the channel, with the place."""
    home = md("{}", table.guild) if table.guild else md("@me")
    post = table.notes.get(_linked_post_key(table)) or table.notes.get(BookkeepingKey.STATUS_CARD)
    link = md("https://discord.com/channels/{}/{}{}", home, table.channel, md("/{}", post) if post else md(""))
    where = md("<#{}>", table.channel) if table.guild else md("your messages with me")
    return md("[**{}**](<{}>) in {}", escape_prose(GAMES[table.title].name), link, where)


def _linked_post_key(table: Table) -> BookkeepingKey:
    """The post to link: the open question, or the result once it is posted."""
    if table.status == "ended":
        return BookkeepingKey.END_POST
    is_result_posted = table.status == "finished" and not table.untold
    return BookkeepingKey.LATEST_REPORT if is_result_posted else BookkeepingKey.QUESTION_POST
