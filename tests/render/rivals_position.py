"""One position of Railroad Rivals with known numbers, and functions that read texts and places in its pictures."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engine import redact
from engine.core import Action, Event, Seat
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import OfferTile
from engine.games.railroad_rivals.game_data.printed_data import RAILROADS, City
from engine.games.railroad_rivals.phases.turns import DeliveringPhase
from engine.games.railroad_rivals.state.board import Board, PlacedTile
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from engine.games.railroad_rivals.state.state import RailroadRivals
from render import PAINTERS, Choice, DrawingContext, Scene
from render.scene import Group, Placed, Shape, Text
from tests.games.railroad_rivals.table import GAME, pile, table

PAINTER = PAINTERS[GAME.key]
NAMES = ("Ada", "Ben", "Cleo", "Dov")

VALUES = dict(zip(RAILROADS, (3, 0, 5, 1, 0, 2, 4, 0, 7, 6, 0, 1), strict=True))
"""Stock values: ACL 3, ATSF 0, B&O 5, C&O 1, CBQ 0, IC 2, MP 4, NP 0, NYC 7, PRR 6, SP 0, UP 1."""
STOCKS = {1: {"B&O": 2, "UP": 1}, 2: {"NYC": 1}, 3: {"ACL": 1, "B&O": 1}, 4: {}}
WORTH = {1: 11, 2: 7, 3: 8, 4: 0}
"""Seat -> worth of its stocks: 2 × 5 + 1 × 1; 1 × 7; 1 × 3 + 1 × 5; nothing."""
SCORES = {1: 9, 2: 14, 3: 21, 4: 6}
ORDER = (3, 1, 4, 2)
OWNERS = (("Pittsburgh", "1,0", "n", 2), ("Indianapolis", "1,1", "w", 3), ("Cleveland", "0,1", "s", 2))
"""Placed tiles as (city, cell, orientation, player): player 2 owns the links of B&O and NYC, player 3 that of PRR."""
OFFER = (("Savannah", None), ("Boston", None), ("Billings", None), ("Cincinnati", 2))
STOCK_OFFER = (("B&O", None), ("IC", None), ("NYC", 3), ("ATSF", None))


def position(phase: Any = None, **changes: Any) -> RailroadRivals:
    """Return a position with the four tiles of the rulebook's placing examples, and known values, stocks, scores and
    hands.
    """
    fields = {
        "order": ORDER,
        "board": block(),
        "value": VALUES,
        "stocks": {Seat(seat): owned for seat, owned in STOCKS.items()},
        "score": {Seat(seat): points for seat, points in SCORES.items()},
        "hands": {1: ("Savannah", "Boston"), 2: ("Savannah",), 3: ("Billings",)},
        "goods": {"Pittsburgh": "coal wood", "Cleveland": "grain"},
        "city_offer": tuple(OfferTile(*lot) for lot in OFFER),
        "stock_offer": tuple(OfferTile(*lot) for lot in STOCK_OFFER),
        "city_pile": pile("Omaha", "Denver", "Dallas"),
    }
    return table(phase, **(fields | changes))


def block() -> Board:
    built = Board().place_tile(PlacedTile(City("St. Louis"), Cell(0, 0), Side.NORTH, None))
    for city, at, facing, seat in OWNERS:
        built = built.place_tile(PlacedTile(City(city), Cell.read(at), Side(facing), Seat(seat)))
    return built


def public(picture: str, state: RailroadRivals, *news: Event) -> Scene:
    """Return the first scene of a picture from a spectator's view."""
    return PAINTER.public_scenes(picture, redact(state, None), DrawingContext(NAMES, news))[0]


def column(scene: Scene, layer: str, role: str) -> list[str]:
    """Return the texts of a role from top to bottom."""
    return [text.words for text in sorted(written(scene, layer, role), key=lambda text: text.y)]


def down(scene: Scene, role: str, layer: str = "rows") -> list[str]:
    """Return the texts of a role in a table of two blocks: the left block from top to bottom, then the right one."""
    found = sorted(written(scene, layer, role), key=lambda text: (text.x > scene.width / 2, text.y))
    return [text.words for text in found]


def at_badges(scene: Scene, shapes: Iterable[Shape]) -> dict[str, str]:
    """Return the badge in the block and row of each shape, by the names of the sprites."""
    badges = [*sprites(scene.shapes_of_layer("rows"), "badge"), *sprites(scene.shapes_of_layer("rows"), "dead badge")]
    found = {}
    for shape in shapes:
        x, y = middle(shape)
        near = [badge for badge in badges if (badge.x > scene.width / 2) == (x > scene.width / 2)]
        assert isinstance(shape, Placed)
        found[shape.sprite.name] = min(near, key=lambda badge: abs(middle(badge)[1] - y)).sprite.name
    return found


def row(scene: Scene, layer: str, role: str) -> list[str]:
    """Return the texts of a role from left to right."""
    return [text.words for text in sorted(written(scene, layer, role), key=lambda text: text.x)]


def written(scene: Scene, layer: str, role: str) -> list[Text]:
    return [shape for shape in scene.shapes_of_layer(layer) if isinstance(shape, Text) and shape.role == role]


def line(scene: Scene) -> str:
    """Return the second line of the header."""
    return row(scene, "header", "second line")[0]


def middle(shape: Shape) -> tuple[float, float]:
    assert isinstance(shape, Placed)
    return shape.x + shape.sprite.w / 2, shape.y + shape.sprite.h / 2


def sprites(shapes: Iterable[Shape], name: str) -> list[Placed]:
    """Return the sprites whose name begins with ``name``, in drawing order."""
    return [shape for shape in shapes if isinstance(shape, Placed) and shape.sprite.name.startswith(name)]


def by_column(scene: Scene, *roles: str, layer: str = "columns") -> list[list[str]]:
    """Return the columns of texts with these roles from left to right, each from top to bottom."""
    found: dict[float, list[Text]] = {}
    for role in roles:
        for text in written(scene, layer, role):
            found.setdefault(text.x, []).append(text)
    return [[text.words for text in sorted(found[x], key=lambda text: text.y)] for x in sorted(found)]


def keys(scene: Scene) -> dict[str, str]:
    """Return a mapping from each key's name to the city that has the key in its top left corner."""
    cards = {card.name: card.shapes[0] for card in scene.shapes_of_layer("cards") if isinstance(card, Group)}
    found = {}
    for key in sprites(scene.shapes_of_layer("keys"), "key"):
        x, y = middle(key)
        for name, card in cards.items():
            assert isinstance(card, Placed)
            if 0 < x - card.x < 60 and 0 < y - card.y < 60:
                found[key.sprite.name] = name
    return found


# -- with Robber Baron

_FULL = RivalsOptions.presets()["Full"]
DELIVER = DeliveringPhase(done=1)
"""Ada's step in the delivery phase: she is second in the turn order."""


def baron(phase: Any = DELIVER, /, **changes: Any) -> RailroadRivals:
    """Return the known position with all modules of Robber Baron; ``changes`` may include fields of the expansion."""
    own = {field: changes.pop(field) for field in tuple(changes) if field in ExpansionState.__struct_fields__}
    state = position(phase, **changes)
    return msgspec.structs.replace(state, options=_FULL, baron=ExpansionState(**own))


def preview(state: RailroadRivals, action: Action) -> Scene:
    """Return the picture that a player sees before confirming an action."""
    [scene] = PAINTER.preview_scenes(redact(state, action.seat), DrawingContext(NAMES), action)
    return scene


def menu(state: RailroadRivals, field: str, *actions: Action) -> Scene:
    keyed = tuple(Choice("ABCDEFG"[i], (action,)) for i, action in enumerate(actions))
    return PAINTER.choice_scenes(redact(state, actions[0].seat), DrawingContext(NAMES), field, keyed)[0]
