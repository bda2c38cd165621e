"""Delivering a good: where cubes may leave, where they may go, and the delivery drawn in before Confirm."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.words import counted
from engine.games.railroad_rivals.actions import Deliver
from engine.games.railroad_rivals.board import Link
from engine.games.railroad_rivals.data import City
from engine.games.railroad_rivals.delivery import delivery_points, link_between
from engine.games.railroad_rivals.geometry import Cell
from engine.games.railroad_rivals.labels import delivery_effect
from engine.games.railroad_rivals.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.grid import Extent, Grid, crops, extent, fitting
from render.games.railroad_rivals.legend import legend, legend_height
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.table import border, delivered_mark, table_layers
from render.games.railroad_rivals.variants import has_buildings
from render.painter import Choice
from render.palette import PAPER
from render.parts.frame import FIELD, LEGEND, WIDTH, header
from render.parts.marks import key
from render.scene import Layer, Scene, Shape

__all__ = ["delivery_preview", "from_scenes", "to_scenes"]

_AROUND, _PITCH = 3.2, 390


def from_scenes(state: RailroadRivals, names: tuple[str, ...], choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with a key on every city the cube may leave, and the links it may take ringed."""
    at = _places(state)
    offers = {choice.key: [a for a in choice.actions if isinstance(a, Deliver)] for choice in choices}
    cities = {press: actions[0].city for press, actions in offers.items()}
    links = {link_between(state, action.city, action.to) for actions in offers.values() for action in actions}
    first = next(iter(offers.values()))[0]
    block = extent(at.values())
    whole = fitting(block, legend=_legend_height(state, names))
    parts = crops([at[city] for city in cities.values()], list(at.values())) if whole.is_overview else (block,)
    title, line = f"Deliver {first.goods}", f"From which city? {_worth(state, first)}"
    alt = joined((f"{title}. {line}", *(f"{press} {city}." for press, city in cities.items())))
    return tuple(
        _scene(
            state,
            names,
            f"from-{i}",
            title,
            line,
            first.seat,
            fitting(part, legend=_legend_height(state, names)),
            cities,
            links,
            alt,
        )
        for i, part in enumerate(parts, 1)
    )


def to_scenes(state: RailroadRivals, names: tuple[str, ...], choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """A close look at the city with a key on every neighbor the cube may go to."""
    offers = {choice.key: next(a for a in choice.actions if isinstance(a, Deliver)) for choice in choices}
    first = next(iter(offers.values()))
    grid = _close(_places(state)[first.city])
    cities = {press: action.to for press, action in offers.items()}
    links = {link_between(state, action.city, action.to) for action in offers.values()}
    title, line = f"Deliver {first.goods}", f"From {first.city} to which city? {_worth(state, first)}"
    said = (f"{press} {action.to}, {_effect(state, names, action)}." for press, action in offers.items())
    alt = joined((f"{title} from {first.city}.", *said))
    return (_scene(state, names, "to", title, line, first.seat, grid, cities, links, alt),)


def delivery_preview(state: RailroadRivals, names: tuple[str, ...], action: Deliver) -> tuple[Scene, ...]:
    """A close look at the link with the effect in words."""
    grid = _close(_places(state)[action.city])
    link = link_between(state, action.city, action.to)
    title, effect = f"Deliver {action.goods}?", _effect(state, names, action)
    alt = f"Preview: {action.goods} from {action.city} to {action.to}: {effect}."
    scene = _scene(state, names, "preview", title, f"It brings {effect}", action.seat, grid, {}, {link}, alt)
    return (scene,)


def _scene(
    state: RailroadRivals,
    names: tuple[str, ...],
    name: str,
    title: str,
    line: str,
    seat: int,
    grid: Grid,
    keys: dict[str, City],
    links: set[Link],
    alt: str,
) -> Scene:
    at, height = _places(state), round(grid.bottom + _legend_height(state, names))
    ringed = sorted(links, key=lambda link: (link.a, link.b))
    layers = (
        *table_layers(state.board, state.goods, grid, baron=state.baron),
        Layer(
            "links", tuple(shape for link in ringed for shape in delivered_mark(state.board, grid, link, last=False))
        ),
        Layer("keys", tuple(_key(grid, press, at[city]) for press, city in keys.items() if grid.shows_whole(at[city]))),
        border(grid, height),
        header(title, names[seat - 1], line, seat=seat),
        legend(
            names,
            grid.bottom,
            rows=2 if _legend_height(state, names) > LEGEND else 1,
            buildings=has_buildings(state),
        ),
    )
    return Scene(name, WIDTH, height, PAPER, palette(state), layers, alt[:1024])


def _key(grid: Grid, press: str, cell: Cell) -> Shape:
    """In the tile's corner, over the goods number, which no longer matters."""
    (x, y), u = grid.corner(cell), grid.u
    return key(press, x + 24 * u, y + 24 * u, max(31, round(28 * u)))


def _close(cell: Cell) -> Grid:
    block = Extent(cell.x + 0.5 - _AROUND / 2, cell.y + 0.5 - _AROUND / 2, _AROUND, _AROUND)
    return Grid(block, _PITCH, (WIDTH - _PITCH * _AROUND) / 2, FIELD)


def _places(state: RailroadRivals) -> dict[City, Cell]:
    return {tile.city: tile.at for tile in state.board.laid}


def _worth(state: RailroadRivals, action: Deliver) -> str:
    return f"Worth {counted(delivery_points(state, action.goods), 'point')}."


def _effect(state: RailroadRivals, names: tuple[str, ...], action: Deliver) -> str:
    return delivery_effect(state, action, lambda seat: names[seat - 1])


def _legend_height(state: RailroadRivals, names: Sequence[str]) -> int:
    return legend_height(names, buildings=has_buildings(state))
