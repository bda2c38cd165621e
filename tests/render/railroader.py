"""Positions of RailRoader for pictures, and functions that draw and read the pictures."""

from functools import lru_cache
from typing import Any

from engine import decisions, redact
from engine.core import Action, Event, Seat
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from render import Choice, DrawingContext, Scene
from render.games.railroader import PAINTER
from render.scene import Placed, all_texts
from tests.games.railroader.table import GAME, railroad, table
from tests.render.phase_ends import PhaseEnd, phase_ends

NAMES = ("Ada", "Ben", "Cleo", "Dov")
KEYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROLLING: tuple[Event, ...] = (e.TrainMoved(Seat(3), 52, 64, (4, 3), 5),)


def midway(line: int = 26, seats: int = 4, **third: Any) -> RailRoader:
    """Return a position: Ada is ambushed, Ben is on a river, Cleo has just moved, and dynamite lies ahead of Dov."""
    railroads = (
        railroad(57, 18, cavalry=53),
        railroad(48, 17),
        railroad(**({"engine": 64, "sections": 18} | third)),
        railroad(39, 15, dynamite=51),
    )
    return table(*railroads[:seats], seats=seats, line=line, at=min(3, seats), round=14)


def board(state: RailRoader, news: tuple[Event, ...] = (), names: tuple[str, ...] = NAMES) -> Scene:
    return PAINTER.public_scenes("board", redact(state, None), DrawingContext(names, news))[0]


def offers(state: RailRoader, kind: type[Action]) -> list[Any]:
    return [offer for question in decisions(state) for offer in question.offers if isinstance(offer, kind)]


def asked(state: RailRoader, field: str, found: list[Any]) -> tuple[Scene, ...]:
    """Return the pictures of the question for a field, with a key for each of its values in ``found``."""
    by: dict[str, list[Any]] = {}
    for action in found:
        by.setdefault(str(getattr(action, field)), []).append(action)
    choices = tuple(Choice(KEYS[i], tuple(actions)) for i, actions in enumerate(by.values()))
    return PAINTER.choice_scenes(redact(state, found[0].seat), DrawingContext(NAMES), field, choices)


def words(scene: Scene, role: str) -> list[str]:
    return [text.words for text in all_texts(scene) if text.role == role]


def sprites(scene: Scene, layer: str) -> list[Placed]:
    return [shape for shape in scene.shapes_of_layer(layer) if isinstance(shape, Placed)]


def offered(names: str) -> list[Any]:
    return names.split()


@lru_cache(None)
def game() -> tuple[PhaseEnd, ...]:
    """Return the ends of all turns of a game among players who choose the best evaluation."""
    return tuple(phase_ends(GAME, GAME.new_game(RailRoaderOptions(line="16"), 4, 7)))
