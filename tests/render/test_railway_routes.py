"""Routes to choose from, and runs: maps, tables and alt texts state their length and their payments."""

from functools import lru_cache
from math import cos, sin

import msgspec

from engine import redact
from engine.core import Seat, decisions
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.phases import Operating
from engine.games.railway_rivals.phases.entering import new_entering_phase
from engine.games.railway_rivals.state.actions import Accept, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.state import RailwayRivals
from render import Choice, DrawingContext, Scene
from render.games.railway_rivals import PAINTER
from render.games.railway_rivals.choices.race_preview import route_question
from render.games.railway_rivals.choices.route_choices import route_choice_scenes, route_preview_scenes
from render.games.railway_rivals.choices.route_table import draw_route_line
from render.games.railway_rivals.tables.table_parts import amount_text
from render.palette import PLAYERS
from render.parts.map_lines import draw_company_line
from render.scene import Line, Text, all_texts
from tests.games.railway_rivals import contest as contests
from tests.games.railway_rivals.table import go
from tests.render.railway import (
    NAMES,
    check,
    over_map,
    position,
    run,
)
from tests.render.rivals_position import line, row, sprites, written


@lru_cache(None)
def entering() -> RailwayRivals:
    begun = msgspec.structs.replace(position(), gold={Seat(seat): 60 for seat in (1, 2, 3, 4)})
    return msgspec.structs.replace(begun, flow=(Operating(), new_entering_phase(begun, (run("23", "43"),))))


def offers(seat: int, kind: type) -> list[Enter | Joint | Exchange]:
    found = next(decision.offers for decision in decisions(entering()) if decision.seat == seat)
    return [offer for offer in found if isinstance(offer, kind)]


def chosen(seat: int) -> Scene:
    keyed = [Choice("ABCDE"[i], (offer,)) for i, offer in enumerate(offers(seat, Enter))]
    [scene] = route_choice_scenes(redact(entering(), Seat(seat)).state, NAMES, "Which route?", keyed)
    return scene


def test_a_route_says_its_moves_fees_and_how_often_it_beats_the_best_rival() -> None:
    """Ada runs 16 points over her own track, Ben 17 over his: she is first in 58 of 100 duels. (rulings, section 5)"""
    scene = chosen(1)
    check(scene)
    assert row(scene, "table", "moves") == ["16"]
    assert row(scene, "table", "odds") == ["58%"]
    assert row(scene, "table", "fees") == ["·"]
    assert row(scene, "table", "paid") == ["pays no one"]
    assert "chip 2" in [chip.sprite.name for chip in sprites(scene.shapes_of_layer("table"), "chip")]
    assert line(scene) == "Which route? You have 60 gold"


def test_routes_are_lettered_on_the_map_and_in_the_table() -> None:
    scene = chosen(2)
    keys = [text.words for text in written(scene, "table", "key")]
    assert keys == ["A", "B"][: len(keys)]
    on_map = [shape.words for shape in over_map(scene) if isinstance(shape, Text) and shape.role == "key"]
    assert on_map == keys


def test_the_alt_text_describes_routes() -> None:
    assert chosen(1).alt == (
        "Run 23–43, York to Leicester. Which route? You have 60 gold. "
        "A: via Doncaster and Nottingham, 16 moves, 58% to beat Ben (17 moves), pays no one. "
        "Fastest rivals without a partner: Ben 17 moves for no fees."
    )


def test_an_entry_is_shown_before_it_is_confirmed() -> None:
    [scene] = route_preview_scenes(redact(entering(), Seat(1)).state, NAMES, offers(1, Enter)[0])
    check(scene)
    assert line(scene) == "You enter with this route"
    assert not [text for text in all_texts(scene) if text.role == "key"]


def test_an_exchange_that_is_accepted_shows_what_is_paid_in_the_end() -> None:
    """Ben's part is 8 steps long and Ada's 8 too, so over the whole route each pays the other for 8 steps."""
    tracks = {1: contests.column("R", 2, 10), 2: contests.column("R", 10, 18)}
    state, _ = go(contests.contest("23-43", track=tracks), "p1 exchange 23-43 2 R2>R18")
    accept = Accept(Seat(2), "23-43", Seat(1), Route((Hex("R2"), Hex("R18"))))
    [scene] = route_preview_scenes(redact(state, Seat(2)).state, NAMES, accept)
    question = route_question(redact(state, Seat(2)).state, [("", accept)])
    assert question is not None
    gross = question.rows[0].trip.fees[Seat(1)]
    assert line(scene) == "You exchange with Ada, who pays you 8"
    assert row(scene, "table", "paid") == ["pays", f"{gross} − 8"]
    assert row(scene, "table", "fees") == [amount_text(8 - gross)]
    assert f"pays Ada {gross} gold less 8 in return" in scene.alt


def test_an_offer_names_the_partner() -> None:
    [scene] = route_preview_scenes(redact(entering(), Seat(1)).state, NAMES, offers(1, Joint)[0])
    partner = NAMES[offers(1, Joint)[0].partner - 1]
    assert line(scene) == f"You offer {partner} a joint run on this route"


def test_without_an_open_run_there_is_nothing_to_draw() -> None:
    action = offers(1, Enter)[0]
    assert route_preview_scenes(position(over=False, opened=(run("31", "66"),)), NAMES, action) == ()


def test_a_gap_of_dashes_is_straight_and_a_joint_route_has_the_partners_edge() -> None:
    curve = tuple((10 * cos(a / 20) * 8, 10 * sin(a / 20) * 8) for a in range(40))
    gaps = [
        shape
        for shape in draw_company_line(2, curve, 20, "#FFFFFF")
        if isinstance(shape, Line) and shape.ink == "#FFFFFF"
    ]
    assert gaps
    assert all(len(gap.points) == 2 for gap in gaps)
    joint = [shape.ink for shape in draw_route_line(0, (Seat(1), Seat(3)), curve, 20) if isinstance(shape, Line)]
    assert PLAYERS[2].color in joint
    assert PLAYERS[2].color not in [s.ink for s in draw_route_line(0, (Seat(1),), curve, 20) if isinstance(s, Line)]


def test_the_question_for_a_run_has_a_map_with_the_keys_of_both_runs() -> None:
    state = position(opened=(run("31", "66"), run("61", "S1")))
    actions = [Stay(Seat(1), "31-66"), Stay(Seat(1), "61-S1")]
    choices = tuple(Choice(key, (action,)) for key, action in zip("AB", actions, strict=True))
    [scene] = PAINTER.choice_scenes(redact(state, Seat(1)), DrawingContext(NAMES), "run", choices)
    keys = [shape.sprite.name for shape in sprites(scene.shapes_of_layer("keys"), "key")]
    assert sorted(keys) == ["key A", "key A", "key B", "key B", "key B"], "S1 has two ends"
    assert line(scene).startswith("A: Birmingham to Peterborough (31–66) · B: London to")
    told = "Which run do you stay out of? A: Birmingham to Peterborough (31–66). B: London to "
    assert scene.alt.startswith(told)
    assert scene.alt.count("B: ") == 1, "no list of places after that of the runs"
    assert (
        PAINTER.choice_scenes(
            redact(state, Seat(1)), DrawingContext(NAMES), "run", (Choice("A", (Stay(Seat(1), "1-2"),)),)
        )
        == ()
    )
