"""The table with keys on cities: which to deliver from or to, where to build; and one drawn in before Confirm."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from engine.core.seats import Seat
from engine.games.railroad_rivals.board import Link
from engine.games.railroad_rivals.data import City
from engine.games.railroad_rivals.geometry import Cell
from engine.games.railroad_rivals.state import RailroadRivals
from render.games.railroad_rivals.grid import Extent, Grid, crops, extent, fitting
from render.games.railroad_rivals.legend import legend, legend_height
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.table import border, delivered_mark, placed_mark, table_layers
from render.games.railroad_rivals.variants import has_buildings
from render.palette import CARD, INK, PAPER
from render.parts.frame import FIELD, LEGEND, WIDTH, header
from render.parts.marks import key
from render.scene import Box, Layer, Scene, Shape, Text

__all__ = ["Question", "lettered", "near"]

_AROUND, _PITCH = 3.2, 390


class Question(msgspec.Struct, frozen=True):
    """What is asked, and what is drawn over the table for it.

    ``cities`` are those to choose from, by key; ``links`` are ringed, ``framed`` cities framed. ``notes`` are a few
    letters beside a key.
    """

    name: str
    title: str
    line: str
    seat: Seat
    alt: str
    cities: Mapping[str, City] = {}
    links: Collection[Link] = frozenset()
    framed: Collection[City] = ()
    notes: Mapping[City, str] = {}


def lettered(state: RailroadRivals, names: Sequence[str], asked: Question) -> tuple[Scene, ...]:
    """The whole table with its keys; a large one as crops that show every city to choose from."""
    at = _places(state)
    block, below = extent(at.values()), _legend_height(state, names)
    whole = fitting(block, legend=below)
    parts = crops([at[city] for city in asked.cities.values()], list(at.values())) if whole.is_overview else (block,)
    return tuple(
        _scene(state, names, msgspec.structs.replace(asked, name=f"{asked.name}-{i}"), fitting(part, legend=below))
        for i, part in enumerate(parts, 1)
    )


def near(state: RailroadRivals, names: Sequence[str], city: City, asked: Question) -> tuple[Scene, ...]:
    """A close look at a city and its neighbors."""
    cell = _places(state)[city]
    block = Extent(cell.x + 0.5 - _AROUND / 2, cell.y + 0.5 - _AROUND / 2, _AROUND, _AROUND)
    return (_scene(state, names, asked, Grid(block, _PITCH, (WIDTH - _PITCH * _AROUND) / 2, FIELD)),)


def _scene(state: RailroadRivals, names: Sequence[str], asked: Question, grid: Grid) -> Scene:
    at, below = _places(state), _legend_height(state, names)
    height = round(grid.bottom + below)
    ringed = sorted(asked.links, key=lambda link: (link.a, link.b))
    frames = tuple(placed_mark(grid, at[city], last=True) for city in asked.framed)
    layers = (
        *table_layers(state.board, state.goods, grid, frames, baron=state.baron),
        Layer(
            "links", tuple(shape for link in ringed for shape in delivered_mark(state.board, grid, link, last=False))
        ),
        Layer("keys", tuple(_keys(state, grid, asked))),
        border(grid, height),
        header(asked.title, names[asked.seat - 1], asked.line, seat=asked.seat),
        legend(names, grid.bottom, rows=2 if below > LEGEND else 1, buildings=has_buildings(state)),
    )
    return Scene(asked.name, WIDTH, height, PAPER, palette(state), layers, asked.alt[:1024])


def _keys(state: RailroadRivals, grid: Grid, asked: Question) -> Iterator[Shape]:
    """In the tile's corner, over the goods number, which no longer matters; where it does, or a building stands there,
    in the middle.
    """
    at, u = _places(state), grid.u
    for press, city in asked.cities.items():
        if not grid.shows_whole(at[city]):
            continue
        (x, y), r = grid.corner(at[city]), max(31, round(28 * u))
        note = asked.notes.get(city, "")
        if note:
            yield from _note(note, x + 128 * u, y + 149 * u, u)
            yield key(press, x + 92 * u, y + 149 * u, r)
        elif city in state.baron.hotels or city in state.baron.towers:
            yield key(press, x + 120 * u, y + 149 * u, r)
        else:
            yield key(press, x + 24 * u, y + 24 * u, r)


def _note(words: str, x: float, y: float, u: float) -> Iterator[Shape]:
    size = max(44, round(44 * u))
    yield Box(round(x) - 20, round(y) - 30, round(size * 1.1) + 46, 60, CARD, INK, 3, 10)
    yield Text(x + 8, y + 0.35 * size, words, "hb", size, INK, role="note")


def _places(state: RailroadRivals) -> dict[City, Cell]:
    return {tile.city: tile.at for tile in state.board.laid}


def _legend_height(state: RailroadRivals, names: Sequence[str]) -> int:
    return legend_height(names, buildings=has_buildings(state))
