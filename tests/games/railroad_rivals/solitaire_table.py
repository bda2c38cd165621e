"""Builders for positions of the solitaire game, and random games."""

from engine.core import decisions, redact, rng_from_seed
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.phases.turns import Turns
from tests.games.railroad_rivals.table import GAME, go, offered, table

PLAIN, CHALLENGE = RivalsOptions(), RivalsOptions(challenge=True)
CHAIN = ("St. Louis 0,0 n", "Chicago 0,1 s", "Washington 1,0 s")
ONE_EACH = {"St. Louis": "wood", "Chicago": "coal", "Washington": "grain"}


def name(_seat):
    return "Ada"


def cubes(words):
    return tuple(map(Goods, words.split()))


def position(*phases, offer=((), ()), progression="wood grain coal", **changes):
    """A solitaire position in turn 2 with these phases, and the linked starting cities on the table."""
    given = {"laid": CHAIN, "delivered": cubes(progression), "goods": ONE_EACH} | changes
    return table(seats=1, flow=(Turns(), *reversed(phases)), offer=offer, **given)


def starts(games=30, options=PLAIN):
    return [GAME.new_game(options, 1, seed)[0] for seed in range(games)]


def first_turn(state):
    """The state at the first stock tiles, after any offers were chosen in the set-up."""
    while not state.turn:
        state, _ = go(state, min(offered(state)))
    return state


def whole_game(seed, options=PLAIN):
    """All states and events of a random game."""
    state, events = GAME.new_game(options, 1, seed)
    rng, states = rng_from_seed(seed, "test"), [state]
    while decisions(state):
        line, rng = rng.choice(sorted(offered(state)))
        state, news = go(state, line)
        states.append(state)
        events += news
    return states, events


def labels(state, field=""):
    (decision,) = decisions(state)
    return [GAME.text.label(redact(state, 1), action, field, name) for action in decision.offers]
