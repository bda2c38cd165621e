"""How many days a game takes by post: ``python -m tests.games.days railroader --seats 3 --games 5``.

Computer players each visit once a day, in an order drawn anew for every day, and answer all that they are asked then,
also what comes up by their own answers. The length in the choices of ``/game new`` comes from this command.
"""

import argparse
from statistics import mean
from typing import Any

from engine import GAMES
from engine.agents.policies import QUICK_POLICIES
from engine.core import Game, Options, Rng, State, all_seats, decisions, play, read_options, redact, rng_from_seed

__all__ = ["count_days"]


def count_days(game: Game[Any], options: Options, seats: int, seed: int, policy: str = "greedy") -> int:
    """The days until the game is over. The same arguments give the same days."""
    state, _ = game.new_game(options, seats, seed)
    chances = {seat: rng_from_seed(seed, f"player {seat}") for seat in all_seats(seats)}
    order, days = rng_from_seed(seed, "visits"), 0
    while decisions(state):
        days += 1
        visitors, order = order.shuffle(all_seats(seats))
        for seat in visitors:
            state, chances[seat] = _visit(game, state, seat, policy, chances[seat])
    return days


def _visit(game: Game[Any], state: State, seat: Any, policy: str, rng: Rng) -> tuple[State, Rng]:
    """Everything that the seat is asked, until it is asked nothing more."""
    while question := next((one for one in decisions(state) if one.seat == seat), None):
        action, rng = QUICK_POLICIES[policy](game, redact(state, seat), question, rng)
        state, _ = play(state, action)
    return state, rng


def main() -> None:
    """Prints the mean, the least and the most days."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("options", nargs="*", help="options of the table, such as rolls=three")
    given = parser.parse_args()
    game = GAMES[given.game]
    options = read_options(game.options, dict(word.split("=", 1) for word in given.options))
    days = [count_days(game, options, given.seats, seed) for seed in range(1, given.games + 1)]
    print(f"{mean(days):.1f} days ({min(days)} to {max(days)})")


if __name__ == "__main__":
    main()
