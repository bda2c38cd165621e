"""The computer player that moves for a seat after its timeout."""

from bot.play.service import TableService
from bot.scheduler import timeouts
from engine import GAMES, decisions, redact, write_action
from engine.agents.policies import QUICK_POLICIES
from engine.core import rng_from_seed
from engine.store.table_settings import TableSettings
from tests.bot.seated_players import ADA, BEN, CAT


async def test_strongest_computer_player_moves_after_timeout(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, "railroad-rivals", ADA)
    for player in (BEN, CAT):
        await sessions.join_lobby(table.id, player)
    await sessions.start_game(table.id, ADA.user or 0)
    for _ in range(9):
        async with sessions.lock_table(table.id) as held:
            state = held.table.state
            assert state is not None
            asked = decisions(state)[0]
            game, view, rng = GAMES["railroad-rivals"], redact(state, asked.seat), rng_from_seed(1, "any")
            step = await timeouts.timeout_move(held.table, asked.seat, TableSettings(late="computer"))
            assert step is not None
            best = game.agent.score_action(view, QUICK_POLICIES["greedy"](game, view, asked, rng)[0])
            chosen = next(action for action in asked.offers if write_action(action) == step.line)
            assert game.agent.score_action(view, chosen) == best
            await held.append_move(step)
