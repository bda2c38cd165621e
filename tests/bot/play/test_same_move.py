"""An outdated menu whose move would have another effect now."""

import pytest

from bot.play.service import TableService
from engine import decisions, write_action
from engine.errors import Stale
from engine.games.railway_rivals.state.actions import Done
from engine.games.railway_rivals.state.phases import Building
from tests.bot.seated_players import ADA, BEN


async def test_outdated_done_button_of_a_plan_does_not_end_building(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, "railway-rivals", ADA)
    await sessions.join_lobby(table.id, BEN)
    assert ADA.user is not None
    table = await sessions.start_game(table.id, ADA.user)
    users = {n: player.user for n, player in enumerate(table.players, 1)}
    for _ in range(9):
        table = await sessions.get(table.id)
        assert table.state is not None
        if isinstance(table.state.flow[-1], Building):
            break
        question = decisions(table.state)[0]
        await sessions.play_move(table.id, users[question.seat] or 0, write_action(next(iter(question.offers))))
    now, later = (question.seat for question in decisions(table.state))
    await sessions.play_move(table.id, users[now] or 0, write_action(Done(now)), seen_seq=table.seq)
    with pytest.raises(Stale, match="have a different effect"):
        await sessions.play_move(table.id, users[later] or 0, write_action(Done(later)), seen_seq=table.seq)
    await sessions.play_move(table.id, users[later] or 0, write_action(Done(later)), seen_seq=table.seq + 1)
