"""Which computer player moves for a seat whose time is up."""

from bot.deadlines import timeout
from bot.play.sessions import Tables
from engine import GAMES, decisions, redact, write_action
from engine.agents.policies import QUICK_POLICIES
from engine.core import rng_from_seed
from engine.store.terms import Terms
from tests.bot.seated import ADA, BEN, CAT


async def test_the_strongest_computer_player_moves_when_time_is_up(sessions: Tables) -> None:
    table = await sessions.open(1, None, "railroad-rivals", ADA)
    for player in (BEN, CAT):
        await sessions.join(table.id, player)
    await sessions.start(table.id, ADA.user or 0)
    for _ in range(9):
        async with sessions.holding(table.id) as held:
            state = held.table.state
            assert state is not None
            asked = decisions(state)[0]
            game, view, rng = GAMES["railroad-rivals"], redact(state, asked.seat), rng_from_seed(1, "any")
            step = await timeout.step_over(held.table, asked.seat, Terms(late="computer"))
            assert step is not None
            best = game.agent.score_action(view, QUICK_POLICIES["greedy"](game, view, asked, rng)[0])
            chosen = next(action for action in asked.offers if write_action(action) == step.line)
            assert game.agent.score_action(view, chosen) == best
            await held.append(step)
