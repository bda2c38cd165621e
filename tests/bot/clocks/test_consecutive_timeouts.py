"""Consecutive timeouts while other players move."""

from bot.clocks.clock import count_timeouts_in_a_row
from bot.play.service import TableService
from tests.bot.scheduler.test_timeout import first, run_out
from tests.bot.seated_players import begun, move_on


async def test_moves_of_others_do_not_end_a_series_of_timeouts(sessions: TableService) -> None:
    table = await begun(sessions)
    seat = first(table)
    table = await run_out(sessions, table, seat)
    assert first(table) != seat
    table = await move_on(sessions, table, 1)
    assert count_timeouts_in_a_row(await sessions.store.load_log(table.id), seat) == 1
