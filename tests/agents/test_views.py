"""A computer player gets the view of its own seat in self-play and at tables."""

import pytest
from msgspec.structs import replace

from bot.play import lobby_rules
from bot.tables.moves import find_automatic_move
from engine.agents.policies import QUICK_POLICIES
from engine.cli.selfplay import play_game
from engine.core import Secret
from engine.games import GAMES
from engine.store import Player
from tests.contract.seeded_games import each_title


@pytest.fixture
def asked(monkeypatch):
    """Return a list of (seat of the view, seat of the question), filled by the choices of the policy “watching”."""
    seen = []

    def choose(game, view, question, rng):
        seen.append((view.seat, question.seat))
        return QUICK_POLICIES["random"](game, view, question, rng)

    monkeypatch.setitem(QUICK_POLICIES, "watching", choose)
    return seen


def check(asked, seats):
    assert all(view == question for view, question in asked)
    assert {question for _, question in asked} == set(range(1, seats + 1))


@each_title
def test_policy_sees_own_view_in_selfplay(key, asked):
    seats = GAMES[key].seats[-1]
    play_game(GAMES[key], GAMES[key].options(), ("watching",) * seats, 6)
    check(asked, seats)


@each_title
async def test_policy_sees_own_view_at_a_table(key, asked):
    game = GAMES[key]
    seats = game.seats[-1]
    table = lobby_rules.new_lobby(1, None, key, Player("Ada", 1), 0.0)
    table = replace(table, players=(Player("Engine", policy="watching"),) * seats, status="playing", seed=Secret(6))
    state, _ = game.new_game(game.options(), seats, 6)
    table = replace(table, state=state)
    for seq in range(1, 41):
        step = await find_automatic_move(table)
        table = replace(table, seq=seq, state=step.state)
    check(asked, seats)
