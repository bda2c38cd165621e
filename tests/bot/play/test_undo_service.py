"""Undo, replay, and the outbox."""

import pytest

from bot.play.service import TableService
from bot.play.undo import undo
from engine.core import is_revealing
from engine.errors import Refused, Stale, Unreadable
from engine.store import Store
from tests.bot.seated_players import ADA, BEN, CAT, DAN, asked, begun, move_on


async def test_last_move_can_be_undone_and_redone(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play_move(table.id, user, line)
    undone = await undo(sessions, table.id, user)
    after = await sessions.get(table.id)
    assert (undone.by, undone.line, undone.seq) == ("undo", line, 2)
    assert after.state == table.state
    assert (await sessions.play_move(table.id, user, line)).seq == 3


async def test_repeated_undo_press_is_one_undo(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play_move(table.id, user, line)
    assert await undo(sessions, table.id, user, interaction=3) == await undo(sessions, table.id, user, interaction=3)
    assert (await sessions.get(table.id)).seq == 2


async def test_move_of_another_player_cannot_be_undone(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play_move(table.id, user, line)
    with pytest.raises(Refused, match="only your own move"):
        await undo(sessions, table.id, 203 - user)


async def test_move_followed_by_another_players_move_cannot_be_undone(sessions: TableService) -> None:
    table = await begun(sessions)
    user, _ = asked(sessions, table)
    table = await move_on(sessions, table, 1)
    assert asked(sessions, table)[0] != user
    await move_on(sessions, table, 1)
    with pytest.raises(Refused, match="the last one"):
        await undo(sessions, table.id, user)


async def test_outdated_undo_button_names_alternative_only_if_possible(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    first = await sessions.play_move(table.id, user, line)
    await move_on(sessions, await sessions.get(table.id), 1)
    with pytest.raises(Stale) as stale:
        await undo(sessions, table.id, user, seen_seq=first.seq)
    assert str(stale.value) == "The game has changed since that button was posted."


async def test_move_that_drew_something_cannot_be_undone(sessions: TableService) -> None:
    table = await begun(sessions)
    for _ in range(40):
        before, (user, _) = table, asked(sessions, table)
        table = await move_on(sessions, table, 1)
        seat = sessions.seat_of(table, user)
        assert before.state is not None and table.state is not None and seat is not None
        events = (await sessions.history(table.id))[-1].events
        if is_revealing(before.state, table.state, events, seat):
            with pytest.raises(Refused, match="something hidden"):
                await undo(sessions, table.id, user)
            return
    pytest.fail("nothing was ever revealed")


async def test_nothing_can_be_undone_before_the_first_move(sessions: TableService) -> None:
    table = await begun(sessions)
    with pytest.raises(Refused, match="nothing to undo"):
        await undo(sessions, table.id, 101)


async def test_states_before_an_undone_checkpoint_can_be_replayed(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT, DAN), 48)
    seen = [table]
    while table.seq < 75:
        user, _ = asked(sessions, table)
        seen.append(table := await move_on(sessions, table, 1))
        if table.seq >= 50:
            try:
                await undo(sessions, table.id, user)
            except Refused:
                continue
            seen.append(table := await sessions.get(table.id))
            seen.append(table := await move_on(sessions, table, 1))
    assert "undo" in {m.by for m in await sessions.history(table.id)}
    for then in seen:
        assert await sessions.state_at(table.id, then.seq) == then.state


async def test_saving_a_note_marks_nothing_as_posted(sessions: TableService) -> None:
    table = await begun(sessions)
    await sessions.save_bookkeeping(table.id, {"card": 11})
    assert [m.by for m in await sessions.moves_to_publish(table.id)] == ["start"]


async def test_start_and_every_move_are_pending_in_the_outbox(sessions: TableService) -> None:
    table = await begun(sessions)
    assert [m.by for m in await sessions.moves_to_publish(table.id)] == ["start"]
    table = await move_on(sessions, table, 2)
    assert [m.seq for m in await sessions.moves_to_publish(table.id)] == [0, 1, 2]
    assert await sessions.tables_to_publish() == (table.id,)


async def test_posted_moves_are_marked_together_with_their_messages(store: Store, sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions), 3)
    await sessions.mark_published(table.id, 2, {"card": 11, "phase": 12})
    assert [m.seq for m in await sessions.moves_to_publish(table.id)] == [3]
    table = await sessions.mark_published(table.id, 3, {"phase": 13})
    assert await sessions.tables_to_publish() == ()
    assert table.notes == (await TableService(store).get(table.id)).notes == {"card": 11, "phase": 13}


async def test_table_in_memory_equals_the_stored_table(store: Store, sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions), 3)
    told = table.seq
    user, line = asked(sessions, table)
    await sessions.play_move(table.id, user, line)
    await undo(sessions, table.id, user)
    await sessions.mark_published(table.id, told, {"card": 11})
    await move_on(sessions, table, 1)
    known, stored = await sessions.get(table.id), await TableService(store).get(table.id)
    assert known == stored and known.moves == known.seq - 2
    untold = await sessions.moves_to_publish(table.id)
    assert untold == await TableService(store).moves_to_publish(table.id)
    assert [move.by for move in untold] == ["player", "undo", "player"]


async def test_missing_log_row_has_no_state(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions), 3)
    with pytest.raises(Unreadable, match="This table has no move 9"):
        await sessions.state_at(table.id, 9)
