"""Undo of a whole turn, undo by consent, and redo, below Discord."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.play import seats
from bot.play.redo import redo
from bot.play.service import Player, Table, TableService
from bot.play.undo import OthersMovedSince, plan_undo, undo, undo_to, undo_turn, undoable_moves, undoable_turn_length
from bot.play.undo_steps import UndoBarred
from engine.core import write_action
from engine.errors import Refused, Stale
from engine.store import Clock, Store
from engine.store.table_settings import TIME_CONTROLS, TableSettings
from engine.store.verify import verify_database
from tests.bot.seated_players import ADA, BEN, CAT, DAN, asked, begun, move_on


async def followed(sessions: TableService, moves: int, *, least: int) -> Table:
    """Return a table of three at which the last ``moves`` can be undone by consent, after at least ``least`` moves."""
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT), least)
    for _ in range(60):
        made = (await sessions.active_moves(table.id))[-moves:]
        try:
            first = await plan_undo(sessions, table.id, user_of(table, made[0].seat), made[0].seq)
        except Refused:
            pass
        else:
            if len(first.must_agree) == 2:
                return table
        table = await move_on(sessions, table, 1)
    raise AssertionError("no stretch of moves that can be taken back")


async def test_player_to_move_must_agree_to_undo_of_foreign_moves(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    for _ in range(30):
        table = await move_on(sessions, table, 1)
        *_, first, second = [None, None, *await sessions.active_moves(table.id)]
        now = {question.seat for question in sessions.decisions(table)}
        if first and second and len({first.seat, second.seat, *now}) == 3:
            found = await plan_undo(sessions, table.id, user_of(table, first.seat), first.seq)
            assert set(found.must_agree) == {user_of(table, seat) for seat in {second.seat, *now}}
            return
    raise AssertionError("no three players in a row")


def user_of(table: Table, seat: int) -> int:
    return table.players[seat - 1].user or 0


async def in_turn(sessions: TableService, *, shown: bool = False) -> tuple[Table, Table, int]:
    """Return a table before and after a turn of several moves that can be undone, and the user of the turn.

    ``shown``: only the last of the moves can be undone, because an earlier one revealed something.
    """
    table = await sessions.open_lobby(1, None, "railroader", ADA)
    table = await sessions.join_lobby(table.id, BEN)
    table = before = await sessions.start_game(table.id, 101)
    rng, last = Random(5), 0
    for _ in range(60):
        asked_now = rng.choice(sessions.decisions(table))
        user = user_of(table, asked_now.seat)
        before, last = (before, last) if last == user else (table, user)
        await sessions.play_move(table.id, user, write_action(rng.choice(list(asked_now.offers))))
        table = await sessions.get(table.id)
        length = await undoable_turn_length(sessions, table, user)
        if length > 1 and (length < table.seq - before.seq) == shown:
            return before, table, user
    raise AssertionError("no such turn")


async def test_turn_is_undone_and_redone_as_a_whole(sessions: TableService, database: str) -> None:
    before, table, user = await in_turn(sessions)
    gone = await undo_turn(sessions, table.id, user, interaction=9)
    assert [move.by for move in gone] == ["undo"] * (table.seq - before.seq)
    assert (await sessions.get(table.id)).state == before.state
    assert (await undo_turn(sessions, table.id, user, interaction=9))[0] == gone[0]
    made = await redo(sessions, table.id, user, interaction=10)
    assert [move.line for move in made] == [move.line for move in reversed(gone)]
    assert (await sessions.get(table.id)).state == table.state
    with pytest.raises(Refused, match="nothing to redo"):
        await redo(sessions, table.id, user)
    assert not (await verify_database(database)).findings


async def test_turn_length_is_that_of_the_viewed_table(sessions: TableService) -> None:
    """A simultaneous move does not remove *Restart turn* from the page."""
    _, table, user = await in_turn(sessions)
    length = await undoable_turn_length(sessions, table, user)
    asked_now = sessions.decisions(table)[0]
    await sessions.play_move(table.id, user_of(table, asked_now.seat), write_action(next(iter(asked_now.offers))))
    assert await undoable_turn_length(sessions, table, user) == length > 1


async def test_turn_restart_stops_at_revealed_information(sessions: TableService) -> None:
    before, table, user = await in_turn(sessions, shown=True)
    length = await undoable_turn_length(sessions, table, user)
    gone = await undo_turn(sessions, table.id, user)
    assert len(gone) == length < table.seq - before.seq
    with pytest.raises(Refused, match="something hidden"):
        await undo_turn(sessions, table.id, user)


async def test_table_goes_back_when_all_concerned_players_agree(sessions: TableService, database: str) -> None:
    table = await followed(sessions, 3, least=6)
    *_, first, _, last = await sessions.active_moves(table.id)
    user = user_of(table, first.seat)
    before = await sessions.state_at(table.id, first.seq - 1)
    found = await plan_undo(sessions, table.id, user, first.seq)
    assert set(found.must_agree) == {101, 102, 103} - {user}
    with pytest.raises(Stale):
        await undo_to(sessions, table.id, user, first.seq, {user, found.must_agree[0]})
    gone = await undo_to(sessions, table.id, user, first.seq, {user, *found.must_agree})
    assert [entry.seq for entry in gone] == [first.seq, last.seq - 1, last.seq]
    assert (await sessions.get(table.id)).state == before
    with pytest.raises(Refused, match="undone already"):
        await undo_to(sessions, table.id, user, first.seq, {user, *found.must_agree})
    assert not (await verify_database(database)).findings


async def test_each_player_redoes_own_moves_in_turn(sessions: TableService) -> None:
    table = await followed(sessions, 3, least=6)
    made = (await sessions.active_moves(table.id))[-3:]
    await undo_to(sessions, table.id, user_of(table, made[0].seat), made[0].seq, {101, 102, 103})
    other = next(user for user in (101, 102, 103) if user != user_of(table, made[0].seat))
    with pytest.raises(Refused, match=f"Only player {made[0].seat} can redo"):
        await redo(sessions, table.id, other)
    for move in made:
        if (await sessions.get(table.id)).state != table.state:
            await redo(sessions, table.id, user_of(table, move.seat))
    assert (await sessions.get(table.id)).state == table.state


async def test_redo_is_impossible_after_another_move(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play_move(table.id, user, line)
    await undo(sessions, table.id, user)
    other = next(write_action(a) for a in sessions.decisions(table)[0].offers if write_action(a) != line)
    await sessions.play_move(table.id, user, other)
    with pytest.raises(Refused, match="nothing to redo"):
        await redo(sessions, table.id, user)


async def test_outdated_redo_button_ignores_later_undos(sessions: TableService) -> None:
    _, table, user = await in_turn(sessions)
    await undo(sessions, table.id, user)
    shown = (await sessions.get(table.id)).seq
    await undo(sessions, table.id, user)
    with pytest.raises(Stale, match="use `/undo scope:redo`"):
        await redo(sessions, table.id, user, seen_seq=shown)
    await redo(sessions, table.id, user, seen_seq=(await sessions.get(table.id)).seq)
    assert (await sessions.get(table.id)).state == table.state


async def test_table_does_not_go_back_past_revealed_information(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT), 40)
    first = (await sessions.active_moves(table.id))[0]
    with pytest.raises(UndoBarred) as barred:
        await plan_undo(sessions, table.id, user_of(table, first.seat), first.seq)
    assert first.seq < barred.value.entry.seq <= table.seq


async def test_undo_neither_gains_nor_costs_time(store: Store) -> None:
    now = [1_000.0]
    sessions = TableService(store, clock=lambda: now[0], new_seed=lambda: 7)
    table = await sessions.open_lobby(1, None, (await begun(sessions, channel=2)).title, ADA)
    table = await sessions.join_lobby(table.id, BEN)
    await sessions.change_lobby(table.id, lambda session: replace(session, terms=TableSettings(clock="daily")))
    table = await sessions.start_game(table.id, 101)
    speed = TIME_CONTROLS["daily"]
    user, line = asked(sessions, table)
    seat = sessions.seat_of(table, user)
    other = 3 - (seat or 0)
    assert seat is not None and table.clocks[seat].bank == speed.bank
    now[0] += 3_600
    await sessions.play_move(table.id, user, line)
    table = await sessions.get(table.id)
    assert table.clocks[seat].bank == speed.bank - 3_600 + speed.increment and table.clocks[other].since == now[0]
    now[0] += 7_200
    await undo(sessions, table.id, user)
    table = await sessions.get(table.id)
    assert table.clocks[seat].bank == speed.bank - 3_600 and table.clocks[seat].since == now[0]
    assert table.clocks[other].bank == speed.bank and table.clocks[other].since is None
    for _ in range(3):
        await sessions.play_move(table.id, user, line)
        await undo(sessions, table.id, user)
    assert (await sessions.get(table.id)).clocks[seat].bank == speed.bank - 3_600
    assert (await TableService(store).get(table.id)).clocks == (await sessions.get(table.id)).clocks


async def test_restart_in_mid_turn_costs_no_time(store: Store) -> None:
    now = [1_000.0]
    sessions = TableService(store, clock=lambda: now[0], new_seed=lambda: 7)
    before, table, user = await in_turn(sessions)
    seat, speed = sessions.seat_of(table, user) or 0, TIME_CONTROLS["daily"]
    full = {number: Clock(bank=speed.cap, since=now[0]) for number in (1, 2)}
    await sessions.change_lobby(table.id, lambda s: replace(s, terms=TableSettings(clock="daily"), clocks=full))
    await undo_turn(sessions, table.id, user)
    clock = (await sessions.get(table.id)).clocks[seat]
    assert (clock.bank, clock.since) == (speed.cap, now[0])
    assert len(await redo(sessions, table.id, user)) == table.seq - before.seq
    assert (await sessions.get(table.id)).clocks[seat].bank == speed.cap


async def test_only_reachable_moves_are_offered_for_going_back(sessions: TableService) -> None:
    table = await followed(sessions, 3, least=12)
    near = await undoable_moves(sessions, table.id, ADA.user or 0, 25)
    for move in await sessions.active_moves(table.id):
        try:
            await plan_undo(sessions, table.id, ADA.user or 0, move.seq)
        except Refused:
            assert move.seq not in near
        else:
            assert move.seq in near
    assert 3 <= len(near) < len(await sessions.active_moves(table.id))


@pytest.mark.parametrize("players", [(ADA, BEN), (ADA, BEN, CAT)])
async def test_substitute_needs_consent_to_undo_a_former_players_move(
    sessions: TableService, players: tuple[Player, ...]
) -> None:
    table = await begun(sessions, *players)
    user, line = asked(sessions, table)
    made = await sessions.play_move(table.id, user, line)
    others = {player.user for player in players} - {user}
    await seats.resign(sessions, table.id, user, leave_open=True)
    table = await seats.take_seat(sessions, table.id, made.seat, DAN)
    for take in (undo, undo_turn):
        with pytest.raises(OthersMovedSince):
            await take(sessions, table.id, DAN.user or 0)
    assert await undoable_turn_length(sessions, await sessions.get(table.id), DAN.user or 0) == 0
    found = await plan_undo(sessions, table.id, DAN.user or 0)
    assert [entry.seq for entry in found.moves] == [made.seq] and found.must_agree and set(found.must_agree) <= others
    with pytest.raises(Stale):
        await undo_to(sessions, table.id, DAN.user or 0, made.seq, {DAN.user or 0})
    await undo_to(sessions, table.id, DAN.user or 0, made.seq, {DAN.user or 0, *found.must_agree})
    await sessions.play_move(table.id, DAN.user or 0, line)
    assert (await undo(sessions, table.id, DAN.user or 0)).by == "undo", "one's own is one's own"


async def test_undo_in_a_turn_taken_over_by_substitute_needs_consent(sessions: TableService) -> None:
    _, table, user = await in_turn(sessions)
    mine = (await sessions.active_moves(table.id))[-1].seat
    if {question.seat for question in sessions.decisions(table)} != {mine}:
        await undo(sessions, table.id, user)
    await seats.resign(sessions, table.id, user, leave_open=True)
    table = await seats.take_seat(sessions, table.id, mine, DAN)
    assert {question.seat for question in sessions.decisions(table)} == {mine}
    assert set((await plan_undo(sessions, table.id, DAN.user or 0)).must_agree) == {101, 102} - {user}


async def test_returned_player_can_undo_own_last_move(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN)
    user, line = asked(sessions, table)
    made = await sessions.play_move(table.id, user, line)
    await seats.resign(sessions, table.id, user, leave_open=True)
    await seats.return_to_seat(sessions, table.id, Player("Back", user))
    assert (await undo(sessions, table.id, user)).line == made.line
