"""The page of `/games`: the tables that wait for the user, and the user's other tables."""

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
"""Maximum characters of a question, in order of preference. The first one with which all lines fit is used."""
_HEADINGS = {
    TableSection.OTHERS: md("**Waiting for others**"),
    TableSection.LOBBY: md("**Not started**"),
    TableSection.KEPT: md("**Seats kept for you**"),
}


class InboxEntry(NamedTuple):
    """A table on the page of `/games`.

    ``since`` is the time when the table began to wait, in seconds since 1970. ``seat`` is the user's seat; None if the
    user has left the table. ``asked`` are the open decisions.
    """

    table: Table
    section: TableSection
    since: float
    seat: Seat | None = None
    asked: tuple[Decision, ...] = ()


def inbox_page(
    entries: Sequence[InboxEntry], preferences: UserPreferences, page: int, counts: Mapping[TableSection, int]
) -> Page:
    """Return one page of the list, with a button for each table that waits for the user.

    ``entries`` are the tables on the page. ``counts`` are the numbers of all tables, by section.
    """
    last = max(0, sum(counts.values()) - 1) // TABLES_A_PAGE
    page_line = [md("-# Page {} of {}", page + 1, last + 1)] if last else []
    refusal_line = [MESSAGES_REFUSED] if preferences.closed and page == last else []
    lines = next(
        lines
        for most in _PROMPT_LENGTHS
        if _is_fitting(lines := _page_lines(entries, preferences, page, counts, most), most)
    )
    waiting = [entry for entry in entries if entry.section is TableSection.WAITING]
    move_buttons = [
        _move_button(entry.table, label) for entry, label in zip(waiting, _button_labels(page, counts), strict=False)
    ]
    page_buttons: list[ui.Item[Any]] = [
        button(label, page_custom_id(f"games.{label.lower()}", target_page))
        for label, target_page in (("Back", page - 1), ("More", page + 1))
        if 0 <= target_page <= last
    ]
    return Page(join_lines([*lines, *refusal_line, *page_line]), None, [*split_into_rows(move_buttons), page_buttons])


def _is_fitting(lines: Sequence[Markdown], most: int) -> bool:
    return most == _PROMPT_LENGTHS[-1] or len(join_lines(lines)) <= _MAX_LENGTH


def _page_lines(
    entries: Sequence[InboxEntry],
    preferences: UserPreferences,
    page: int,
    counts: Mapping[TableSection, int],
    most: int,
) -> list[Markdown]:
    total = sum(counts.values())
    if total == 0:
        return [_NO_GAMES_TEXT]
    lines = [] if page or counts[TableSection.KEPT] == total else [_first_heading(counts[TableSection.WAITING])]
    is_numbered, number, last_section = counts[TableSection.WAITING] > 1, page * TABLES_A_PAGE, None
    for entry in entries:
        if entry.section is not last_section and entry.section in _HEADINGS:
            lines.append(_HEADINGS[entry.section])
        last_section, number = entry.section, number + 1
        bullet = md("{}.", number) if is_numbered and entry.section is TableSection.WAITING else md("-")
        lines.append(md("{} {}", bullet, _entry_text(entry, preferences, most)))
    return lines


def _first_heading(waiting: int) -> Markdown:
    verb = md("is") if waiting == 1 else md("are")
    return md("**{} {} waiting for you**", escape_prose(count_noun(waiting, "table").capitalize()), verb)


def _button_labels(page: int, counts: Mapping[TableSection, int]) -> Iterator[str]:
    if counts[TableSection.WAITING] == 1:
        yield "Your move"
        return
    yield from (f"Your move {page * TABLES_A_PAGE + number}" for number in range(1, TABLES_A_PAGE + 1))


def _entry_text(entry: InboxEntry, preferences: UserPreferences, most: int) -> Markdown:
    match entry.section:
        case TableSection.LOBBY:
            return md("{}: {} so far.", table_link(entry.table), count_noun(len(entry.table.players), "player"))
        case TableSection.KEPT:
            instruction = md("use `/game seat action:back` there to return, until someone takes your seat")
            return md("{}: {}.", table_link(entry.table), instruction)
        case TableSection.WAITING if entry.seat is not None:
            return _own_turn_text(entry, entry.seat, preferences, most)
        case _:
            return _others_turn_text(entry)


def _move_button(table: Table, label: str) -> ui.Button[Any]:
    """Return the button that shows the table's question in a new message."""
    return button(label, custom_id("m", table.id, table.seq, f"{INBOX_PLACE}0"), Style.primary)


def _own_turn_text(entry: InboxEntry, seat: Seat, preferences: UserPreferences, most: int) -> Markdown:
    table = entry.table
    clock = table.clocks.get(seat)
    end = zero_time(clock, preferences) if clock and table.terms.time_control and table.paused is None else None
    intro = md("Your time ran out") if end is not None and end <= table.since else md("Move by")
    until = md(" {} <t:{}:f> ({}).", intro, int(end), relative_time(end)) if end is not None else md("")
    prompts = " ".join(decision.prompt for decision in entry.asked if decision.seat == seat)
    prompt = truncate(name_seats(prompts, table.players), most)
    return md(
        "{}: {} Your turn began {}.{}{}",
        table_link(table),
        prompt,
        relative_time(entry.since),
        until,
        _pause_text(table),
    )


def _others_turn_text(entry: InboxEntry) -> Markdown:
    table = entry.table
    names = join_words([name_lookup(table.players)(decision.seat) for decision in entry.asked])
    since = min((turn_start(table, decision.seat) for decision in entry.asked), default=table.since)
    waiting_clause = md(": waiting for {} (turn began {})", names, relative_time(since)) if names else md("")
    return md("{}{}.{}", table_link(table), waiting_clause, _pause_text(table))


def _pause_text(table: Table) -> Markdown:
    return md(" The game is paused.") if table.paused is not None else md("")


def table_link(table: Table) -> Markdown:
    """Return the game's name as a link to the open question, the result, or the channel; then the channel's name."""
    guild = md("{}", table.guild) if table.guild else md("@me")
    post = table.notes.get(_linked_post_key(table)) or table.notes.get(BookkeepingKey.STATUS_CARD)
    link = md("https://discord.com/channels/{}/{}{}", guild, table.channel, md("/{}", post) if post else md(""))
    place = md("<#{}>", table.channel) if table.guild else md("your messages with me")
    return md("[**{}**](<{}>) in {}", escape_prose(GAMES[table.title].name), link, place)


def _linked_post_key(table: Table) -> BookkeepingKey:
    """Return the key of the post to link: the result if it is posted, otherwise the open question."""
    if table.status == "ended":
        return BookkeepingKey.END_POST
    is_result_posted = table.status == "finished" and not table.pending_rows
    return BookkeepingKey.LATEST_REPORT if is_result_posted else BookkeepingKey.QUESTION_POST
