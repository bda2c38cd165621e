"""Computes which notifications a table should have at a given time."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from bot.announcements.next_player import guess_next_seat
from bot.announcements.recipients import delivery_methods, has_one_person, is_asked_in_secret, seats_to_move
from bot.play.service import TableService
from bot.tables.moves import public_questions
from bot.tables.table import Table
from engine import GAMES, Seat, redact
from engine.store.notifications import DeliveryMethod, Notification, NotificationKind
from engine.threads import run_in_thread

_MAX_ROWS_BACK = 100
"""Number of log rows to search for the first of several undos made together."""


async def due_notifications(
    tables: TableService, table: Table, existing: Sequence[Notification], *, is_refused: bool = False
) -> tuple[Notification, ...]:
    """Notifications that are due and were not claimed before.

    If the bot can't post in the channel (``is_refused``), everyone who wants notifications gets the question as a
    direct message.
    """
    if has_one_person(table):
        return ()
    existing_keys = {(notification.seat, notification.point, notification.kind) for notification in existing}
    notifications: list[Notification] = []
    for seat, user in seats_to_move(table).items():
        point = table.clocks[seat].point
        preferences = tables.user_settings.preferences_of(user)
        is_refused_here = is_refused and delivery_methods(preferences) == ("channel",) and not preferences.closed
        is_direct = (
            "direct" in delivery_methods(preferences) or is_refused_here or is_asked_in_secret(table, seat, preferences)
        )
        if (
            is_direct
            and (seat, point, "asked") not in existing_keys
            and not await _is_asked_by_own_move(tables, table, seat, point)
        ):
            notifications.append(_new_notification(tables, table, seat, "asked", "direct"))
    return (*notifications, *await _next_player_notification(tables, table, existing_keys))


def notifications_for_moment(
    tables: TableService, table: Table, seat: Seat, kind: NotificationKind
) -> tuple[Notification, ...]:
    """Return the notifications of one kind that are due when the seat's clock reaches a stage.

    They go to the seat's player, to the channel, or to both.
    """
    user = table.players[seat - 1].user
    preferences = tables.user_settings.preferences_of(user)
    places = set(delivery_methods(preferences))
    if kind in ("remind", "last") and preferences.reminders not in ("all", kind):
        places = set()
    if kind == "again":  # the direct message with the question is sent again instead
        places.discard("direct")
    if kind in ("quiet", "left"):
        places = {"channel"}
    if kind == "zero" or (kind == "late" and table.terms.late != "open"):
        places.add("channel")
    elif kind == "late":  # an open seat has its own post
        places.discard("channel")
    return tuple(_new_notification(tables, table, seat, kind, place) for place in sorted(places))


async def _next_player_notification(
    tables: TableService, table: Table, existing_keys: Iterable[tuple[int, int, str]]
) -> tuple[Notification, ...]:
    """Return the notification to the next player; empty if they don't want it, or if public information is not
    enough.
    """
    preferences_of, asked = tables.user_settings.preferences_of, public_questions(table)
    if len(asked) != 1 or asked[0].seat not in seats_to_move(table) or table.state is None:
        return ()
    seat_to_move, point = asked[0].seat, table.clocks[asked[0].seat].point
    users = {seat: player.user for seat, player in enumerate(table.players, 1) if player.user is not None}
    others = {seat: user for seat, user in users.items() if seat != seat_to_move}
    interested = [
        seat
        for seat, user in others.items()
        if preferences_of(user).following and delivery_methods(preferences_of(user))
    ]
    if not interested or any(kind == "next" and at == point for _, at, kind in existing_keys):
        return ()
    view = redact(table.state, None)
    seat = await run_in_thread(guess_next_seat, GAMES[table.title], view, seat_to_move)
    if seat is None or seat not in interested:
        return ()
    place = delivery_methods(preferences_of(others[seat]))[-1]
    return (_new_notification(tables, table, seat, "next", place, point),)


async def _is_asked_by_own_move(tables: TableService, table: Table, seat: Seat, point: int) -> bool:
    """Whether the seat is to move because of the last move or undo of its own player; an undo by vote does not
    count.
    """
    rows = await tables.store.load_log(table.id, after=point - _MAX_ROWS_BACK, up_to=point)
    undos = [entry for entry in takewhile(lambda entry: entry.by == "undo", reversed(rows)) if entry.seat == seat]
    played = any(entry.by == "player" and entry.seat == seat for entry in rows[-1:])
    return played or any(entry.interaction is not None for entry in undos)


def _new_notification(
    tables: TableService,
    table: Table,
    seat: Seat,
    kind: NotificationKind,
    place: DeliveryMethod,
    point: int | None = None,
) -> Notification:
    user = table.players[seat - 1].user
    assert user is not None
    asked = table.clocks[seat].point if point is None else point
    now = tables.now()
    return Notification(table.id, seat, asked, kind, place, user, at=now, claimed=now)
