"""References on the whole board of Railroads of Catan: names of hexes, order tickets, players in the order of play."""

from math import hypot

import msgspec
import pytest

from engine import decisions, redact
from engine.core import Seat
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.island import HEXES, NodeId
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render import Choice, DrawingContext, Scene
from render.fonts import text_width
from render.games.railroads_of_catan import PAINTER
from render.games.railroads_of_catan.board.board_viewport import board_viewport
from render.games.railroads_of_catan.board.whole_board import board_scene
from render.parts.viewport import Bounds
from render.scene import Placed, Text
from tests.games.railroads_of_catan.table import table
from tests.render.catan import TRAINS, words
from tests.render.legibility import nothing_runs_out

NAMES = ("Ada", "Benedikt Lindqvist", "Cleo", "Dmitri")
TRACK = {
    1: "H33-V69-H27, H27-V62-H28",
    2: "H01-V06-H02-V11-H06",
    3: "H30-V66-H25",
    4: "H26-V68-H27",
}


def _board(state: RailroadsOfCatan) -> Scene:
    [scene] = PAINTER.public_scenes("board", redact(state, None), DrawingContext(NAMES))
    return scene


def _lying(scene: Scene, *layers: str) -> list[Bounds]:
    """Return the boxes of the sprites in these layers."""
    stamps = [shape for name in layers for shape in scene.shapes_of_layer(name) if isinstance(shape, Placed)]
    return [Bounds(p.x, p.y, p.x + p.sprite.w, p.y + p.sprite.h) for p in stamps]


def _on_track(state: RailroadsOfCatan, box: Bounds) -> bool:
    """Whether a track touches a box, tested at 65 points along the track's middle."""
    plane = board_viewport(200)
    for (ax, ay), (bx, by) in map(plane.track_points, state.tracks):
        for i in range(65):
            x, y = ax + (bx - ax) * i / 64, ay + (by - ay) * i / 64
            if box.left - 8 < x < box.right + 8 and box.top - 8 < y < box.bottom + 8:
                return True
    return False


def _reference_boxes(scene: Scene) -> dict[str, Bounds]:
    found = [shape for shape in scene.shapes_of_layer("hexes") if isinstance(shape, Text)]
    halves = {text.words: text_width(text.words, "h", 44) / 2 for text in found}
    return {t.words: Bounds(t.x - halves[t.words], t.y - 31, t.x + halves[t.words], t.y) for t in found}


CROWDED = {
    1: "H33-V69-H27-V62-H28, H33-V81-H32",
    2: "H01-V06-H02-V11-H06, H27-V61",
    3: "H30-V66-H25, H25-V60, H26-V60",
    4: "H26-V68-H27, H26-V67",
}


@pytest.mark.parametrize("lines", [TRACK, CROWDED], ids=["usual", "crowded"])
def test_every_hex_has_its_name_where_nothing_lies_over_it(lines: dict[int, str]) -> None:
    state = table(tracks=lines, trains=TRAINS, orders=["H01 ore", "H33 brick", "H26 wood", "H26 ore"], turn=4)
    board = _board(state)
    boxes, plane = _reference_boxes(board), board_viewport(200)
    things = _lying(board, "chits", "trains", "orders")
    over = {shape.words for shape in board.shapes_of_layer("hexes over") if isinstance(shape, Text)}
    assert {*boxes, *over} == {*HEXES}
    assert over <= {"H26"}, "three trains and two orders leave it no place: it stands over them"
    assert [layer.name for layer in board.layers].index("hexes") < [layer.name for layer in board.layers].index("track")
    for hex, box in boxes.items():
        x, y = plane.node_point(NodeId(hex))
        assert hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y) < 0.9 * plane.scale
        assert not any(box.is_overlapping(thing) for thing in things), hex
        assert not _on_track(state, box), hex


def test_keys_at_hexes_lie_on_no_name() -> None:
    draft = GAME.new_game(GAME.options(), 4, 3)[0]
    choices = tuple(Choice(str(i), (offer,)) for i, offer in enumerate(decisions(draft)[0].offers, 1))
    (scene,) = PAINTER.choice_scenes(redact(draft, decisions(draft)[0].seat), DrawingContext(NAMES), "hex", choices)
    keys = [shape for shape in scene.shapes_of_layer("keys") if isinstance(shape, Text)]
    assert keys
    for box in _reference_boxes(scene).values():
        assert not any(box.is_overlapping(Bounds(key.x - 27, key.y - 38, key.x + 27, key.y + 10)) for key in keys)


def test_a_ticket_with_letter_and_good_stands_over_every_city_that_has_an_order() -> None:
    state = table(orders=["H01 ore", "H33 brick 8000", "H33 wood"], turn=4)
    drawn = [shape for shape in _board(state).shapes_of_layer("orders") if isinstance(shape, Placed)]
    assert [shape.sprite.name for shape in drawn] == ["ticket A ore", "ticket B brick", "ticket C wood"]
    plane = board_viewport(200)
    for shape, order in zip(drawn, state.orders, strict=True):
        x, y = plane.node_point(order.city)
        assert abs(shape.x + shape.sprite.w / 2 - x) < 0.8 * plane.scale
        assert y - plane.scale < shape.y + shape.sprite.h / 2 < y - 0.3 * plane.scale


def test_a_third_train_in_a_city_with_an_order_keeps_off_its_ticket() -> None:
    state = table(tracks=TRACK, trains=TRAINS, orders=["H26 ore", "H26 wood"], turn=4)
    board = _board(state)
    trains = _lying(board, "trains")
    assert not [box for box in _lying(board, "orders") if any(box.is_overlapping(train) for train in trains)]


def test_keys_hide_no_train_of_a_city_with_room_beside_them() -> None:
    state = table(tracks={1: "H33-V69-H27"}, trains={1: ["H33 wood"]}, orders=["H33 ore"], turn=4)
    scene = board_scene(state, (), NAMES, line="Toward which city?", asked_seat=Seat(1), keys={NodeId("H33"): "A"})
    (key,) = (shape for shape in scene.shapes_of_layer("keys") if isinstance(shape, Text))
    pill = Bounds(key.x - 27, key.y - 38, key.x + 27, key.y + 10)
    assert not any(pill.is_overlapping(thing) for thing in _lying(scene, "trains", "orders"))


def test_tickets_hide_no_train_of_a_crowded_city() -> None:
    state = table(
        tracks=TRACK, trains={4: ["H26 wood", "H26 ore", "H26 brick"]}, orders=["H26 ore", "H26 wood"], turn=4
    )
    board = _board(state)
    boxes = _lying(board, "trains")
    assert not [box for box in _lying(board, "orders") if any(box.is_overlapping(train) for train in boxes)]


def test_players_stand_in_the_order_of_play_with_their_associates() -> None:
    state = table(turn=4, order=(Seat(3), Seat(4), Seat(1), Seat(2)))
    hired = msgspec.structs.replace(state, associates={Seat(3): Associate.UNION, Seat(1): Associate.BANKER})
    board = _board(hired)
    assert words(board, "place") == ["1", "2", "3", "4"]
    assert words(board, "player") == ["Cleo", "Dmitri", "Ada", "Benedikt Lindqvist"]
    assert words(board, "associate") == ["Union Manager", "Banker"]


def test_a_long_name_shortens_the_associate_before_it_is_cut() -> None:
    hired = msgspec.structs.replace(table(turn=4), associates={Seat(2): Associate.UNION})
    board = _board(hired)
    assert words(board, "associate") == ["Union"]
    nothing_runs_out(board)


def test_the_board_is_no_higher_than_a_phone_shows_even_in_a_monsoon() -> None:
    for event in ("", "monsoon"):
        assert _board(table(event=event, turn=4)).height <= 1_975
