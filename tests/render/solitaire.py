"""Builders of positions and pictures for the solitaire game."""

from typing import Any

from engine import decisions, redact
from engine.core import Event
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.phases.game_state import AnyPhase
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.actions import Deliver
from engine.games.railroad_rivals.state.state import RailroadRivals
from render import Choice, DrawingContext, Scene
from tests.games.railroad_rivals.table import BLOCK, table
from tests.render.rivals_position import PAINTER, VALUES

LOOK = DrawingContext(("Ada",))
CUBES = "wood grain coal iron wood wood grain"
"""The delivered cubes: three at the start, then four that scored 3, 4, 4 and 3. The last four have three colors."""
EMPTY_BAG = dict.fromkeys((Goods.WOOD, Goods.GRAIN, Goods.COAL, Goods.IRON), 0)


def solo(phase: AnyPhase | None = None, *, cubes: str = CUBES, **changes: Any) -> RailroadRivals:
    """Return a position with four cities, three links, known values and stocks, and 21 points on the score track."""
    known = {
        "laid": BLOCK,
        "value": VALUES,
        "stocks": {1: {"B&O": 2, "NYC": 1, "UP": 3}},
        "score": {1: 21},
        "goods": {"Pittsburgh": "coal wood", "Cleveland": "grain"},
        "bag": {Goods.WOOD: 2, Goods.GRAIN: 0, Goods.COAL: 4, Goods.IRON: 5},
        "delivered": tuple(map(Goods, cubes.split())),
    }
    return table(phase, seats=1, **(known | changes))  # type: ignore[arg-type]


def shown(picture: str, state: RailroadRivals, *news: Event) -> Scene:
    return PAINTER.public_scenes(picture, redact(state, None), DrawingContext(("Ada",), news))[0]


def menu(state: RailroadRivals, field: str, **chosen: Any) -> tuple[Scene, ...]:
    """Return the pictures of the question for ``field`` after the answers ``chosen``."""
    answers: dict[object, list[Any]] = {}
    for offer in decisions(state)[0].offers:
        if all(getattr(offer, name) == value for name, value in chosen.items()):
            answers.setdefault(getattr(offer, field), []).append(offer)
    keyed = tuple(Choice("ABCDEFGHIJKL"[i], tuple(offers)) for i, offers in enumerate(answers.values()))
    return PAINTER.choice_scenes(redact(state, 1), LOOK, field, keyed)


def preview(state: RailroadRivals, action: Any) -> Scene:
    return PAINTER.preview_scenes(redact(state, 1), LOOK, action)[0]


def coal(to: str) -> Deliver:
    return Deliver(1, Goods.COAL, City("Pittsburgh"), City(to))


def told(to: str, railroad: str, value: int) -> e.Delivered:
    return e.Delivered(1, "grain", "Pittsburgh", to, railroad, 3, 1, 0, value)
