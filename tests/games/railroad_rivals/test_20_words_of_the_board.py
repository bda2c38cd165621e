"""The alt text of the board."""

import re
from typing import Any

import pytest

from engine.agents.policies import QUICK_POLICIES
from engine.core import decisions, play, redact, rng_from_seed
from engine.games.railroad_rivals.game import GAME
from render import PAINTERS, DrawingContext

NAMES = ("Ada", "Ben", "Cleo", "Dov")
SEATS, MOVES = 3, 60


@pytest.mark.parametrize("seed", range(3))
def test_the_alt_text_of_the_board_has_links_and_goods(seed: int) -> None:
    state = _midway(seed)
    [*scenes] = PAINTERS[GAME.key].public_scenes("board", redact(state, None), DrawingContext(NAMES[:SEATS]))
    words = scenes[0].alt
    for seat in range(1, SEATS + 1):
        events = re.split(r" has |Goods:", words.partition(f"{NAMES[seat - 1]} has ")[2])[0]
        owned = [link for link in state.board.links if link.owner == seat]
        assert events.startswith(str(len(owned)) if owned else "no links"), events
        assert all(f"{link.a}–{link.b}" in events or f"{link.b}–{link.a}" in events for link in owned), (events, owned)
    for city in (city for city, cubes in state.goods.items() if cubes):
        assert f"{city} " in words.split("Goods: ")[1]


def _midway(seed: int) -> Any:
    """A state in the middle of a game of computer players."""
    state: Any
    state, _ = GAME.new_game(GAME.options(), SEATS, seed)
    rng = rng_from_seed(seed)
    for _ in range(MOVES):
        question = decisions(state)[0]
        action, rng = QUICK_POLICIES["greedy"](GAME, redact(state, question.seat), question, rng)
        state, _ = play(state, action)
    return state
