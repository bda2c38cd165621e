"""The picture of all railheads: losses, the maximum height of the picture, and who goes first."""

import msgspec

from engine.core import Event, Seat, redact
from engine.games.railroader.game_data.cards import CARDS, Kind
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.painter import PAINTER
from render.painter import DrawingContext
from render.scene import Line, Scene
from tests.games.railroader.table import cards, railroad, table
from tests.render.railroader import NAMES, words


def public(picture: str, state: RailRoader, *news: Event) -> Scene:
    """Return a public picture."""
    (scene,) = PAINTER.public_scenes(picture, redact(state, None), DrawingContext(NAMES, news))
    return scene


def position() -> RailRoader:
    """Return a position in the third player's turn, with one worker and one crate at the first player's railhead."""
    return table(railroad(57, 18, workers=1, crates="4/4"), seats=4, line=26, at=3, round=14)


def test_a_railhead_strikes_out_what_it_lost():
    raid = e.RailheadRaided(Seat(1), 2, 1, cards("supplies-4"))
    scene = public("railheads", position(), raid)
    assert words(scene, "lost") == ["4 lost"]
    strokes = [shape for shape in scene.shapes_of_layer("rows") if isinstance(shape, Line)]
    assert len(strokes) == 4
    assert "; lost: worker and Supplies 4. Hand: " in scene.alt
    assert "lost" not in public("railheads", position(), e.RailheadRaided(Seat(1), 2, 0, ())).alt
    assert not any(isinstance(shape, Line) for shape in public("railheads", position()).shapes_of_layer("rows"))


def test_piles_are_only_counted_where_kinds_would_make_the_picture_too_high():
    every = " ".join(card for card, facts in CARDS.items() if facts.kind is not Kind.OUTLAW)
    full = railroad(9, 5, hand=every, discards=every)
    state = table(full, full, full, full, seats=4)
    scene = public("railheads", state)
    assert scene.height <= 1_600
    assert words(scene, "hand count") == ["pile 13"] * 4


def test_the_player_who_goes_first_is_named():
    assert words(public("railheads", position()), "corner") == ["Round 14 · Ada goes first"]
    assert words(public("board", position()), "first") == ["Ada goes first"]


def test_after_the_game_nobody_goes_first():
    over = msgspec.structs.replace(position(), flow=())
    board, railheads = public("board", over), public("railheads", over)
    assert words(board, "first") == [] and words(railheads, "corner") == ["Round 14"]
    assert not any("goes first" in scene.alt for scene in (board, railheads))
