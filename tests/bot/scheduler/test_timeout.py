"""Timeouts below Discord: the move made for a seat, and the probable next player."""

import pytest
from msgspec.structs import replace

from bot.announcements.next_player import guess_next_seat
from bot.announcements.rate_limiter import BURST, REQUESTS_PER_SECOND, RateLimiter
from bot.clocks.clock import count_timeouts_in_a_row
from bot.play import seat_holders
from bot.play.service import TableService
from bot.play.undo import undo
from bot.scheduler import pausing, timeouts
from bot.tables.table import Table
from bot.users import UserPreferences
from engine import GAMES, decisions, redact, write_action
from engine.core import Seat, read_options
from engine.errors import Refused
from engine.store import Store
from engine.store.table_settings import DAY, HOUR, TIME_CONTROLS, TableSettings
from tests.bot.seated_players import ADA, BEN, CAT, asked, begun, move_on

SOME = sorted(GAMES)


async def at_table(sessions: TableService, title: str, **terms: str) -> Table:
    table = await sessions.open_lobby(1, None, title, ADA)
    for player in (BEN, CAT):
        await sessions.join_lobby(table.id, player)
    await sessions.start_game(table.id, ADA.user or 0)
    chosen = TableSettings(**{"clock": "daily", **terms})  # type: ignore[arg-type]
    return await pausing.change_table_settings(sessions, table.id, chosen)


def first(table: Table) -> Seat:
    assert table.state is not None
    return decisions(table.state)[0].seat


async def run_out(sessions: TableService, table: Table, seat: Seat) -> Table:
    assert await timeouts.apply_timeout(sessions, table.id, seat, table.clocks[seat].point)
    return await sessions.get(table.id)


@pytest.mark.parametrize("title", SOME)
@pytest.mark.parametrize("late", ["computer", "skip"])
async def test_timeout_ends_the_decision_point_and_is_counted(sessions: TableService, title: str, late: str) -> None:
    table = await at_table(sessions, title, late=late)
    for _ in range(3):
        seat = first(table)
        before = table.clocks[seat]
        table = await run_out(sessions, table, seat)
        assert table.state is not None
        asked_anew = table.clocks[seat].point > before.point
        assert asked_anew or seat not in {asked.seat for asked in decisions(table.state)}
        assert table.clocks[seat].timeouts == before.timeouts + 1
        assert asked_anew or table.clocks[seat].since is None
        assert table.clocks[seat].bank >= DAY
    assert "clock" in {move.by for move in await sessions.history(table.id)}


@pytest.mark.parametrize("title", SOME)
async def test_skip_plays_the_timeout_action_of_the_game(sessions: TableService, title: str) -> None:
    game, terms = GAMES[title], TableSettings(late="skip")
    table = await at_table(sessions, title, late="skip")
    idled = 0
    for _ in range(40):
        async with sessions.lock_table(table.id) as held:
            state = held.table.state
            assert state is not None
            asked = decisions(state)[0]
            idle = game.rules.timeout_action(redact(state, asked.seat), asked.offers)
            step = await timeouts.timeout_move(held.table, asked.seat, terms)
            assert step is not None
            if idle is not None and step.by != "forced":
                idled += 1
                assert step.line == write_action(idle)
            await held.append_move(step)
    assert idled


async def test_player_who_answered_first_is_not_moved_for(sessions: TableService) -> None:
    table = await begun(sessions)
    seat, point = first(table), table.clocks[first(table)].point
    table = await move_on(sessions, table, 1)
    assert not await timeouts.apply_timeout(sessions, table.id, seat, point) and table.seq == 1


async def test_paused_table_has_no_timeouts_and_pause_is_idempotent(sessions: TableService) -> None:
    table = await begun(sessions)
    seat = first(table)
    paused = await pausing.pause_table(sessions, table.id)
    again = await pausing.pause_table(sessions, table.id)
    assert paused == replace(again, revision=paused.revision)
    assert not await timeouts.apply_timeout(sessions, table.id, seat, paused.clocks[seat].point)
    running = await pausing.resume_table(sessions, table.id)
    assert running.paused is None and running.clocks[seat].since == 1_000.0
    again = await pausing.resume_table(sessions, table.id)
    assert running == replace(again, revision=running.revision)


async def test_clocks_run_only_during_the_game(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, SOME[0], ADA)
    with pytest.raises(Refused, match="while a game is being played"):
        await pausing.pause_table(sessions, table.id)


async def test_consecutive_timeouts_are_counted_until_the_player_moves(sessions: TableService) -> None:
    table = await begun(sessions)
    assert count_timeouts_in_a_row(await sessions.store.load_log(table.id), 1) == 0
    seat = first(table)
    table = await run_out(sessions, table, seat)
    log = await sessions.store.load_log(table.id)
    assert count_timeouts_in_a_row(log, seat) == 1 and seat_holders.can_be_replaced(
        table, seat, UserPreferences(), sessions.now(), log
    )
    while first(table) != seat:
        table = await move_on(sessions, table, 1)
    table = await move_on(sessions, table, 1)
    log = await sessions.store.load_log(table.id)
    assert count_timeouts_in_a_row(log, seat) == 0 and not seat_holders.can_be_replaced(
        table, seat, UserPreferences(), sessions.now(), log
    )


@pytest.mark.parametrize("title", SOME)
def test_next_player_is_guessed_from_public_information(title: str) -> None:
    game = GAMES[title]
    state, _ = game.new_game(read_options(game.options, {}), 3, 5)
    asked = decisions(state)[0].seat
    assert guess_next_seat(game, redact(state, None), asked) in (None, *(Seat(n) for n in (1, 2, 3) if n != asked))


def test_notifications_keep_discord_limits() -> None:
    now = [0.0]
    pace = RateLimiter(lambda: now[0])
    moments = [pace._reserve_channel_slot(channel) for channel in range(100)]
    assert max(moments.count(at) for at in moments) == REQUESTS_PER_SECOND and max(moments) == 4.0
    same = [pace._reserve_channel_slot(-1) for _ in range(BURST + 1)]
    assert same[-1] - same[0] >= 5.0


async def test_last_player_to_answer_has_the_same_time_for_the_next_turn(store: Store) -> None:
    now = [1_000.0]
    sessions = TableService(store, clock=lambda: now[0], new_seed=lambda: 7)
    table = await building(await at_table(sessions, "railway-rivals"), sessions)
    now[0] += HOUR
    turn = table.state.turn  # type: ignore[union-attr]
    while (table := await sessions.get(table.id)).state.turn == turn:  # type: ignore[union-attr]
        last = first(table)
        await sessions.play_move(table.id, table.players[last - 1].user or 0, f"p{last} done")
    assert (table.clocks[last].point, table.clocks[last].since) == (table.seq, now[0])
    assert table.clocks[last].bank == TIME_CONTROLS["daily"].cap


async def test_timeout_ends_at_the_next_turn(sessions: TableService) -> None:
    table = await building(await at_table(sessions, "railway-rivals", late="skip"), sessions)
    while len(decisions(table.state)) > 1:  # type: ignore[arg-type]
        await sessions.play_move(table.id, table.players[first(table) - 1].user or 0, f"p{first(table)} done")
        table = await sessions.get(table.id)
    seat, turn = first(table), table.state.turn  # type: ignore[union-attr]
    table = await run_out(sessions, table, seat)
    assert table.state.turn == turn + 1 and table.clocks[seat].point == table.seq  # type: ignore[union-attr]
    assert [move.by for move in await sessions.history(table.id)].count("clock") == 1


async def building(table: Table, sessions: TableService) -> Table:
    """Start Railway Rivals and play to its first Turn."""
    while type(table.state.flow[-1]).__name__ != "BuildingPhase":  # type: ignore[union-attr]
        table = await move_on(sessions, table, 1)
    return table


async def test_late_answer_gets_no_second_grace_period_by_undo(store: Store) -> None:
    now = [1_000.0]
    sessions = TableService(store, clock=lambda: now[0], new_seed=lambda: 7)
    table = await at_table(sessions, "railroad-rivals")
    user, line = asked(sessions, table)
    now[0] += 2 * DAY + HOUR
    await sessions.play_move(table.id, user, line)
    with pytest.raises(Refused, match="time was up when that move was made"):
        await undo(sessions, table.id, user)
