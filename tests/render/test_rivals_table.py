"""Pictures of the table in Railroad Rivals and of possible moves: offer, board, placements, deliveries, alt texts."""

import pytest

from engine import redact
from engine.core import Seat, decisions
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.phases.game_state import AnyPhase
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.rules.delivery import trip_of_delivery
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.delivery import trip_effect_text
from render import Choice, DrawingContext, Scene
from render.games.railroad_rivals.captions import last_move_line, seat_to_act, seats_to_act
from tests.games.railroad_rivals.table import board
from tests.render.rivals_position import NAMES, PAINTER, keys, line, middle, position, public, row, sprites

DRAFT = DraftingPhase(picks=1)
LAST = e.CityPlaced(2, "Cleveland", Cell(0, 1), Side.SOUTH, (Link("Cleveland", "Indianapolis", "NYC", 2),))
POCKET = board("Columbus 0,0 n", "Buffalo 1,0 e", "Detroit 1,1 w", by=2)
"""A board with a free corner into which Norfolk fits in three orientations, of which the middle one makes two links."""


def menu(state: RailroadRivals, field: str) -> Scene:
    """Return the picture of seat 1's question for a field, with the keys A, B, …"""
    answers: dict[object, list[Place | Deliver]] = {}
    for offer in next(decision.offers for decision in decisions(state) if decision.seat == 1):
        answers.setdefault(getattr(offer, field), []).append(offer)
    keyed = tuple(Choice("ABCDEFG"[i], tuple(offers)) for i, offers in enumerate(answers.values()))
    return PAINTER.choice_scenes(redact(state, 1), DrawingContext(NAMES), field, keyed)[0]


def coal(seat: int, to: str) -> Deliver:
    return Deliver(Seat(seat), Goods.COAL, City("Pittsburgh"), City(to))


def effect(state: RailroadRivals, seat: int, to: str) -> str:
    return trip_effect_text(state, trip_of_delivery(state, coal(seat, to)), lambda owner: NAMES[owner - 1])


# -- offer


def test_an_offered_tile_says_how_far_it_goes() -> None:
    scene = public("offer", position(DRAFT))
    assert row(scene, "cities", "caption") == ["fits blanks only", "fits 1 place", "fits nowhere yet"]
    assert row(scene, "stocks", "caption") == ["last one", "3 more left", "3 more left"]


def test_an_offered_stock_says_its_worth_and_who_holds_it() -> None:
    scene = public("offer", position(DRAFT))
    assert row(scene, "stocks", "railroad name") == [
        "Baltimore & Ohio",
        "Illinois Central",
        "New York Central",
        "Santa Fe",
    ]
    assert row(scene, "stocks", "worth") == ["worth 5 now", "worth 2 now", "worth 7 now", "worth 0 now"]
    assert row(scene, "stocks", "holders") == ["2", "1", "no one owns it", "no one owns it"]
    assert [chip.sprite.name for chip in sprites(scene.shapes_of_layer("stocks"), "chip")] == ["chip 1", "chip 3"]


def test_a_taken_tile_says_who_took_it() -> None:
    scene = public("offer", position(DRAFT))
    assert row(scene, "cities", "taken by") == ["Ben"], "a narrow card has the name alone"
    assert row(scene, "stocks", "taken by") == ["Cleo took it"]
    assert [engine.sprite.name for engine in sprites(scene.shapes_of_layer("cities"), "engine")] == ["engine 2"]


def test_the_alt_text_describes_the_offer() -> None:
    scene = public("offer", position(DRAFT))
    assert row(scene, "legend", "name") == ["Cleo", "Ada", "Dov", "Ben"]
    assert row(scene, "legend", "points") == ["21", "9", "6", "14"]
    assert row(scene, "legend", "caption") == ["Turn order, with points so far", "city pile: 3"]
    assert scene.alt == (
        "Turn 2 of 9 · First pick. Ada’s pick: a city or a stock. "
        "Cities, edges clockwise from the top: Savannah: 1 cube, edges ACL blank ACL IC, fits blanks only; "
        "Boston: 2 cubes, edges blank blank NYC NYC, fits 1 place; "
        "Billings: 1 cube, edges CBQ NP CBQ NP, fits nowhere yet; Cincinnati taken by Ben. "
        "Stocks: B&O stock: worth 5, owned by Ada 2 and Cleo 1, last one; "
        "IC stock: worth 2, no owner, 3 more in the game; "
        "NYC stock taken by Cleo; ATSF stock: worth 0, no owner, 3 more in the game. "
        "Turn order, with points so far: Cleo 21, Ada 9, Dov 6, Ben 14."
    )


# -- board


def test_the_alt_text_describes_the_board() -> None:
    assert public("board", position(DRAFT), LAST).alt == (
        "Railroad Rivals, Turn 2 of 9 · First pick. "
        "Last move: Ben placed Cleveland: NYC link, south of St. Louis, west of Indianapolis. 4 cities on the table. "
        "Points: Ada 9, Ben 14, Cleo 21, Dov 6. "
        "Ada has no links. Ben has 2 links: B&O Pittsburgh–St. Louis; NYC Cleveland–Indianapolis. "
        "Cleo has 1 link: PRR Indianapolis–Pittsburgh. Dov has no links. "
        "Goods: Pittsburgh coal and wood; Cleveland grain. "
        "Open edges: B&O at Pittsburgh and Cleveland; C&O at Indianapolis; MP at St. Louis; NYC at Indianapolis; "
        "PRR at St. Louis and Pittsburgh; blank at Cleveland."
    )


def test_every_link_has_its_railroad_and_its_owners_engine() -> None:
    plates = [shape.sprite.name for shape in public("board", position(DRAFT)).shapes_of_layer("plates")]
    links = set(zip(plates[::2], plates[1::2], strict=True))
    assert links == {("engine 2", "badge B&O"), ("engine 3", "badge PRR"), ("engine 2", "badge NYC")}


# -- places


def test_the_orientation_with_most_links_is_drawn() -> None:
    scene = menu(position(PlacingPhase(done=1), board=POCKET, hands={1: ("Norfolk",)}), "at")
    first = next(said for said in scene.alt.split(". ") if "south of Columbus, west of Detroit" in said)
    assert first.rstrip(".").endswith(": C&O link to Columbus and C&O link to Detroit, 3 ways to turn it")
    assert line(scene).startswith("Choose a letter.")
    [corner] = sprites(scene.shapes_of_layer("ghosts"), f"key {first[0]}")
    near = [
        engine
        for engine in sprites(scene.shapes_of_layer("ghosts"), "engine 1")
        if abs(middle(engine)[0] - middle(corner)[0]) + abs(middle(engine)[1] - middle(corner)[1]) < 450
    ]
    assert len(near) == 2


def test_each_orientation_shows_its_links() -> None:
    state = position(PlacingPhase(done=1), board=POCKET, hands={1: ("Norfolk",)})
    ways = [Place(1, "Norfolk", Cell(0, 1), facing) for facing in (Side.NORTH, Side.EAST)]
    keyed = tuple(Choice(str(i), (way,)) for i, way in enumerate(ways, 1))
    [scene] = PAINTER.choice_scenes(redact(state, 1), DrawingContext(NAMES), "facing", keyed)
    assert line(scene) == "Choose a number: 2 ways to turn it south of Columbus, west of Detroit"
    assert scene.alt == (
        "Turn Norfolk south of Columbus, west of Detroit. "
        "1 C&O link to Columbus, edges N C&O, E blank, S ACL, W C&O. "
        "2 C&O link to Columbus and C&O link to Detroit, edges N C&O, E C&O, S blank, W ACL."
    )


def test_the_preview_of_a_place_says_what_it_brings() -> None:
    state = position(PlacingPhase(done=1), board=POCKET, hands={1: ("Norfolk",)})
    way = Place(1, "Norfolk", Cell(0, 1), Side.EAST)
    [scene] = PAINTER.preview_scenes(redact(state, 1), DrawingContext(NAMES), way)
    assert line(scene) == "Gain C&O link to Columbus and C&O link to Detroit, then draw 1 cube"


# -- deliveries


def test_keys_lie_on_the_cities_that_a_cube_may_leave() -> None:
    scene = menu(position(DeliveringPhase(done=1)), "city")
    assert keys(scene) == {"key A": "card Pittsburgh", "key B": "card Cleveland"}
    assert "A Pittsburgh: to St. Louis (B&O, Ben) or Indianapolis (PRR, Cleo)." in scene.alt


def test_keys_lie_on_the_cities_that_a_cube_may_go_to() -> None:
    state = position(DeliveringPhase(done=1), goods={"Pittsburgh": "coal"})
    scene = menu(state, "to")
    assert keys(scene) == {"key A": "card St. Louis", "key B": "card Indianapolis"}
    assert scene.alt == (
        f"Deliver coal from Pittsburgh. A St. Louis: {effect(state, 1, 'St. Louis')}. "
        f"B Indianapolis: {effect(state, 1, 'Indianapolis')}."
    )


def test_the_preview_of_a_delivery_says_who_gets_what() -> None:
    state, action = position(DeliveringPhase(done=1)), coal(1, "Indianapolis")
    [scene] = PAINTER.preview_scenes(redact(state, 1), DrawingContext(NAMES), action)
    said = effect(state, 1, "Indianapolis")
    assert "Cleo" in said
    assert said.endswith(", PRR rises to 7")
    assert line(scene) == said
    assert scene.alt == f"Preview: coal from Pittsburgh to Indianapolis: {said}."
    assert "Ben" not in effect(state, 2, "St. Louis"), "nobody pays for a link of their own"


# -- words


@pytest.mark.parametrize(
    ("phase", "queue"),
    [
        (BiddingPhase(still_in=(2, 3, 1), passed=(4,), best=4), (2, 3, 1)),
        (DraftingPhase(picks=1), (1, 4, 2)),
        (DraftingPhase(picks=6), (4, 2)),
        (PlacingPhase(done=1), (1, 4, 2)),
        (DeliveringPhase(done=3), (2,)),
    ],
)
def test_players_still_to_act_are_listed_with_the_player_to_move_first(phase: AnyPhase, queue: tuple[int, ...]) -> None:
    state = position(phase)
    assert seats_to_act(state) == queue
    assert seat_to_act(state) == queue[0] == decisions(state)[0].seat


def test_a_player_without_a_city_is_not_said_to_hold_one_that_fits_nowhere() -> None:
    state = position(DRAFT)
    assert last_move_line(state, [e.PlacementPassed(4, True)], NAMES) == (4, "Dov had no city to place")
    assert last_move_line(state, [e.PlacementPassed(3, False)], NAMES) == (3, "Cleo passed: no city fits")


def test_the_move_that_ends_a_turn_shows_what_is_bid_for_next() -> None:
    view = redact(position(BiddingPhase(still_in=(2, 3, 1))), None)
    assert PAINTER.pictures_after_phase(view, DrawingContext(NAMES), DeliveringPhase.heading)[:3] == (
        "overview",
        "stocks",
        "offer",
    )


def test_the_preview_of_a_draft_asks_and_its_alt_text_names_the_tile() -> None:
    [scene] = PAINTER.preview_scenes(redact(position(DraftingPhase()), Seat(3)), DrawingContext(NAMES), Draft(3, "B&O"))
    assert row(scene, "header", "title") == ["TAKE B&O?"]
    assert row(scene, "header", "corner") == ["not yet taken"]
    assert scene.alt.startswith("Preview: you would take B&O stock.")
