"""Texts of notifications, while they are current and afterwards. Pure.

Notifications in a channel are public, so they contain only what spectators may see.
"""

from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.announcements.post_text import prompt_with_deadline, table_mention
from bot.announcements.recipients import is_to_former_holder
from bot.markdown import Markdown, count_noun, escape_prose, join_words, md, possessive, truncate
from bot.names import full_time, name_lookup, seat_mention
from bot.play.seat_holders import VacancyReason, vacancy_reason
from bot.tables.table import Table
from bot.view import view_table
from engine import GAMES, Decision, Seat
from engine.store.ids import UserId
from engine.store.notifications import DeliveryMethod, Notification, NotificationKind
from engine.store.table_settings import HOUR, TableSettings

_GRACE_WITHOUT_A_CLOCK = 12 * HOUR
"""Seconds until a user who left the server loses the seat, at a table without a clock."""
_PROMPT_LENGTH = 200
"""Maximum characters of a question that is repeated in a notification."""
_HOW_TO_REPLACE = md("To give the seat to a computer or another player, use `/game seat action:replace`.")


_VACANCY_REASONS: Mapping[VacancyReason, str] = {
    "resigned": "You left the game",
    "late": "Your time ran out",
    "left": "You left the server",
    "decided": "Your seat was given away",
    "missing": "You didn’t move, so your seat was given away",
}


class NotificationFacts(msgspec.Struct, frozen=True):
    """Facts for the text of a notification, in addition to the table.

    ``question`` is the seat's open question, ``deadline`` is when the seat's time ends, and ``action_at`` is when the
    table acts for the seat. ``link`` leads to the question in the channel. ``count`` is the number of earlier
    reminders, or of time-outs in a row. ``refusal`` is the reason why the channel accepts no posts.
    """

    question: Decision | None = None
    deadline: float | None = None
    action_at: float | None = None
    link: Markdown = md("")
    count: int = 0
    refusal: Markdown = md("")


def notification_text(
    table: Table, notification: Notification, facts: NotificationFacts, seats: Sequence[Seat] = ()
) -> Markdown:
    """Return the text of a notification. In the channel it addresses all ``seats``, by default the notification's
    seat.
    """
    if notification.place == "direct":
        text = _direct_text(table, notification, facts)
    else:
        text = _public_text(table, seats or (Seat(notification.seat),), notification.kind, facts)
    return truncate(text, limits.CONTENT)


def _direct_text(table: Table, notification: Notification, facts: NotificationFacts) -> Markdown:
    where = md("{} · {}", table_mention(table), _status_line(table))
    match notification.kind:
        case "next":
            return md("You’re probably next: {}.{}", where, _link_line(facts))
        case "remind" | "last":
            last = md(" This is the last reminder.") if notification.kind == "last" else md("")
            return md("Still your turn: {}. {}{}{}", where, _question_with_deadline(facts), last, _link_line(facts))
        case "zero":
            return md(
                "Your time is up: {}. {} {}{}",
                where,
                _question_text(facts),
                _timeout_warning(table, facts),
                _link_line(facts),
            )
        case "late":
            return (
                _seat_lost_text(table, notification)
                if is_to_former_holder(table, notification)
                else md("{} {}.{}", _timeout_text(table, md("you")), where, _link_line(facts))
            )
        case "asked" | "again" | "quiet" | "left":
            refused = md("\n⚠ I can’t post in the table’s channel. {}", facts.refusal) if facts.refusal else md("")
            return md("Your turn: {}. {}{}{}", where, _question_with_deadline(facts), _link_line(facts), refused)


def _public_text(table: Table, seats: Sequence[Seat], kind: NotificationKind, facts: NotificationFacts) -> Markdown:
    who, game = (
        join_words([seat_mention(table.players, seat) for seat in seats]),
        md("**{}**", escape_prose(GAMES[table.title].name)),
    )
    match kind:
        case "next":
            return md("{} is probably next · {}.", who, game)
        case "remind" | "last":
            last = md(" This is the last reminder.") if kind == "last" else md("")
            return md(
                "Still waiting for {} · {}. {}{}{}",
                who,
                game,
                _short_question_with_deadline(facts),
                last,
                _link_line(facts),
            )
        case "again":
            return md(
                "{}, the game continues · {}. {}{}", who, game, _short_question_with_deadline(facts), _link_line(facts)
            )
        case "zero":
            return md(
                "⏰ {}, your time is up · {}. {} {}",
                who,
                game,
                _short_question_text(facts),
                _timeout_warning(table, facts),
            )
        case "quiet":
            return md("{} {} {} To add a clock, use `/game clock`.", who, _reminders_text(facts), _HOW_TO_REPLACE)
        case "left":
            return md(
                "{} has left this server · {}. {}", who, game, _timeout_warning(table, facts, has_left_server=True)
            )
        case "late":
            again = (
                md(" This is the {} time in a row. {}", _ordinal_text(facts.count), _HOW_TO_REPLACE)
                if facts.count > 1
                else md("")
            )
            return md("{}{}", _timeout_text(table, who), again)
        case "asked":
            return md(
                "{}, I can’t send you direct messages · {}. {}{}",
                who,
                game,
                _question_with_deadline(facts),
                _link_line(facts),
            )


def closing_text(table: Table, notification: Notification, *, acted: str) -> Markdown:
    """The text after the decision point is over; ``acted`` is ``player`` or ``clock``, or empty if no one moved."""
    where = (
        table_mention(table) if notification.place == "direct" else md("**{}**", escape_prose(GAMES[table.title].name))
    )
    if table.status != "playing":
        return md("The game is over: {}.", where)
    who = md("you") if notification.place == "direct" else name_lookup(table.players)(Seat(notification.seat))
    if table.players[notification.seat - 1].user != notification.user:
        return _seat_lost_text(table, notification) if who == "you" else md("This seat has changed hands: {}.", where)
    if notification.kind == "late":
        return md("✓ You took your seat back: {}.", where)
    clock = table.clocks.get(notification.seat)
    if clock is not None and clock.since is not None and clock.point == notification.point:
        return md("There’s more time now: {}.", where)
    if acted == "clock":
        return md("Time ran out, so a move was made for {}: {}.", who, where)
    if acted:
        return md("✓ {} moved: {}.", md("You") if who == "you" else who, where)
    if table.paused is not None:
        return md("The game is paused: {}. I’ll tell you when it resumes.", where)
    return md("↩ A move was undone, so it’s no longer {} turn: {}.", possessive(who), where)


def _seat_lost_text(table: Table, notification: Notification) -> Markdown:
    player, seat = table.players[notification.seat - 1], Seat(notification.seat)
    plays = md("A computer plays in your place") if player.policy else md("The seat is open")
    if player.user is not None:
        plays = md("{} plays in your place", name_lookup(table.players)(seat))
    back = (
        md(" To take your seat back while no one else has it, press *I’m back*.")
        if is_to_former_holder(table, notification)
        else md("")
    )
    return md(
        "{}. {}: {}.{}", escape_prose(_VACANCY_REASONS[vacancy_reason(table, seat)]), plays, table_mention(table), back
    )


def channel_deleted_text(table: Table) -> Markdown:
    """The message to a player that the table's channel was deleted."""
    name = escape_prose(GAMES[table.title].name)
    return md("The channel of your **{}** game was deleted. The game and its clocks have stopped.", name)


def removal_text(table: Table, user: UserId, place: DeliveryMethod) -> Markdown:
    """Return the message to a user who was removed from a lobby; it says how to return."""
    again = md("You can join it again only if the host invites you.")
    if place == "direct":
        return md("The host or a moderator has removed you from a table: {}. {}", table_mention(table), again)
    game = escape_prose(GAMES[table.title].name)
    return md("<@{}>, the host or a moderator has removed you from this table · **{}**. {}", user, game, again)


def _status_line(table: Table) -> Markdown:
    table_view = view_table(table, None)
    return table_view.status_line()


def _question_text(facts: NotificationFacts) -> Markdown:
    return escape_prose(facts.question.prompt) if facts.question is not None else md("")


def _short_question_text(facts: NotificationFacts) -> Markdown:
    return truncate(_question_text(facts), _PROMPT_LENGTH)


def _question_with_deadline(facts: NotificationFacts) -> Markdown:
    return (
        _question_text(facts) if facts.deadline is None else prompt_with_deadline(_question_text(facts), facts.deadline)
    )


def _short_question_with_deadline(facts: NotificationFacts) -> Markdown:
    return (
        _short_question_text(facts)
        if facts.deadline is None
        else prompt_with_deadline(_short_question_text(facts), facts.deadline)
    )


def _link_line(facts: NotificationFacts) -> Markdown:
    return md("\n{}", facts.link) if facts.link else md("")


def _timeout_warning(table: Table, facts: NotificationFacts, *, has_left_server: bool = False) -> Markdown:
    at = md("At {}", full_time(facts.action_at)) if facts.action_at is not None else md("Soon")
    if table.terms.late == "open":
        return md("{} the seat opens to other players.", at)
    if has_left_server:
        return md("{} a computer takes the seat.", at)
    if table.terms.late == "computer":
        return md("You can still move. {} a computer will move for you.", at)
    passed = md("{} you will pass automatically", at)
    return md("You can still move. {}; if passing isn’t allowed, a computer will move for you.", passed)


def _timeout_text(table: Table, who: Markdown) -> Markdown:
    if table.terms.late == "open":
        seat = md("{} seat", possessive(who))
        return md(
            "Time ran out, so {} is open to other players. While it’s open, `/game seat action:back` takes it back.",
            seat,
        )
    if who == "you":
        return md("Your time ran out, so a move was made for you. Your next turn is yours.")
    return md("Time ran out, so a move was made for {}. The next move is theirs again.", who)


def _reminders_text(facts: NotificationFacts) -> Markdown:
    if not facts.count:
        return md("hasn’t moved for a week.")
    return md("hasn’t moved for a week and got {}. I won’t send more.", count_noun(facts.count, "reminder"))


def _ordinal_text(times: int) -> Markdown:
    return {2: md("second"), 3: md("third")}.get(times, md("{}th", times))


def grace_seconds(terms: TableSettings) -> float:
    """Seconds from a warning until the table acts for the seat."""
    return terms.time_control.grace if terms.time_control else _GRACE_WITHOUT_A_CLOCK
