"""Play games of RailRoader and print results by turn order: ``python -m tests.decks --seats 2 --games 600``.

``--card engineer=5`` puts another number of a card into the deck. A deck has 32 cards besides the starting sets.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from unittest.mock import patch

from engine.agents.registry import ALL_POLICIES
from engine.cli.arena import MEASURING_SEED, TUNING_SEED, share_interval
from engine.cli.selfplay import GameRecord, play_game
from engine.core import read_options
from engine.games import GAMES
from engine.games.railroader.game_data.cards import CARDS, Card, CardFacts, full_deck
from engine.games.railroader.state.actions import Rerail

_GAME = GAMES["railroader"]
_CARDS = 32
"""The number of cards in every deck, so that there are 64 with the starting sets."""


def main() -> int:
    """Play the games and print two lines of results."""
    given = _parser().parse_args()
    options = read_options(_GAME.options, {"line": given.line, "deck": given.deck})
    with patch.dict(CARDS, _changed(given.deck, given.card)):
        assert len(full_deck(given.deck, 0)) == _CARDS, f"the deck has {len(full_deck(given.deck, 0))} cards"
        first = given.seed + (TUNING_SEED if given.tuning else MEASURING_SEED)
        policies = (given.player,) * given.seats
        seeds = range(first, first + given.games)
        played = [play_game(_GAME, options, policies, seed, ALL_POLICIES) for seed in seeds]
    print("\n".join(_lines(played)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.decks", description=__doc__)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="number of players; default: 2")
    parser.add_argument("--games", type=int, default=600, help="number of games; default: 600")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; default: 1")
    parser.add_argument("--tuning", action="store_true", help="use the deals that decks are chosen on")
    parser.add_argument("--line", default="20", help="sections per line; default: 20")
    parser.add_argument("--deck", choices=("balanced", "first"), default="balanced", help="the deck to change")
    parser.add_argument(
        "--card",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="copies of a card in the deck; may be repeated",
    )
    parser.add_argument("--player", choices=ALL_POLICIES, default="greedy", help="the computer player of all seats")
    return parser


def _changed(deck: str, given: Sequence[str]) -> Mapping[Card, CardFacts]:
    """Return the cards of the measured deck with other numbers."""
    numbers = {Card(name): int(number) for name, _, number in (text.partition("=") for text in given)}
    column = "first" if deck == "first" else "deck"
    return {card: CARDS[card]._replace(**{column: number}) for card, number in numbers.items()}


def _lines(played: Sequence[GameRecord]) -> Iterator[str]:
    states = [one.state for one in played]
    winners = [state.seats_in_order.index(_GAME.rules.ranking(state)[0].seat) for state in states]
    shares = [_share([winner == place for winner in winners]) for place in range(states[0].seats)]
    yield f"{len(played)} games, won by the first player, the second …: {', '.join(shares)}"
    ways = [railroad.engine / state.board.last_space for state in states for railroad in state.railroads.values()]
    behind = [railroad.sections - railroad.engine / 4 for state in states for railroad in state.railroads.values()]
    rerailed = [sum(isinstance(action, Rerail) for action in one.actions) for one in played]
    yield (
        f"rounds {fmean(state.round for state in states):.1f}, share of the way made {fmean(ways):.2f}, "
        f"sections of track ahead of a train {fmean(behind):.1f}, derailments a game {fmean(rerailed):.2f}"
    )


def _share(won: Sequence[bool]) -> str:
    low, high = share_interval(list(map(float, won)), 1)
    return f"{fmean(won):.2f} [{low:.2f}, {high:.2f}]"


if __name__ == "__main__":
    raise SystemExit(main())
