"""Pictures of the tiles and buildings of Robber Baron: offer, hand, board, building sites."""

from typing import Any

import msgspec
import pytest

from engine import redact
from engine.core import Seat
from engine.games.railroad_rivals.game_data.pieces import OfferTile
from engine.games.railroad_rivals.game_data.printed_data import HEADQUARTERS, NEW_INDUSTRY, City, Special
from engine.games.railroad_rivals.phases.turns import DraftingPhase
from engine.games.railroad_rivals.robber_baron import actions as a
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt
from engine.games.railroad_rivals.robber_baron.shenanigans import events as s
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.board import PlacedTile, matching_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from render import DrawingContext
from render.fonts import text_width
from render.games.railroad_rivals.tables.offer import offer_scenes
from render.games.railroad_rivals.tables.special_cards import draw_special_card
from render.games.railroad_rivals.tables.special_signs import SPECIAL_SIGNS
from render.palette import ACCENT
from render.scene import Box, Disc, Group, Placed, Polygon, Scene, Text
from tests.games.railroad_rivals.table import board
from tests.render.rivals_position import (
    DELIVER,
    NAMES,
    PAINTER,
    baron,
    keys,
    line,
    menu,
    middle,
    position,
    preview,
    public,
    row,
    sprites,
    written,
)

HOTELS = {City("Cleveland"): Seat(3)}
TOWERS = {City("Cleveland"): Seat(1), City("St. Louis"): Seat(2)}


CARDS = ((350, 350), (290, 290), (280, 280), (246, 246))

# -- offer and hand


def test_cards_of_special_tiles_say_what_they_do() -> None:
    offer = (OfferTile("New Industry"), OfferTile("Headquarters"), OfferTile("Transcontinental"), OfferTile("Boston"))
    stocks = (OfferTile("Merger"), OfferTile("Locomotive Upgrade"), OfferTile("B&O"), OfferTile("Loot The Company"))
    scene = public("offer", baron(DraftingPhase(), city_offer=offer, stock_offer=stocks))
    assert row(scene, "cities", "special tile") == ["New Industry", "Headquarters"]
    assert row(scene, "stocks", "special tile") == ["Merger", "Upgrade", "Loot"]
    assert " ".join(row(scene, "cities", "effect")[:2]) == "new cubes on any city"
    captions = " ".join(row(scene, "stocks", "caption"))
    assert captions == "use: while delivering lasts all game last one use: while delivering"
    assert "New Industry: new cubes on any city; Headquarters: deliver twice in a turn; " in scene.alt
    assert "Transcontinental: 4 cubes, edges any railroad, fits" in scene.alt


@pytest.mark.parametrize("tile", [*Special, "New Industry", "Headquarters"])
def test_every_tile_that_is_neither_city_nor_stock_has_its_card(tile: str) -> None:
    assert SPECIAL_SIGNS[tile].effect
    assert len(SPECIAL_SIGNS[tile].effect) <= 30


def test_a10_tiles_that_are_played_are_not_counted_as_cities_to_place() -> None:
    hands = {1: ("Headquarters", "Boston"), 2: ("New Industry",)}
    [first] = PAINTER.private_scenes(redact(baron(hands=hands), 1), DrawingContext(NAMES))
    assert line(first) == "You can place your only city"
    assert " ".join(row(first, "cities", "caption")) == "use: while delivering fits 1 place"
    [second] = PAINTER.private_scenes(redact(baron(hands=hands), 2), DrawingContext(NAMES))
    assert line(second) == "You have no city to place"
    assert "New Industry: new cubes on any city, while delivering" in second.alt


def test_the_hand_lists_the_special_tiles_before_its_player() -> None:
    [scene] = PAINTER.private_scenes(redact(baron(specials={Seat(1): (Special.DUMP,)}), 1), DrawingContext(NAMES))
    assert row(scene, "open tiles", "special tile") == ["Dump Stock"]
    assert row(scene, "open tiles", "effect") == ["sell all stock of a railroad, while delivering"]
    assert scene.alt.endswith("Still to build: hotel and water tower.")


# -- board


def test_buildings_stand_on_their_tiles_in_their_owners_colors() -> None:
    scene = public("board", baron(hotels=HOTELS, towers=TOWERS))
    cards = {shape.name: shape.shapes for shape in scene.shapes_of_layer("cards") if isinstance(shape, Group)}
    found = set()
    for building in scene.shapes_of_layer("buildings"):
        x, y = middle(building)
        for name, (card, *_) in cards.items():
            left, top, side = card.x, card.y, card.sprite.w  # type: ignore[attr-defined]
            if left < x < left + side and top < y < top + side:
                found.add((building.sprite.name, name))  # type: ignore[attr-defined]
    assert found == {("hotel 3", "card Cleveland"), ("tower 1", "card Cleveland"), ("tower 2", "card St. Louis")}
    assert "Hotels: Cleveland (Cleo). Water towers: Cleveland (Ada), St. Louis (Ben)." in scene.alt
    assert row(scene, "legend", "building name") == ["hotel", "tower"]


def test_a_tile_just_built_on_is_framed_and_the_second_line_says_so() -> None:
    scene = public("board", baron(hotels=HOTELS), HotelBuilt(3, "Cleveland"))
    [frame] = scene.shapes_of_layer("marks")
    assert isinstance(frame, Box)
    assert frame.ink == ACCENT
    assert line(scene) == "Cleo built a hotel in Cleveland"


def test_a_premove_is_never_shown_as_the_last_move() -> None:
    private = s.AnsweredAhead(1, Special.ISSUE, "at once", to=frozenset({Seat(1)}))
    scene = public("board", baron(), HotelBuilt(3, "Cleveland"), private)
    assert line(scene) == "Cleo built a hotel in Cleveland"


def test_a3_an_edge_of_the_transcontinental_becomes_the_railroad_it_touches() -> None:
    state = baron()
    scene = public("board", msgspec.structs.replace(state, board=transcontinental(state)))
    plates = [shape.sprite.name for shape in sprites(scene.shapes_of_layer("plates"), "badge")]
    edges = [shape.sprite.name for shape in sprites(scene.shapes_of_layer("edges"), "badge ANY")]
    assert plates.count("badge PRR") == 2
    assert len(edges) == 3, "the fourth is linked"
    assert "any railroad at Transcontinental" in scene.alt


def transcontinental(state: RailroadRivals) -> Any:
    """Return the known board with the Transcontinental tile above St. Louis, where the edge of St. Louis is PRR's."""
    at = next(
        spot for spot in matching_spots(state.board, City("Transcontinental")) if (spot.at.x, spot.at.y) == (0, -1)
    )
    return state.board.place_tile(PlacedTile(City("Transcontinental"), at.at, at.facing, Seat(1)))


# -- where to build, and trips over a tower


def test_cities_to_build_in_have_keys() -> None:
    scene = menu(baron(), "city", a.Hotel(1, "Cleveland"), a.Hotel(1, "St. Louis"))
    assert keys(scene) == {"key A": "card Cleveland", "key B": "card St. Louis"}
    assert scene.alt.startswith("Build your hotel. 1 point for each cube delivered there. A Cleveland.")


def test_a6_new_industry_says_how_many_cubes_each_city_would_get() -> None:
    scene = menu(baron(), "city", a.Industry(1, "Cleveland"), a.Industry(1, "Pittsburgh"))
    assert [text.words for text in written(scene, "keys", "note")] == ["+2", "+2"]
    assert scene.alt.endswith("A Cleveland, 2 new cubes. B Pittsburgh, 2 new cubes.")
    assert line(preview(baron(), a.Industry(1, "Cleveland"))) == "Draw 2 cubes onto Cleveland"


def test_a_building_is_drawn_before_it_is_built() -> None:
    scene = preview(baron(), a.Tower(1, "Cleveland"))
    assert [shape.sprite.name for shape in sprites(scene.shapes_of_layer("buildings"), "tower")] == ["tower 1"]
    assert line(scene).startswith("In Cleveland:")


def test_h6_a_trip_over_a_tower_is_drawn_from_the_cube_to_its_destination_and_says_both_rises() -> None:
    scene = preview(
        baron(towers={City("St. Louis"): Seat(1)}, board=ringed()), a.Relay(1, "coal", "Pittsburgh", "Memphis")
    )
    rings = [shape for shape in scene.shapes_of_layer("trip") if isinstance(shape, Box)]
    [cube] = [c for c in sprites(scene.shapes_of_layer("goods"), "cube coal") if around(rings[0], c)]
    assert card_under(scene, cube) == "card Pittsburgh"
    [tower] = [t for t in sprites(scene.shapes_of_layer("buildings"), "tower") if around(rings[1], t)]
    assert card_under(scene, tower) == "card St. Louis"
    assert [heading(shape) for shape in scene.shapes_of_layer("trip") if isinstance(shape, Polygon)] == [
        (-1, 0)
    ] * 2 + [(0, 1)] * 2
    [frame] = [shape for shape in scene.shapes_of_layer("marks") if isinstance(shape, Box)]
    memphis = next(
        c.shapes[0] for c in scene.shapes_of_layer("cards") if isinstance(c, Group) and c.name == "card Memphis"
    )
    assert isinstance(memphis, Placed)
    assert around(frame, memphis)
    assert scene.alt == (
        "Preview: coal from Pittsburgh over your tower in St. Louis to Memphis: "
        "3 points for you, 2 for Ben, B&O rises to 6 and IC rises to 3, your stock gains 2."
    )


def around(ring: Box, shape: Placed) -> bool:
    x, y = middle(shape)
    return abs(ring.x + ring.w / 2 - x) < 3 and abs(ring.y + ring.h / 2 - y) < 3


def card_under(scene: Scene, shape: Placed) -> str:
    """Return the name of the card on which the center of a shape lies, or an empty string."""
    x, y = middle(shape)
    for group in scene.shapes_of_layer("cards"):
        card = group.shapes[0] if isinstance(group, Group) else None
        if isinstance(card, Placed) and 0 < x - card.x < card.sprite.w and 0 < y - card.y < card.sprite.h:
            return group.name  # type: ignore[union-attr]
    return ""


def heading(arrow: Polygon) -> tuple[int, int]:
    """Return the direction of an arrow from its notch, the last point, to its tip, the third point."""
    (x, y), (left, top) = arrow.points[2], arrow.points[5]
    return round((x - left) / 25), round((y - top) / 25)


def test_a_long_effect_of_a_delivery_wraps_and_is_not_cut() -> None:
    state = baron(towers={City("St. Louis"): Seat(1)}, hotels={City("Memphis"): Seat(2)}, board=ringed())
    scene = preview(state, a.Relay(1, "coal", "Pittsburgh", "Memphis"))
    [more] = written(scene, "more lines", "second line")
    assert f"{line(scene)} {more.words}" == (
        "3 points for you, 2 for Ben, 1 for Ben for the hotel in Memphis, B&O rises to 6 and IC rises to 3, "
        "your stock gains 2"
    )


def test_h6_a_trip_over_a_tower_is_narrated_as_one_trip_from_its_start() -> None:
    legs = (
        e.Delivered(1, "coal", "Pittsburgh", "St. Louis", "B&O", 0, 2, 2, 6),
        e.Delivered(1, "coal", "St. Louis", "Memphis", "IC", 3, 1, 0, 3),
    )
    scene = public("board", baron(board=ringed(), towers={City("St. Louis"): Seat(1)}), *legs)
    assert line(scene) == "Ada: coal from Pittsburgh over St. Louis to Memphis, 3 points"


def test_keys_cover_no_sign_cube_or_building_and_look_different() -> None:
    goods = {"Cleveland": ("coal", "grain", "wood"), "St. Louis": ("coal", "coal", "mail", "iron")}
    state = msgspec.structs.replace(baron(hotels=HOTELS, towers=TOWERS), goods=goods)
    for action in (a.Hotel, a.Industry):
        scene = menu(state, "city", *(action(1, tile.city) for tile in state.board.laid))
        found = sprites(scene.shapes_of_layer("keys"), "key")
        assert len(found) == len(state.board.laid)
        assert {shape.fill for key in found for shape in key.sprite.shapes if isinstance(shape, Disc)} == {ACCENT}
        others = [s for name in ("goods", "buildings", "plates", "edges") for s in scene.shapes_of_layer(name)]
        for key in found:
            for other in others:
                assert isinstance(other, Placed)
                assert not overlapping(key, other), (key.sprite.name, other.sprite.name)


def overlapping(disc: Placed, other: Placed) -> bool:
    """Whether a key's disc reaches into the box of another sprite by more than the width of a rim."""
    (x, y), r = middle(disc), disc.sprite.w / 2 - 1
    dx = max(other.x - x, 0, x - other.x - other.sprite.w)
    dy = max(other.y - y, 0, y - other.y - other.sprite.h)
    return (dx * dx + dy * dy) ** 0.5 < r - 4


def test_rings_lie_under_cubes_and_buildings_and_chips_beside_them() -> None:
    state = baron(hotels=HOTELS, towers=TOWERS)
    layers = [layer.name for layer in public("board", state).layers]
    assert layers.index("rings") < layers.index("goods") < layers.index("buildings")


def ringed() -> Any:
    """Return a board with Pittsburgh, St. Louis and Memphis in a row: Ben owns the B&O link and Ada the IC link."""
    built = board("St. Louis 0,0 n", "Pittsburgh 1,0 n", by=2)
    return built.place_tile(msgspec.structs.replace(board("Memphis 0,1 n").laid[0], by=Seat(1)))


def test_a_table_without_modules_shows_nothing_of_them() -> None:
    scene = public("board", position(DELIVER))
    assert scene.shapes_of_layer("buildings") == ()
    assert [text for text in written(scene, "legend", "building name") if isinstance(text, Text)] == []


@pytest.mark.parametrize(("w", "h"), [*CARDS, *((w, 256) for w in (420, 360, 350, 290, 280, 246))])
def test_words_on_the_cards_of_special_tiles_stay_on_the_card(w: int, h: int) -> None:
    cities = (NEW_INDUSTRY, HEADQUARTERS)
    for tile in cities if w == h else SPECIAL_SIGNS.keys() - set(cities):
        for text in (shape for shape in draw_special_card(tile, 0, 0, w, h) if isinstance(shape, Text)):
            assert text.y <= h - 12, (tile, text.words)
            assert text_width(text.words, text.face, text.size) <= w - 10, (tile, text.words)


def test_an_empty_offer_leaves_no_room_for_keys() -> None:
    lots = [
        (OfferTile("Boston"), OfferTile("Chicago"), OfferTile("Denver")),
        (OfferTile("B&O"), OfferTile("SP"), OfferTile("UP")),
    ]
    taken = [tuple(OfferTile(lot.tile, Seat(i)) for i, lot in enumerate(row, 1)) for row in lots]
    free, gone = (
        offer_scenes(msgspec.structs.replace(baron(), city_offer=cities, stock_offer=stocks), (), NAMES)[0]
        for cities, stocks in (lots, taken)
    )
    assert gone.height == free.height - 2 * 84
