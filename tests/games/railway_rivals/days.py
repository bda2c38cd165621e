"""Measure the days of a game by post: ``python -m tests.games.railway_rivals.days --seats 4 --games 4``.

Computer players visit once a day, in a random order, and answer all their questions until none is left. The numbers of
``RailwayOptions.setup_note`` come from this command.
"""

import argparse
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

import msgspec

from engine.agents.policies import QUICK_POLICIES
from engine.core import Rng, all_seats, decisions, play, redact, rng_from_seed
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.state.state import RailwayRivals

__all__ = ["Days", "days_of"]


class Days(msgspec.Struct, frozen=True):
    """The days of a game: of the set-up with the building stage, and of the operating stage."""

    building: int
    operating: int

    @property
    def total(self) -> int:
        return self.building + self.operating


def days_of(options: RailwayOptions, seats: int, seed: int, policy: str = "greedy") -> Days:
    """Play a game and count its days. The same arguments give the same days."""
    state, _ = GAME.new_game(options, seats, seed)
    chances = {seat: rng_from_seed(seed, f"player {seat}") for seat in state.everyone}
    order, building, operating = rng_from_seed(seed, "visits"), 0, 0
    while decisions(state):
        building, operating = building + (not state.operating), operating + state.operating
        visitors, order = order.shuffle(all_seats(seats))
        for seat in visitors:
            state, chances[seat] = _visit(state, seat, policy, chances[seat])
    return Days(building, operating)


def _visit(state: RailwayRivals, seat: Any, policy: str, rng: Rng) -> tuple[RailwayRivals, Rng]:
    """Answer the questions of a seat until it is not asked any more."""
    while question := next((one for one in decisions(state) if one.seat == seat), None):
        action, rng = QUICK_POLICIES[policy](GAME, redact(state, seat), question, rng)
        state, _ = play(state, action)
    return state, rng


def _choices(given: Sequence[str]) -> Mapping[str, Any]:
    return dict(word.split("=", 1) for word in given)


def main() -> None:
    """Print a line for each option of races per visit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--runs", nargs="*", default=["one", "two", "four", "all"])
    parser.add_argument("options", nargs="*", help="other options of the table, such as rolls=three")
    given = parser.parse_args()
    for runs in given.runs:
        options = msgspec.convert({"runs": runs, **_choices(given.options)}, RailwayOptions)
        found = [days_of(options, given.seats, seed) for seed in range(1, given.games + 1)]
        least, most = min(days.total for days in found), max(days.total for days in found)
        parts = f"building {mean(d.building for d in found):.1f}, operating {mean(d.operating for d in found):.1f}"
        print(f"{runs}: {mean(d.total for d in found):.1f} days ({least} to {most}); {parts}", flush=True)


if __name__ == "__main__":
    main()
