"""Numbers of the solitaire game that its pictures show. (R Solitaire Rules)"""

from functools import lru_cache
from typing import NamedTuple

from engine.games.railroad_rivals.game_data.printed_data import Goods, Railroad
from engine.games.railroad_rivals.solitaire.numbers import PLAYER, RANKS, progression_points
from engine.games.railroad_rivals.state.state import RailroadRivals

ME = PLAYER


class Rank(NamedTuple):
    """A row of the rank table: ``points`` is a text such as “36–40”."""

    points: str
    name: str


@lru_cache(1)
def rank_table() -> tuple[Rank, ...]:
    """The rank table, the lowest rank first. (R Solitaire Rules, Rank)"""
    ends = [least - 1 for least, _ in RANKS[1:]]
    first, last = f"0–{ends[0]}", f"{RANKS[-1][0]}+"
    starts, names = zip(*RANKS, strict=True)
    between = [f"{least}–{end}" for least, end in zip(starts[1:-1], ends[1:], strict=True)]
    return tuple(map(Rank, (first, *between, last), names))


def points_earned(cubes: tuple[Goods, ...], slot: int) -> int:
    """The points scored by the delivery of the cube in a slot of the progression."""
    return progression_points(cubes[:slot])


def count_cubes_on_cities(state: RailroadRivals, goods: Goods) -> int:
    """The number of cubes of a color on all cities."""
    return sum(cubes.count(goods) for cubes in state.goods.values())


def current_total(state: RailroadRivals) -> int:
    """The final score; before the end, the score plus the stocks at current values."""
    return state.score[ME] + (state.stock_worth(ME) if state.flow else 0)


def remaining_stock_tiles(state: RailroadRivals, railroad: Railroad) -> int:
    """The number of stock tiles of a railroad that are on offer or in the pile."""
    return state.count_unseen_stocks()[railroad] + sum(
        offered.tile == railroad and offered.taken is None for offered in state.stock_offer
    )
