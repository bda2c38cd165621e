"""The list of `/games`: the tables that wait for its reader, and the reader's others. It knows no title."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from discord import ui

from bot import limits
from bot.clocks.clock import zero
from bot.markdown import Markdown, counted, cut, joined, listed, md, words_of_game
from bot.preferences import Person
from bot.tables.table import Note, Table, asked_since
from bot.ui.answers import LISTED
from bot.ui.components import Style, button, custom_id, in_rows
from bot.ui.menu import leaf
from bot.ui.page import Page
from bot.ui.settings_page import CLOSED, identity
from bot.wording import named, when, with_names
from engine import GAMES, Decision, Seat
from engine.store.ids import TableId

Seated = tuple[Table, Seat, tuple[Decision, ...]]
"""A table, the reader's seat, and the open questions."""

NOTHING = md("You aren’t in any games. Start one with `/game new`, or press *Join* in a lobby.")
_ROOM = limits.CONTENT - 100
_PROMPT = 160
_NOT_KNOWN: Mapping[TableId, float] = {}


class Line(NamedTuple):
    """One line of the list; with a button where a table waits for the reader."""

    text: Markdown
    button: ui.Button[Any] | None = None


def games_page(
    seated: Sequence[Seated],
    person: Person,
    page: int,
    left: Sequence[Table] = (),
    since: Mapping[TableId, float] = _NOT_KNOWN,
) -> Page:
    """One page of the list, as many lines as a message holds; the tables ``left`` keep a seat for the reader.

    ``since`` is when the reader was asked, by table: a clock may have stood since then.
    """
    (lines,), page, last = leaf(_pages(_sorted_out(seated, person, left, since)), page, 1)
    # lines with their links are so long that a page has at most some fifteen buttons
    moves = [line.button for line in lines if line.button]
    turn: list[ui.Item[Any]] = [
        button(label, identity(f"games.{label.lower()}", to))
        for label, to in (("Back", page - 1), ("More", page + 1))
        if 0 <= to <= last
    ]
    note = md("\n-# Page {} of {}", page + 1, last + 1) if last else md("")
    return Page(joined([joined(line.text for line in lines), note], ""), None, [*in_rows(moves), turn])


def _sorted_out(
    seated: Sequence[Seated], person: Person, left: Sequence[Table], since: Mapping[TableId, float]
) -> list[Line]:
    """Every line: what waits for the reader, the longest first; where others are awaited; the lobbies; seats kept."""
    asked = {table.id: (table, seat) for table, seat, _ in seated}
    times = {number: asked_since(*place, since.get(number)) for number, place in asked.items()}
    waiting = [place for place in seated if _mine(place)]
    waiting.sort(key=lambda place: times[place[0].id])
    others = [place for place in seated if place[0].status == "playing" and not _mine(place)]
    lobbies = [place for place in seated if place[0].status == "lobby"]
    closed = [CLOSED] if person.closed else []
    kept = [*([md("**Seats kept for you**")] if left else []), *map(_kept, left)]
    if not seated:
        return [*map(Line, kept or [NOTHING]), *map(Line, closed)]
    waits = md("is") if len(waiting) == 1 else md("are")
    lines = [Line(md("**{} {} waiting for you**", words_of_game(counted(len(waiting), "table").capitalize()), waits))]
    for number, place in enumerate(waiting, 1):
        mark, label = (md("{}.", number), f"Your move {number}") if len(waiting) > 1 else (md("-"), "Your move")
        lines.append(Line(md("{} {}", mark, _asked(place, person, times[place[0].id])), _move(place[0], label)))
    more = [*([md("**Waiting for others**")] if others else []), *map(_watched, others)]
    more += [*([md("**Not started**")] if lobbies else []), *map(_lobby, lobbies), *kept, *closed]
    return [*lines, *map(Line, more)]


def _pages(lines: Sequence[Line]) -> list[list[Line]]:
    pages: list[list[Line]] = [[]]
    for line in lines:
        if sum(len(other.text) + 1 for other in pages[-1]) + len(line.text) > _ROOM:
            pages.append([])
        pages[-1].append(line)
    return pages


def _move(table: Table, label: str) -> ui.Button[Any]:
    """The menu of the table, wherever its reader is; the list stays for the other ones."""
    return button(label, custom_id("m", table.id, table.seq, f"{LISTED}0"), Style.primary)


def _asked(place: Seated, person: Person, since: float) -> Markdown:
    table, seat, _ = place
    clock = table.clocks.get(seat)
    end = zero(clock, person) if clock and table.terms.speed and table.paused is None else None
    word = md("Your time ran out") if end is not None and end <= table.since else md("Move by")
    until = md(" {} <t:{}:f> ({}).", word, int(end), when(end)) if end is not None else md("")
    asked = " ".join(decision.prompt for decision in _mine(place))
    prompt = cut(with_names(words_of_game(asked), table.players), _PROMPT)
    return md("{}: {} Your turn began {}.{}{}", linked(table), prompt, when(since), until, _pause(table))


def _watched(place: Seated) -> Markdown:
    table, _, asked = place
    names = listed([named(table.players)(decision.seat) for decision in asked])
    since = min((asked_since(table, decision.seat) for decision in asked), default=table.since)
    waits = md(": waiting for {} (turn began {})", names, when(since)) if names else md("")
    return md("- {}{}.{}", linked(table), waits, _pause(table))


def _lobby(place: Seated) -> Markdown:
    table, _, _ = place
    return md("- {}: {} so far.", linked(table), counted(len(table.players), "player"))


def _kept(table: Table) -> Markdown:
    return md("- {}: use `/game back` there to return, until someone takes your seat.", linked(table))


def _pause(table: Table) -> Markdown:
    return md(" The game is paused.") if table.paused is not None else md("")


def linked(table: Table) -> Markdown:
    """The title as a link to the open question, or to the channel, and where that is."""
    home = md("{}", table.guild) if table.guild else md("@me")
    post = table.notes.get(Note.PING) or table.notes.get(Note.CARD)
    link = md("https://discord.com/channels/{}/{}{}", home, table.channel, md("/{}", post) if post else md(""))
    where = md("<#{}>", table.channel) if table.guild else md("your messages with me")
    return md("[**{}**](<{}>) in {}", words_of_game(GAMES[table.title].name), link, where)


def _mine(place: Seated) -> tuple[Decision, ...]:
    _, seat, asked = place
    return tuple(decision for decision in asked if decision.seat == seat)
