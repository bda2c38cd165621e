"""The words of notices to single persons, while they are open and once they are over. Pure; it knows no title.

A notice in the channel is read by everybody: nothing stands in it that spectators may not know.
"""

from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.markdown import Markdown, counted, cut, escape_prose, listed, md, possessive
from bot.play.holders import Why, reason
from bot.sight import sight
from bot.tables.table import Table
from bot.telling.asking import is_kept
from bot.telling.posts import called, due_by
from bot.wording import mention, named, until
from engine import GAMES, Decision, Seat
from engine.store.ids import UserId
from engine.store.notices import Notice, NoticeKind, Place
from engine.store.terms import HOUR, Terms

_GRACE_WITHOUT_A_CLOCK = 12 * HOUR
"""Until the seat of somebody who has left the server changes hands, at a table without a clock."""
_PROMPT = 200
"""Characters of a question that is put again."""
_HOW_TO_REPLACE = md("To give the seat to a computer or another player, use `/game seat action:replace`.")


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
    ``refusal`` is why the channel takes no posts.
    """

    asked: Decision | None = None
    due: float | None = None
    late: float | None = None
    link: Markdown = md("")
    times: int = 0
    refusal: Markdown = md("")


def words(table: Table, notice: Notice, told: Told, seats: Sequence[Seat] = ()) -> Markdown:
    """The notice's text; in the channel for all of ``seats``, the notice's own if there are none."""
    if notice.place == "direct":
        said = _direct(table, notice, told)
    else:
        said = _public(table, seats or (Seat(notice.seat),), notice.kind, told)
    return cut(said, limits.CONTENT)


def _direct(table: Table, notice: Notice, told: Told) -> Markdown:
    where = md("{} · {}", called(table), _headline(table))
    match notice.kind:
        case "next":
            return md("You’re probably next: {}.{}", where, _linked(told))
        case "remind" | "last":
            last = md(" This is the last reminder.") if notice.kind == "last" else md("")
            return md("Still your turn: {}. {}{}{}", where, _question(told), last, _linked(told))
        case "zero":
            return md("Your time is up: {}. {} {}{}", where, _prompt(told), _threat(table, told), _linked(told))
        case "late":
            return (
                _lost(table, notice)
                if is_kept(table, notice)
                else md("{} {}.{}", _deed(table, md("you")), where, _linked(told))
            )
        case "asked" | "again" | "quiet" | "left":
            refused = md("\n⚠ I can’t post in the table’s channel. {}", told.refusal) if told.refusal else md("")
            return md("Your turn: {}. {}{}{}", where, _question(told), _linked(told), refused)


def _public(table: Table, seats: Sequence[Seat], kind: NoticeKind, told: Told) -> Markdown:
    who, game = (
        listed([mention(table.players, seat) for seat in seats]),
        md("**{}**", escape_prose(GAMES[table.title].name)),
    )
    match kind:
        case "next":
            return md("{} is probably next · {}.", who, game)
        case "remind" | "last":
            last = md(" This is the last reminder.") if kind == "last" else md("")
            return md("Still waiting for {} · {}. {}{}{}", who, game, _shortly(told), last, _linked(told))
        case "again":
            return md("{}, the game continues · {}. {}{}", who, game, _shortly(told), _linked(told))
        case "zero":
            return md("⏰ {}, your time is up · {}. {} {}", who, game, _cut(told), _threat(table, told))
        case "quiet":
            return md("{} {} {} To add a clock, use `/game clock`.", who, _reminded(told), _HOW_TO_REPLACE)
        case "left":
            return md("{} has left this server · {}. {}", who, game, _threat(table, told, left=True))
        case "late":
            again = (
                md(" This is the {} time in a row. {}", _ordinal(told.times), _HOW_TO_REPLACE)
                if told.times > 1
                else md("")
            )
            return md("{}{}", _deed(table, who), again)
        case "asked":
            return md("{}, I can’t send you direct messages · {}. {}{}", who, game, _question(told), _linked(told))


def over(table: Table, notice: Notice, *, acted: str) -> Markdown:
    """The notice's text once its decision point is over; ``acted`` is who moved: player, clock, or empty."""
    where = called(table) if notice.place == "direct" else md("**{}**", escape_prose(GAMES[table.title].name))
    if table.status != "playing":
        return md("The game is over: {}.", where)
    who = md("you") if notice.place == "direct" else named(table.players)(Seat(notice.seat))
    if table.players[notice.seat - 1].user != notice.user:
        return _lost(table, notice) if who == "you" else md("This seat has changed hands: {}.", where)
    if notice.kind == "late":
        return md("✓ You took your seat back: {}.", where)
    clock = table.clocks.get(notice.seat)
    if clock is not None and clock.since is not None and clock.point == notice.point:
        return md("There’s more time now: {}.", where)
    if acted == "clock":
        return md("Time ran out, so a move was made for {}: {}.", who, where)
    if acted:
        return md("✓ {} moved: {}.", md("You") if who == "you" else who, where)
    if table.paused is not None:
        return md("The game is paused: {}. I’ll tell you when it resumes.", where)
    return md("↩ A move was undone, so it’s no longer {} turn: {}.", possessive(who), where)


def _lost(table: Table, notice: Notice) -> Markdown:
    """Tells somebody who lost the seat why, who plays there now, and how to come back."""
    player, seat = table.players[notice.seat - 1], Seat(notice.seat)
    plays = md("A computer plays in your place") if player.policy else md("The seat is open")
    if player.user is not None:
        plays = md("{} plays in your place", named(table.players)(seat))
    back = (
        md(" To take your seat back while no one else has it, press *I’m back*.") if is_kept(table, notice) else md("")
    )
    return md("{}. {}: {}.{}", escape_prose(_WHY[reason(table, seat)]), plays, called(table), back)


def gone(table: Table) -> Markdown:
    """Tells a player that the table's channel was deleted."""
    name = escape_prose(GAMES[table.title].name)
    return md("The channel of your **{}** game was deleted. The game and its clocks have stopped.", name)


def removed(table: Table, user: UserId, place: Place) -> Markdown:
    """Tells somebody that they were removed from the lobby, and how they may come again."""
    again = md("You can join it again only if the host invites you.")
    if place == "direct":
        return md("The host or a moderator has removed you from a table: {}. {}", called(table), again)
    game = escape_prose(GAMES[table.title].name)
    return md("<@{}>, the host or a moderator has removed you from this table · **{}**. {}", user, game, again)


def _headline(table: Table) -> Markdown:
    seen = sight(table, None)
    return seen.headline()


def _prompt(told: Told) -> Markdown:
    return escape_prose(told.asked.prompt) if told.asked is not None else md("")


def _cut(told: Told) -> Markdown:
    """The question again, for those who have read it."""
    return cut(_prompt(told), _PROMPT)


def _question(told: Told) -> Markdown:
    """The question with its deadline."""
    return _prompt(told) if told.due is None else due_by(_prompt(told), told.due)


def _shortly(told: Told) -> Markdown:
    """The question again with its deadline, for those who have read it."""
    return _cut(told) if told.due is None else due_by(_cut(told), told.due)


def _linked(told: Told) -> Markdown:
    return md("\n{}", told.link) if told.link else md("")


def _threat(table: Table, told: Told, *, left: bool = False) -> Markdown:
    """Says what will happen, and when, if the player does nothing."""
    at = md("At {}", until(told.late)) if told.late is not None else md("Soon")
    if table.terms.late == "open":
        return md("{} the seat opens to other players.", at)
    if left:
        return md("{} a computer takes the seat.", at)
    if table.terms.late == "computer":
        return md("You can still move. {} a computer will move for you.", at)
    passed = md("{} you will pass automatically", at)
    return md("You can still move. {}; if passing isn’t allowed, a computer will move for you.", passed)


def _deed(table: Table, who: Markdown) -> Markdown:
    """Says what was done when time was up."""
    if table.terms.late == "open":
        seat = md("{} seat", possessive(who))
        return md(
            "Time ran out, so {} is open to other players. While it’s open, `/game seat action:back` takes it back.",
            seat,
        )
    if who == "you":
        return md("Your time ran out, so a move was made for you. Your next turn is yours.")
    return md("Time ran out, so a move was made for {}. The next move is theirs again.", who)


def _reminded(told: Told) -> Markdown:
    if not told.times:
        return md("hasn’t moved for a week.")
    return md("hasn’t moved for a week and got {}. I won’t send more.", counted(told.times, "reminder"))


def _ordinal(times: int) -> Markdown:
    return {2: md("second"), 3: md("third")}.get(times, md("{}th", times))


def grace(terms: Terms) -> float:
    """Seconds from a warning until something happens."""
    return terms.speed.grace if terms.speed else _GRACE_WITHOUT_A_CLOCK
