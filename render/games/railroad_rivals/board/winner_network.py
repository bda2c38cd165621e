"""The picture of the winner's network: the winner's links and their cities, over a pale board."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from engine.core import Seat, count_noun
from engine.games.railroad_rivals.game_data.grid import SIDES
from engine.games.railroad_rivals.rules.scoring import ranking, score_stocks
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.board import Link, PlacedTile
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.board_layers import board_layers, border_layer
from render.games.railroad_rivals.board.closeup import closeup_block, closeup_grid
from render.games.railroad_rivals.board.grid import Grid
from render.games.railroad_rivals.board.legend import legend_height, legend_layer
from render.games.railroad_rivals.captions import verdict_text
from render.games.railroad_rivals.colors import palette_of
from render.palette import PAPER_2
from render.parts.final_table import sole_winner, winner_title, winning_seats
from render.parts.page_layout import BLEED, FIELD_TOP, LEGEND_HEIGHT, PAGE_WIDTH, header_layer, paper_scene
from render.scene import Layer, Scene, Veil
from render.text_fitting import Names, join_sentences

_COLUMNS, _ROWS, _TALLEST = 5, 4, 1560
_PALE = 0.72
_SHOWN = frozenset({"cards", "tracks", "plates", "buildings"})
"""The layers of the network that are drawn over the pale board."""


def network_scenes(state: RailroadRivals, names: Names) -> tuple[Scene, ...]:
    """The links and cities of the winners, or of the leaders before the end; empty if they have no links."""
    over = not state.flow
    places = ranking(state if over else score_stocks(active_modules.apply_final_scoring(state)))
    winners = winning_seats(places)
    links = tuple(link for link in state.board.links if link.owner in winners)
    if not links:
        return ()
    tiles = _joined_tiles(state, links)
    block = closeup_block([tile.at for tile in tiles], [tile.at for tile in state.board.laid], _COLUMNS, _ROWS)
    below = legend_height(state, names, has_goods=False)
    grid = closeup_grid(block, legend=below, tallest=_TALLEST)
    height = round(grid.bottom + below)
    summary = f"{count_noun(len(links), 'link')}, {len(tiles)} cities"
    title, verdict = winner_title(places, "network", over=over), verdict_text(places, names, over=over)
    layers = (
        *board_layers(state.board, {}, grid, baron=state.baron),
        Layer("veil", (Veil(BLEED, FIELD_TOP, PAGE_WIDTH - 2 * BLEED, grid.bottom - FIELD_TOP, PAPER_2, _PALE),)),
        *_network_layers(state, links, tiles, grid),
        border_layer(grid, height),
        header_layer(title, summary, verdict, seat=sole_winner(places)),
        legend_layer(state, names, grid.bottom, rows=2 if below > LEGEND_HEIGHT else 1, has_goods=False),
    )
    alt = join_sentences((f"{title}: {summary}. {verdict}.", *_link_sentences(names, winners, links)))
    return (paper_scene("network", height, palette_of(state), layers, alt),)


def _joined_tiles(state: RailroadRivals, links: Collection[Link]) -> tuple[PlacedTile, ...]:
    cities = {city for link in links for city in (link.a, link.b)}
    return tuple(tile for tile in state.board.laid if tile.city in cities)


def _network_layers(
    state: RailroadRivals, links: tuple[Link, ...], tiles: tuple[PlacedTile, ...], grid: Grid
) -> Iterator[Layer]:
    """The layers that show the network; they omit open edges and goods."""
    alone = replace(state.board, laid=tiles, links=links)
    covered_edges = {(tile.at, side) for tile in tiles for side in SIDES}
    for layer in board_layers(alone, {}, grid, covered_edges=covered_edges, baron=state.baron):
        if layer.name in _SHOWN:
            yield replace(layer, name=f"network {layer.name}")


def _link_sentences(names: Names, winners: Collection[Seat], links: Collection[Link]) -> Iterator[str]:
    """A sentence with the links of each winner: “Ada’s links: Chicago–Detroit (NYC), …”"""
    for seat in winners:
        own = [f"{link.a}–{link.b} ({link.railroad})" for link in links if link.owner == seat]
        if own:
            yield f"{names[seat - 1]}, {count_noun(len(own), 'link')}: {', '.join(own)}."
