"""The words of notices to single persons, while they are open and once they are over. Pure; it knows no title.

A notice in the channel is read by everybody: nothing stands in it that spectators may not know.
"""

from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.play.holders import Why, reason
from bot.sight import sight
from bot.tables.table import Table
from bot.telling.asking import is_kept
from bot.telling.posts import called, due_by
from bot.wording import mention, named, until
from engine import GAMES, Decision, Seat
from engine.core import counted, listed, possessive
from engine.store.notices import Notice, NoticeKind
from engine.store.terms import HOUR, Terms

_GRACE_WITHOUT_A_CLOCK = 12 * HOUR
"""Until the seat of somebody who has left the server changes hands, at a table without a clock."""
_PROMPT = 200
"""Characters of a question that is put again."""
_HOW_TO_REPLACE = "To give the seat to a computer or another player, use `/game replace`."


_WHY: Mapping[Why, str] = {
    "resigned": "You left the game",
    "late": "Your time ran out",
    "left": "You left the server",
    "decided": "Your seat was given away",
    "missing": "You didn’t move, so your seat was given away",
}


class Told(msgspec.Struct, frozen=True):
    """The facts that a notice is made from, besides the table.

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
            return f"You’re probably next: {where}.{_linked(told)}"
        case "remind" | "last":
            last = " This is the last reminder." if notice.kind == "last" else ""
            return f"Still your turn: {where}. {_question(told)}{last}{_linked(told)}"
        case "zero":
            return f"Your time is up: {where}. {_prompt(told)} {_threat(table, told)}{_linked(told)}"
        case "late":
            return _lost(table, notice) if is_kept(table, notice) else f"{_deed(table, 'you')} {where}.{_linked(told)}"
        case "asked" | "again" | "quiet" | "left":
            return f"Your turn: {where}. {_question(told)}{_linked(told)}"


def _public(table: Table, seats: Sequence[Seat], kind: NoticeKind, told: Told) -> str:
    who, game = listed([mention(table.players, seat) for seat in seats]), f"**{GAMES[table.title].name}**"
    match kind:
        case "next":
            return f"{who} is probably next · {game}."
        case "remind" | "last":
            last = " This is the last reminder." if kind == "last" else ""
            return f"Still waiting for {who} · {game}. {_shortly(told)}{last}{_linked(told)}"
        case "again":
            return f"{who}, the game continues · {game}. {_shortly(told)}{_linked(told)}"
        case "zero":
            return f"⏰ {who}, your time is up · {game}. {_cut(told)} {_threat(table, told)}"
        case "quiet":
            return f"{who} {_reminded(told)} {_HOW_TO_REPLACE} To add a clock, use `/game clock`."
        case "left":
            return f"{who} has left this server · {game}. {_threat(table, told, left=True)}"
        case "late":
            again = f" This is the {_ordinal(told.times)} time in a row. {_HOW_TO_REPLACE}" if told.times > 1 else ""
            return f"{_deed(table, who)}{again}"
        case "asked":
            return f"{who}, I can’t send you direct messages · {game}. {_question(told)}{_linked(told)}"


def over(table: Table, notice: Notice, *, acted: str) -> str:
    """The notice's text once its decision point is over; ``acted`` is who moved: player, clock, or empty."""
    where = called(table) if notice.place == "direct" else f"**{GAMES[table.title].name}**"
    if table.status != "playing":
        return f"The game is over: {where}."
    who = "you" if notice.place == "direct" else named(table.players)(Seat(notice.seat))
    if table.players[notice.seat - 1].user != notice.user:
        return _lost(table, notice) if who == "you" else f"This seat has changed hands: {where}."
    if notice.kind == "late":
        return f"✓ You took your seat back: {where}."
    clock = table.clocks.get(notice.seat)
    if clock is not None and clock.since is not None and clock.point == notice.point:
        return f"There’s more time now: {where}."
    if acted == "clock":
        return f"Time ran out, so a move was made for {who}: {where}."
    if acted:
        return f"✓ {'You' if who == 'you' else who} moved: {where}."
    if table.paused is not None:
        return f"The game is paused: {where}. I’ll tell you when it resumes."
    return f"↩ A move was undone, so it’s no longer {possessive(who)} turn: {where}."


def _lost(table: Table, notice: Notice) -> str:
    """Tells somebody who lost the seat why, who plays there now, and how to come back."""
    player, seat = table.players[notice.seat - 1], Seat(notice.seat)
    plays = "A computer plays in your place" if player.policy else "The seat is open"
    if player.user is not None:
        plays = f"{named(table.players)(seat)} plays in your place"
    back = " To take your seat back while no one else has it, press *I’m back*." if is_kept(table, notice) else ""
    return f"{_WHY[reason(table, seat)]}. {plays}: {called(table)}.{back}"


def gone(table: Table) -> str:
    """Tells a player that the table's channel was deleted."""
    name = GAMES[table.title].name
    return f"The channel of your **{name}** game was deleted. The game and its clocks have stopped."


def _headline(table: Table) -> str:
    seen = sight(table, None)
    return seen.game.words.headline(seen.view)


def _prompt(told: Told) -> str:
    return told.asked.prompt if told.asked is not None else ""


def _cut(told: Told) -> str:
    """The question again, for those who have read it."""
    return limits.cut(_prompt(told), _PROMPT)


def _question(told: Told) -> str:
    """The question with its deadline."""
    return _prompt(told) if told.due is None else due_by(_prompt(told), told.due)


def _shortly(told: Told) -> str:
    """The question again with its deadline, for those who have read it."""
    return _cut(told) if told.due is None else due_by(_cut(told), told.due)


def _linked(told: Told) -> str:
    return f"\n{told.link}" if told.link else ""


def _threat(table: Table, told: Told, *, left: bool = False) -> str:
    """Says what will happen, and when, if the player does nothing."""
    at = f"At {until(told.late)}" if told.late is not None else "Soon"
    if table.terms.late == "open":
        return f"{at} the seat opens to other players."
    if left:
        return f"{at} a computer takes the seat."
    if table.terms.late == "computer":
        return f"You can still move. {at} a computer will move for you."
    passed = f"{at} you will pass automatically"
    return f"You can still move. {passed}; if passing isn’t allowed, a computer will move for you."


def _deed(table: Table, who: str) -> str:
    """Says what was done when time was up."""
    if table.terms.late == "open":
        seat = f"{possessive(who)} seat"
        return f"Time ran out, so {seat} is open to other players. While it’s open, `/game back` takes it back."
    if who == "you":
        return "Your time ran out, so a move was made for you. Your next turn is yours."
    return f"Time ran out, so a move was made for {who}. The next move is theirs again."


def _reminded(told: Told) -> str:
    if not told.times:
        return "hasn’t moved for a week."
    return f"hasn’t moved for a week and got {counted(told.times, 'reminder')}. I won’t send more."


def _ordinal(times: int) -> str:
    return {2: "second", 3: "third"}.get(times, f"{times}th")


def grace(terms: Terms) -> float:
    """Seconds from a warning until something happens."""
    return terms.speed.grace if terms.speed else _GRACE_WITHOUT_A_CLOCK
