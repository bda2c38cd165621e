"""Works out which notices a table should have now, or at a moment of a seat's clock. No title, no Discord."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from bot.play.sessions import Tables
from bot.tables.moves import listed_questions
from bot.tables.table import Table
from bot.telling.asking import is_alone, is_asked_unseen, waiting, ways
from bot.telling.whose_next import next_in_turn
from engine import GAMES, Seat, redact
from engine.store.apart import in_thread
from engine.store.notices import Notice, NoticeKind, Place

_MOST_BACK = 100
"""Rows of the log among which the first of several undos that were made at once is looked for."""


async def wanted(
    sessions: Tables, table: Table, known: Sequence[Notice], *, is_refused: bool = False
) -> tuple[Notice, ...]:
    """Notices that are due by the table as it stands, and were not claimed before.

    If the channel ``is_refused`` to the bot, everybody who wants notices gets the question as a direct message.
    """
    if is_alone(table):
        return ()
    there = {(notice.seat, notice.point, notice.kind) for notice in known}
    found: list[Notice] = []
    for seat, user in waiting(table).items():
        point = table.clocks[seat].point
        person = sessions.people.of(user)
        is_refused_here = is_refused and ways(person) == ("channel",) and not person.closed
        direct = "direct" in ways(person) or is_refused_here or is_asked_unseen(table, seat, person)
        if direct and (seat, point, "asked") not in there and not await _own_doing(sessions, table, seat, point):
            found.append(_notice(sessions, table, seat, "asked", "direct"))
    return (*found, *await _next(sessions, table, there))


def for_moment(sessions: Tables, table: Table, seat: Seat, kind: NoticeKind) -> tuple[Notice, ...]:
    """The notices of a moment of the seat's clock, to its person and to the table."""
    user = table.players[seat - 1].user
    person = sessions.people.of(user)
    places = set(ways(person))
    if kind in ("remind", "last") and person.reminders not in ("all", kind):
        places = set()
    if kind == "again":  # by direct message the question itself is put anew
        places.discard("direct")
    if kind in ("quiet", "left"):
        places = {"channel"}
    if kind == "zero" or (kind == "late" and table.terms.late != "open"):
        places.add("channel")
    elif kind == "late":  # the open seat has a post of its own
        places.discard("channel")
    return tuple(_notice(sessions, table, seat, kind, place) for place in sorted(places))


async def _next(sessions: Tables, table: Table, there: Iterable[tuple[int, int, str]]) -> tuple[Notice, ...]:
    """Tells who is next, if that person wants to know and everybody could work it out."""
    of, asked = sessions.people.of, listed_questions(table)
    if len(asked) != 1 or asked[0].seat not in waiting(table) or table.state is None:
        return ()
    here, point = asked[0].seat, table.clocks[asked[0].seat].point
    people = {seat: player.user for seat, player in enumerate(table.players, 1) if player.user is not None}
    others = {seat: user for seat, user in people.items() if seat != here}
    eager = [seat for seat, user in others.items() if of(user).following and ways(of(user))]
    if not eager or any(kind == "next" and at == point for _, at, kind in there):
        return ()
    view = redact(table.state, None)
    seat = await in_thread(next_in_turn, GAMES[table.title], view, here)
    if seat is None or seat not in eager:
        return ()
    place = ways(of(others[seat]))[-1]
    return (_notice(sessions, table, seat, "next", place, point),)


async def _own_doing(sessions: Tables, table: Table, seat: Seat, point: int) -> bool:
    """Whether the seat is asked by what its own player has just done, such as taking moves back; not by a vote."""
    made = await sessions.store.log(table.id, after=point - _MOST_BACK, up_to=point)
    undos = [entry for entry in takewhile(lambda entry: entry.by == "undo", reversed(made)) if entry.seat == seat]
    played = any(entry.by == "player" and entry.seat == seat for entry in made[-1:])
    return played or any(entry.interaction is not None for entry in undos)


def _notice(
    sessions: Tables, table: Table, seat: Seat, kind: NoticeKind, place: Place, point: int | None = None
) -> Notice:
    user = table.players[seat - 1].user
    assert user is not None
    asked = table.clocks[seat].point if point is None else point
    now = sessions.now()
    return Notice(table.id, seat, asked, kind, place, user, at=now, claimed=now)
