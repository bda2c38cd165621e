"""The table in words for readers who do not see the picture: at most 1,024 characters, what matters most first.

Public pictures say only what is public. (style guide, section 11)
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.core import Seat, counted, listed
from engine.games.railroad_rivals.box.data import City, Railroad
from engine.games.railroad_rivals.state.board import Link, open_edges, tiles
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import place_words
from render.called import News
from render.games.railroad_rivals.words import corner, edge_words, in_full, last_move, newest, placements
from render.labels import Names, beside, joined

__all__ = ["board_alt", "joined", "part_alt"]


def board_alt(state: RailroadRivals, news: News, names: Names) -> str:
    """The whole table: turn, last move, points, links by player, goods and buildings by city, open edges."""
    cities = [tile.city for tile in state.board.laid]
    return joined(
        (
            f"Railroad Rivals, {corner(state)}.",
            _last(state, news, names),
            f"{counted(len(cities), 'city')} on the table.",
            f"Points: {', '.join(_points(state, names))}.",
            *_linked(state, names, cities),
            *_standing(state, names, cities),
        )
    )


def part_alt(opening: str, state: RailroadRivals, names: Names, cities: Sequence[City]) -> str:
    """A part of the table: its cities, their goods, buildings, and open edges, and the links that touch them.

    Links come last, for the whole table's text begins with them.
    """
    named = f"Cities: {', '.join(cities)}."
    return joined((opening, named, *_standing(state, names, cities), *_linked(state, names, cities)))


def _last(state: RailroadRivals, news: News, names: Names) -> str:
    """The last move as a sentence; without one, whose turn it is; after the game, who won."""
    mover, words = last_move(state, news, names)
    moved = mover and not words.endswith(" goes first") and state.flow and newest(state, news, names)
    return f"Last move: {in_full(words)}{_where(state, news, names)}." if moved else f"{words}."


def _points(state: RailroadRivals, names: Names) -> Iterator[str]:
    """Each player's points, which they may also bid: “Ada 14”."""
    for seat, name in zip(state.everyone, names, strict=True):
        yield beside(name, state.score[seat])


def _linked(state: RailroadRivals, names: Names, cities: Collection[City]) -> Iterator[str]:
    """The links of each player that touch some cities, one sentence a player."""
    near = [link for link in state.board.links if {link.a, link.b} & set(cities)]
    for seat, name in zip(state.everyone, names, strict=True):
        yield _links(name, [link for link in near if link.owner == seat])


def _standing(state: RailroadRivals, names: Names, cities: Collection[City]) -> Iterator[str]:
    """The goods, the buildings, and the open edges of some cities."""
    shown = set(cities)
    goods = [f"{city} {listed(cubes)}" for city, cubes in state.goods.items() if cubes and city in shown]
    yield f"Goods: {'; '.join(goods) or 'none'}."
    yield from _built("Hotels", state.baron.hotels, names, shown)
    yield from _built("Water towers", state.baron.towers, names, shown)
    yield f"Open edges: {'; '.join(_open(state, shown)) or 'none'}."


def _links(name: str, links: Sequence[Link]) -> str:
    """The links of a player, by railroad: “Ada has 2 links: B&O Chicago–Detroit, Detroit–Buffalo.”"""
    ways: dict[Railroad, list[str]] = {}
    for link in links:
        ways.setdefault(link.railroad, []).append(f"{link.a}–{link.b}")
    said = "; ".join(f"{railroad} {', '.join(ends)}" for railroad, ends in ways.items())
    return f"{name} has {counted(len(links), 'link')}{f': {said}' if said else ''}."


def _built(kind: str, built: Mapping[City, Seat], names: Names, shown: Collection[City]) -> Iterator[str]:
    """The buildings of one kind in words, each city with its owner; nothing while there are none."""
    said = [f"{city} ({names[seat - 1]})" for city, seat in built.items() if city in shown]
    if said:
        yield f"{kind}: {', '.join(said)}."


def _open(state: RailroadRivals, shown: Collection[City]) -> Iterator[str]:
    """The cities with a free edge, by its railroad: “B&O at Pittsburgh and Cleveland”."""
    laid, edges = tiles(state.board), open_edges(state.board)
    for railroad in sorted(edges, key=lambda railroad: railroad or "~"):
        beside = (laid[cell.beside(side)].city for cell, side in edges[railroad])
        cities = tuple(dict.fromkeys(city for city in beside if city in shown))
        if cities:
            yield f"{edge_words((railroad,))} at {listed(cities)}"


def _where(state: RailroadRivals, news: News, names: Names) -> str:
    """The neighbors of the tile placed, where that was the last move: “, south of Chicago”."""
    made = placements(news)[-1:]
    if not made or newest(state, made, names) != newest(state, news, names):
        return ""
    return f", {place_words(state, made[0].at)}"
