"""How many moves against computers can be undone: ``python -m tests.games.undos railroader --games 3``.

One seat stands for a person; the others are computers. A move can't be undone if it revealed something hidden, or if
the rules made another move for the same seat after it. At once, nor can one after which a computer is asked: it answers
immediately. With a wait, that one can.
"""

import argparse
from typing import Any

from engine import GAMES
from engine.agents.policies import QUICK_POLICIES
from engine.core import Game, decisions, is_revealing, play, read_options, redact, rng_from_seed

__all__ = ["count_undos"]

_PERSON = 1


def count_undos(game: Game[Any], seats: int, seed: int, policy: str = "greedy") -> tuple[int, int, int]:
    """The person's choices, and how many of them can be undone if computers answer at once, and if they wait."""
    state, _ = game.new_game(read_options(game.options, {}), seats, seed)
    rng, choices, immediate, waiting = rng_from_seed(seed, "undos"), 0, 0, 0
    while questions := decisions(state):
        question = questions[0]
        action, rng = QUICK_POLICIES[policy](game, redact(state, question.seat), question, rng)
        is_choice = len([offer for offer, _ in zip(question.offers, range(2), strict=False)]) > 1
        before, (state, events) = state, play(state, action)
        if question.seat != _PERSON or not is_choice:
            continue
        choices += 1
        if not state.flow or is_revealing(before, state, events, question.seat):
            continue
        waiting += 1
        immediate += all(one.seat == _PERSON for one in decisions(state))
    return choices, immediate, waiting


def main() -> None:
    """Prints the shares in percent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    found = [count_undos(GAMES[given.game], given.seats, seed) for seed in range(1, given.games + 1)]
    choices, immediate, waiting = (sum(part) for part in zip(*found, strict=True))
    print(f"{choices} choices; can be undone: {immediate / choices:.0%} at once, {waiting / choices:.0%} with a wait")


if __name__ == "__main__":
    main()
