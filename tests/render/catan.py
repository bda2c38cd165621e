"""Positions of Railroads of Catan with known numbers, and the texts and sprites of pictures."""

from typing import Any

import msgspec

from engine import decisions
from engine.core import Seat, read_action
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, Delivery, RunningPhase, RunsPhase
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render import Choice, Scene
from render.games.railroads_of_catan.tables.trip_picture import trip_preview_scenes
from render.scene import Group, Placed, Shape, Sheet, all_texts
from tests.games.railroads_of_catan.table import begin, go, table

NAMES = ("Ada", "Ben", "Cleo", "Dov")
TRACK = {1: "H33-V69-H27, H27-V62-H28", 2: "H01-V06-H02-V11-H06", 3: "H30-V66-H25", 4: "H26-V68-H27"}
TRAINS = {1: ["H33 wood wood", "V62 large sheep ore wood"], 3: ["H30 large wheat", "H25"], 4: ["H26"] * 3}
ORDERS = ["H01 ore", "H33 brick 8000", "H27 wood"]

TRIP = "p4 run 1 H26+2>V68>H27>V69>H33-bri:B-bri"
"""A trip of two bricks over two own tracks and two of Ada's, to a city of Ada's.

The bricks earn 2 × $1,000, order B pays $8,000, and the fees come to $600.
"""
NET = 2 * 1_000 + 8_000 - 3 * 200


def position(seat: int = 4, **changes: Any) -> RailroadsOfCatan:
    """Return a position of turn 4 in which a seat runs its trains."""
    return table(RunningPhase(Seat(seat)), tracks=TRACK, trains=TRAINS, orders=ORDERS, turn=4, **changes)


def ran(*lines: str) -> tuple[RailroadsOfCatan, tuple[e.Event, ...]]:
    """Return the state and the events after these trips, from the start of the running phase of turn 4."""
    state, news = begin(RunsPhase(), tracks=TRACK, trains=TRAINS, orders=ORDERS, turn=4)
    for line in lines:
        state, more = go(state, line)
        news = (*news, *more)
    return state, news


def words(scene: Scene, role: str) -> list[str]:
    return [text.words for text in all_texts(scene) if text.role == role]


def inks(scene: Scene, role: str) -> set[str]:
    return {text.ink for text in all_texts(scene) if text.role == role}


def sprites(scene: Scene, start: str) -> list[str]:
    """Return the names of a picture's sprites that begin with ``start``."""
    return [
        shape.sprite.name for shape in flat(scene) if isinstance(shape, Placed) and shape.sprite.name.startswith(start)
    ]


def flat(scene: Scene) -> list[Shape]:
    found: list[Shape] = []
    for layer in scene.layers:
        for shape in layer.shapes:
            found += shape.shapes if isinstance(shape, Sheet | Group) else (shape,)
    return found


def action(line: str) -> Run:
    found = read_action(line, GAME.actions)
    assert isinstance(found, Run)
    return found


def dollars(words: str) -> int:
    return int(words.replace("−", "-").replace("+", "").replace("$", "").replace(",", ""))


def preview(line: str = TRIP, state: RailroadsOfCatan | None = None) -> Scene:
    [scene] = trip_preview_scenes(state or position(), NAMES, action(line))
    return scene


def asked(seat: int, number: int) -> tuple[Choice, ...]:
    offers = [a for d in decisions(position(seat)) for a in d.offers if isinstance(a, Run) and a.number == number]
    return tuple(Choice("ABCDEFGHIJ"[i], (offer,)) for i, offer in enumerate(offers))


SHORT = "p1 run 1 H33>V69>H27-2woo"


def phase() -> tuple[RailroadsOfCatan, tuple[e.Event, ...]]:
    return ran(SHORT, "p1 done", "p3 done", TRIP, "p4 done")


def bid(*lines: str, **options: Any) -> tuple[RailroadsOfCatan, tuple[e.Event, ...]]:
    state, news = begin(BiddingPhase(), Delivery(), BuyingPhase(), trains=TRAINS, turn=4, event="tax", options=options)
    state, more = go(state, *lines)
    return state, (*news, *more)


BIDS = (*(f"p{seat} bid {amount}" for seat, amount in ((1, 800), (2, 300), (3, 1_000), (4, 0))),)
RANKS = tuple(f"p{seat} rank banker crew union engineer" for seat in (1, 2, 3, 4))


def ended(**cash: int) -> RailroadsOfCatan:
    held = {Seat(int(seat[1:])): amount for seat, amount in cash.items()}
    state = position()
    return msgspec.structs.replace(state, flow=(), ending="turns", turn=7, cash={**state.cash, **held})
