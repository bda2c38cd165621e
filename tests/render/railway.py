"""A late position of Railway Rivals with known numbers, and checks of its pictures."""

from functools import lru_cache
from typing import Any

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex
from engine.games.railway_rivals.phases import Operating
from engine.games.railway_rivals.phases.entering import new_entering_phase
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render import Scene
from render.fonts import text_width
from render.scene import Shape, Sheet, Text, all_texts
from tests.games.railway_rivals.table import CHART, table
from tests.render.legibility import LONGEST_WORDS

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def down(column: str, first: int, last: int) -> str:
    """Return the notation of track along a column of the map."""
    return "-".join(f"{column}{row}" for row in range(first, last + 1))


STRAIGHT = down("R", 2, 18)
"""Track through York, Doncaster, Nottingham and Leicester: 16 steps on the plain."""
BESIDE = f"R2-{down('S', 3, 18)}-R18"
"""Track from York to Leicester in 17 steps."""
TRACK = {1: STRAIGHT, 2: BESIDE}
GOLD = {1: 61, 2: 48, 3: 75, 4: 48}


def hexes(line: str) -> tuple[Hex, ...]:
    return tuple(map(Hex, line.split("-")))


def run(start: str, goal: str) -> Run:
    ends = CardNumber(start), CardNumber(goal)
    return Run(*ends, (CHART.name_of(ends[0]), CHART.name_of(ends[1])))


def train(seats: int | tuple[int, ...], line: str, fees: dict[int, int] | None = None, **how: Any) -> Train:
    who = (seats,) if isinstance(seats, int) else seats
    return Train(tuple(map(Seat, who)), hexes(line), {Seat(s): gold for s, gold in (fees or {}).items()}, **how)


WON = train(1, STRAIGHT, rolls=(4, 4, 5, 4), stops=(4, 8, 13, 16), over=1, place=1, prize=20)
JOINT = train((2, 3), BESIDE, {1: 3}, rolls=(3, 4, 4, 5), stops=(3, 7, 11, 16), place=2, prize=10, richer=Seat(3))
DUEL = Race(run("23", "43"), (WON, JOINT))
"""A race in which Ada ends 1 point past the post, and the joint train of Ben and Cleo ends 1 point before it.

Ben and Cleo pay Ada 3 gold, of which Cleo pays 2.
"""

ALONE = Race(run("26", "41"), (train(4, down("R", 7, 14), {1: 7}, place=1, prize=20),))
"""A race that Dov runs alone, in which he pays Ada 7 gold."""

SHORT = down("R", 2, 10)
_TIED: dict[str, Any] = {"rolls": (4, 5), "stops": (4, 8), "over": 1, "place": 1, "prize": 15}
TIE = Race(run("21", "25"), (train(1, SHORT, settled=2, **_TIED), train(2, SHORT, settled=-2, **_TIED)))
"""A tie between Ada and Ben after an exchange, in which Ben pays Ada 2 gold."""

RACES = (DUEL, ALONE, TIE)
OPEN = run("31", "66")
WAITING = run("S2", "34")


@lru_cache(None)
def _begun() -> RailwayRivals:
    return table(seats=4, track=TRACK, gold=GOLD, operating=True, races=RACES)


def position(*, over: bool = False, opened: tuple[Run, ...] = (OPEN,), **changes: Any) -> RailwayRivals:
    """Return a position after three races, with one open and one waiting run, or after the end if ``over``."""
    begun = msgspec.structs.replace(_begun(), **({"waiting": () if over else (WAITING,)} | changes))
    if over:
        return msgspec.structs.replace(begun, flow=(), ending="no-run")
    if "flow" in changes:
        return begun
    return msgspec.structs.replace(begun, flow=(Operating(), new_entering_phase(begun, opened)))


def over_map(scene: Scene) -> tuple[Shape, ...]:
    """Return the shapes on the map, and the texts over it."""
    sheet, *words = scene.shapes_of_layer("map")
    assert isinstance(sheet, Sheet)
    return (*sheet.shapes, *words)


def check(scene: Scene) -> None:
    """Check the size, the alt text and the text sizes of a picture, and that its tables stay inside the margins."""
    assert scene.width == 1600
    assert 400 <= scene.height <= 1600
    assert 20 <= len(scene.alt) <= LONGEST_WORDS
    assert all(text.size >= 44 and text.role for text in all_texts(scene))
    for layer in ("header", "rows", "table", "fees"):
        for text in scene.shapes_of_layer(layer):
            if isinstance(text, Text):
                wide = text_width(text.words, text.face, text.size, text.tracking)
                left = text.x - {"left": 0, "middle": wide / 2, "right": wide}[text.anchor]
                assert left >= 20, text
                assert left + wide <= 1580, text
                assert text.y <= scene.height - 10, text
