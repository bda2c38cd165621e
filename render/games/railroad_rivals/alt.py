"""The state in words for those who do not see the picture: at most 1,024 characters, what matters most first.

Public pictures say only what is public. (style guide, section 11)
"""

from __future__ import annotations

from engine.games.railroad_rivals.state.board import open_edges, tiles
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import place_words
from render.called import News
from render.games.railroad_rivals.words import corner, edge_words, last_move, placements
from render.labels import Names, joined

__all__ = ["board_alt", "joined"]


def board_alt(state: RailroadRivals, news: News, names: Names) -> str:
    """Turn, last move, links of each player, open edges by railroad, goods by city."""
    links = [f"{name} {sum(link.owner == seat for link in state.board.links)}" for seat, name in enumerate(names, 1)]
    goods = [f"{city} {', '.join(cubes)}" for city, cubes in state.goods.items()]
    return joined(
        (
            f"Railroad Rivals, {corner(state)}.",
            f"{_cities(len(state.board.laid))}.",
            f"Last: {last_move(state, news, names)[1]}{_where(state, news)}."
            if state.flow
            else f"{last_move(state, news, names)[1]}.",
            f"Links: {', '.join(links)}.",
            *_built(state, names),
            f"Open edges: {'; '.join(_open(state))}.",
            f"Goods: {'; '.join(goods) or 'none'}.",
        )
    )


def _built(state: RailroadRivals, names: Names) -> list[str]:
    """Who has built where; nothing before anybody has."""
    kinds = (("Hotels", state.baron.hotels), ("Water towers", state.baron.towers))
    return [
        f"{words}: {', '.join(f'{city} {names[seat - 1]}' for city, seat in built.items())}."
        for words, built in kinds
        if built
    ]


def _cities(count: int) -> str:
    return "1 city" if count == 1 else f"{count} cities"


def _open(state: RailroadRivals) -> list[str]:
    laid = tiles(state.board)
    found = []
    edges = open_edges(state.board)
    for railroad in sorted(edges, key=lambda railroad: railroad or "~"):
        places = edges[railroad]
        cities = dict.fromkeys(laid[cell.beside(side)].city for cell, side in places)
        found.append(f"{edge_words((railroad,))} {', '.join(cities)}")
    return found


def _where(state: RailroadRivals, news: News) -> str:
    """The neighbors of the last tile placed: “, south of Chicago”."""
    made = placements(news)
    return f", {place_words(state, made[-1].at)}" if made else ""
