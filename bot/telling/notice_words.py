"""What notices to single persons say, and what they become when they are over. Pure; it knows no title.

A notice in the channel is read by everybody: nothing stands in it that spectators may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.play.handover import Why, reason
from bot.sight import sight
from bot.tables.table import Table
from bot.telling.asking import is_kept
from bot.telling.posts import called
from bot.wording import mention, named, until
from engine import GAMES, Decision, Seat
from engine.core.words import listed
from engine.store.notices import Notice, NoticeKind
from engine.store.terms import HOUR, Terms

_GRACE_WITHOUT_A_CLOCK = 12 * HOUR
"""Until the seat of somebody who has left the server changes hands, at a table without a clock."""
_PROMPT = 200
"""Characters of a question that is put again."""
_HOW_TO_REPLACE = "`/game replace` gives the seat to a computer player or to somebody else."


_WHY: Mapping[Why, str] = {
    "resigned": "You have left the game",
    "late": "Your time ran out",
    "left": "You have left the server",
    "decided": "Your seat was given away",
    "missing": "You did not answer, and your seat was given away",
}


class Told(msgspec.Struct, frozen=True):
    """What a notice is made from, besides the table.

    ``asked`` is the open question of the seat, ``due`` when its time runs out, ``late`` when something happens for it.
    ``link`` leads to the question in the channel; ``times`` counts the reminders before, or time-outs in a row.
    """

    asked: Decision | None = None
    due: float | None = None
    late: float | None = None
    link: str = ""
    times: int = 0


def words(table: Table, notice: Notice, told: Told, seats: Sequence[Seat] = ()) -> str:
    """The notice's text; in the channel for all of ``seats``, the notice's own if there are none."""
    if notice.place == "direct":
        said = _direct(table, notice, told)
    else:
        said = _public(table, seats or (Seat(notice.seat),), notice.kind, told)
    return limits.cut(said, limits.CONTENT)


def _direct(table: Table, notice: Notice, told: Told) -> str:
    where = f"{called(table)} · {_headline(table)}"
    match notice.kind:
        case "next":
            return f"You are probably next: {where}.{_linked(told)}"
        case "remind" | "last":
            last = " This is the last reminder." if notice.kind == "last" else ""
            return f"You are still asked: {where}. {_question(told)}{_until(told)}{last}{_linked(told)}"
        case "zero":
            return f"Your time is up: {where}. {_question(told)} {_threat(table, told, 'you')}{_linked(told)}"
        case "late":
            return _lost(table, notice) if is_kept(table, notice) else f"{_deed(table, 'you')} {where}.{_linked(told)}"
        case "asked" | "again" | "quiet" | "left":
            return f"You are asked: {where}. {_question(told)}{_until(told)}{_linked(told)}"


def _public(table: Table, seats: Sequence[Seat], kind: NoticeKind, told: Told) -> str:
    who, game = listed([mention(table.players, seat) for seat in seats]), f"**{GAMES[table.title].name}**"
    are = "is" if len(seats) == 1 else "are"
    match kind:
        case "next":
            return f"{who} is probably next · {game}."
        case "remind" | "last":
            last = " This is the last reminder." if kind == "last" else ""
            return f"{who} {are} still asked · {game}. {_shortly(told)}{_until(told)}{last}{_linked(told)}"
        case "again":
            return f"{who}, the game goes on · {game}. {_shortly(told)}{_until(told)}{_linked(told)}"
        case "zero":
            return f"⏰ {who}, your time is up · {game}. {_shortly(told)} {_threat(table, told, 'you')}"
        case "quiet":
            return f"{who} {_reminded(told)} {_HOW_TO_REPLACE} `/game clock` gives the table a clock."
        case "left":
            return f"{who} is not in this server any more · {game}. {_threat(table, told, 'them', left=True)}"
        case "late":
            again = f" It is the {_ordinal(told.times)} time in a row. {_HOW_TO_REPLACE}" if told.times > 1 else ""
            return f"{_deed(table, who)}{again}"
        case "asked":
            return f"{who}, I cannot send you direct messages · {game}. {_question(told)}{_until(told)}{_linked(told)}"


def over(table: Table, notice: Notice, *, acted: str) -> str:
    """What a notice becomes when its decision point is over; ``acted`` is who answered it: player, clock or empty."""
    where = called(table) if notice.place == "direct" else f"**{GAMES[table.title].name}**"
    if table.status != "playing":
        return f"The game is over: {where}."
    who = "you" if notice.place == "direct" else named(table.players)(Seat(notice.seat))
    if table.players[notice.seat - 1].user != notice.user:
        return _lost(table, notice) if who == "you" else f"The seat has changed hands: {where}."
    if notice.kind == "late":
        return f"✓ You took your seat back: {where}."
    clock = table.clocks.get(notice.seat)
    if clock is not None and clock.since is not None and clock.point == notice.point:
        return f"There is more time now: {where}."
    if acted == "clock":
        return f"Time was up; a move was made for {who}: {where}."
    if acted:
        return f"✓ {'You' if who == 'you' else who} answered: {where}."
    if table.paused is not None:
        return f"The table pauses: {where}. I tell you when it goes on."
    return f"↩ A move was taken back, so nothing is asked of {who} any more: {where}."


def _lost(table: Table, notice: Notice) -> str:
    """To who held the seat: why that is over, who plays now, and how to come back."""
    player, seat = table.players[notice.seat - 1], Seat(notice.seat)
    plays = "a computer plays in your place" if player.policy else "the seat waits for somebody to take it"
    if player.user is not None:
        plays = f"{named(table.players)(seat)} plays in your place"
    back = " *I am back* takes it back as long as nobody else has taken it." if is_kept(table, notice) else ""
    return f"{_WHY[reason(table, seat)]}; {plays}: {called(table)}.{back}"


def gone(table: Table) -> str:
    """What is left to say of a table whose channel was deleted."""
    name = GAMES[table.title].name
    return f"The channel of your table of **{name}** was deleted, so the game stands still and no time runs there."


def _headline(table: Table) -> str:
    seen = sight(table, None)
    return seen.game.words.headline(seen.view)


def _question(told: Told) -> str:
    return told.asked.prompt if told.asked is not None else ""


def _shortly(told: Told) -> str:
    """The question again, for those who have read it."""
    return limits.cut(_question(told), _PROMPT)


def _until(told: Told) -> str:
    return "" if told.due is None else f" Until {until(told.due)}."


def _linked(told: Told) -> str:
    return f"\n{told.link}" if told.link else ""


def _threat(table: Table, told: Told, whom: str, *, left: bool = False) -> str:
    """What happens when nothing is done, and when."""
    at = f"{until(told.late)}" if told.late is not None else "soon"
    if table.terms.late == "open":
        return f"At {at} the seat is opened for somebody else."
    if left:
        return f"At {at} a computer player takes the seat over."
    skipped = " where the rules allow no pass" if table.terms.late == "skip" else ""
    passed = f"{whom} pass, or " if table.terms.late == "skip" else ""
    return f"At {at} {passed}a computer moves for {whom}{skipped}; until then {whom} can still move."


def _deed(table: Table, who: str) -> str:
    """What was done when time was up."""
    if table.terms.late == "open":
        return f"Time was up, so {who}'s seat is open for somebody else. `/game back` takes it back while it is free."
    if who == "you":
        return "Time was up, so a move was made for you. You can go on with your next question."
    return f"Time was up, so a move was made for {who}, who can go on with the next question."


def _reminded(told: Told) -> str:
    if not told.times:
        return "has not answered for a week."
    times = "once" if told.times == 1 else "twice"
    return f"has not answered for a week and was reminded {times}; no more reminders follow."


def _ordinal(times: int) -> str:
    return {2: "second", 3: "third"}.get(times, f"{times}th")


def grace(terms: Terms) -> float:
    """Seconds from a warning until something happens."""
    return terms.speed.grace if terms.speed else _GRACE_WITHOUT_A_CLOCK
