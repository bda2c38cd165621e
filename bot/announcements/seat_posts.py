"""Posts about open seats, and edits these posts when the seats are taken again.

The table's notes list pending posts, so a crash neither loses nor repeats them.
"""

from functools import partial

from bot.announcements.channel import ChannelMessages, latest_known_post
from bot.announcements.post_once import PostSearch, post_once
from bot.announcements.recipients import delivery_methods
from bot.play.seat_holders import EVERYBODY, NOBODY, offer_recipient, vacancy_reason
from bot.play.service import TableService
from bot.tables.table import BookkeepingKey, SeatBookkeepingKey, Table
from bot.ui.components import build_view
from bot.ui.seat_text import newer_post_text, open_seat_reminder, seat_custom_id, vacancy_buttons, vacancy_text
from bot.view import view_table
from engine.core import Seat, all_seats
from engine.store.ids import MessageId, UserId


async def publish_seat_changes(messages: ChannelMessages, tables: TableService, table: Table) -> bool:
    """Post about every seat that lost its player, and edit the earlier posts. Return whether any seat changed.

    When the card and the question are updated too, the caller stores how many changes are posted.
    """
    if table.notes.get(BookkeepingKey.SEAT_CHANGES, 0) == table.notes.get(BookkeepingKey.SEAT_CHANGES_PUBLISHED, 0):
        return False
    notes = dict[str, int]()
    for seat in all_seats(len(table.players)):
        if previous_post := table.notes.get(
            SeatBookkeepingKey.PREVIOUS_VACANCY_POST.for_seat(seat)
        ):  # a newer post about the seat has replaced it
            if previous_post != table.notes.get(SeatBookkeepingKey.VACANCY_POST.for_seat(seat)):
                await messages.edit(MessageId(previous_post), newer_post_text(table, seat), build_view())
            notes[SeatBookkeepingKey.PREVIOUS_VACANCY_POST.for_seat(seat)] = 0
    for seat in all_seats(len(table.players)):
        post = table.notes.get(SeatBookkeepingKey.VACANCY_POST.for_seat(seat))
        if post:
            await messages.edit(
                MessageId(post), vacancy_text(table, view_table(table, None), seat), vacancy_buttons(table, seat)
            )
        elif post == 0 and table.status == "playing" and table.players[seat - 1].user is None:
            notes[SeatBookkeepingKey.VACANCY_POST.for_seat(seat)] = await _post_vacancy(messages, tables, table, seat)
        notes |= await _update_reminder(messages, table, seat)
    if notes:
        await tables.save_bookkeeping(table.id, notes)
    return True


async def _post_vacancy(messages: ChannelMessages, tables: TableService, table: Table, seat: Seat) -> MessageId:
    recipient = offer_recipient(table, seat)
    search = PostSearch(
        (seat_custom_id(table, seat, "take" if recipient != NOBODY else "back"),), latest_known_post(table)
    )
    invited = [recipient] if recipient not in (NOBODY, EVERYBODY) else []
    create = partial(
        messages.post,
        vacancy_text(table, view_table(table, None), seat),
        nonce=f"{table.id}-{table.notes['seats']}-s{seat}",
        view=vacancy_buttons(table, seat),
        mentioned=[*invited, *_users_out_of_time(tables, table, seat)],
    )
    return await post_once(messages, search, create)


async def _update_reminder(messages: ChannelMessages, table: Table, seat: Seat) -> dict[str, int]:
    """Post a reminder of an open seat in place of the last one; if the seat is taken, delete the last one. Return
    notes.
    """
    names = (SeatBookkeepingKey.REMINDER_DUE, SeatBookkeepingKey.REMINDER_POST, SeatBookkeepingKey.VACANCY_POST)
    is_due, last_reminder, post = (table.notes.get(name.for_seat(seat), 0) for name in names)
    is_free = (
        table.status == "playing" and table.players[seat - 1].user is None and offer_recipient(table, seat) == EVERYBODY
    )
    if last_reminder and (is_due or not is_free):
        await messages.delete(MessageId(last_reminder))
    if not is_due:
        return {} if not last_reminder or is_free else {SeatBookkeepingKey.REMINDER_POST.for_seat(seat): 0}
    reminder_post = 0
    if is_free and post:
        search = PostSearch((seat_custom_id(table, seat, "take"),), MessageId(post))
        create = partial(
            messages.post,
            open_seat_reminder(table, seat, messages.link(MessageId(post))),
            nonce=f"{table.id}-{table.notes['seats']}-n{seat}",
            view=vacancy_buttons(table, seat, back=False),
        )
        reminder_post = await post_once(messages, search, create)
    return {
        SeatBookkeepingKey.REMINDER_DUE.for_seat(seat): 0,
        SeatBookkeepingKey.REMINDER_POST.for_seat(seat): reminder_post,
    }


def _users_out_of_time(tables: TableService, table: Table, seat: Seat) -> list[UserId]:
    """Return the user who lost the seat by time-out, if they want to be mentioned in the channel; otherwise no user."""
    user = table.players[seat - 1].away
    if user is None or vacancy_reason(table, seat) != "late":
        return []
    return [user] if "channel" in delivery_methods(tables.user_settings.preferences_of(user)) else []
