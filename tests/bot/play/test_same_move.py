"""An old menu whose move would have a different effect now."""

import pytest

from bot.play.sessions import Tables
from engine import decisions, write_action
from engine.errors import Stale
from engine.games.railway_rivals.state.actions import Done
from engine.games.railway_rivals.state.phases import Building
from tests.bot.seated import ADA, BEN


async def test_done_with_a_plan_is_not_done_with_the_building(sessions: Tables) -> None:
    table = await sessions.open(1, None, "railway-rivals", ADA)
    await sessions.join(table.id, BEN)
    assert ADA.user is not None
    table = await sessions.start(table.id, ADA.user)
    users = {n: player.user for n, player in enumerate(table.players, 1)}
    for _ in range(9):
        table = await sessions.get(table.id)
        assert table.state is not None
        if isinstance(table.state.flow[-1], Building):
            break
        question = decisions(table.state)[0]
        await sessions.play(table.id, users[question.seat] or 0, write_action(next(iter(question.offers))))
    now, later = (question.seat for question in decisions(table.state))
    await sessions.play(table.id, users[now] or 0, write_action(Done(now)), seen=table.seq)
    with pytest.raises(Stale, match="have a different effect"):
        await sessions.play(table.id, users[later] or 0, write_action(Done(later)), seen=table.seq)
    await sessions.play(table.id, users[later] or 0, write_action(Done(later)), seen=table.seq + 1)
