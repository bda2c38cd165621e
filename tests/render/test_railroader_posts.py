"""The pictures in a post about a turn of RailRoader."""

from typing import Any

from engine import redact
from engine.core import Event, Seat
from engine.games.railroader.state import events as e
from render import DrawingContext
from render.fonts import text_width
from render.games.railroader import PAINTER
from render.scene import Text
from tests.games.railroader.table import cards, railroad, table
from tests.render.phase_ends import PhaseEnd
from tests.render.railroader import NAMES, game, words


def posted(step: PhaseEnd) -> tuple[str, ...]:
    return PAINTER.pictures_after_phase(redact(step.state, None), DrawingContext(NAMES, step.news), step.ended)


def test_a_post_has_the_board_and_beside_it_one_picture_of_what_changed():
    first, *turns, last = game()
    assert posted(first) == ("board", "market")
    assert posted(last) == ("final", "train", "board")
    for step in turns:
        shown, over = posted(step), step.state.current_turn.seat == step.state.first
        assert shown[0] == "board" and len(shown) <= 2
        assert "railheads" in shown or not over
        assert shown[1:] or not any(isinstance(event, e.CardBought) for event in step.news)
    assert {posted(step) for step in turns} == {("board",), ("board", "market"), ("board", "railheads")}


def test_only_cards_that_are_still_at_a_railhead_are_called_new() -> None:
    placed = [e.CardPlaced(Seat(2), card) for card in cards("worker worker supplies-4")]

    def line(*news: Event, **there: Any) -> list[str]:
        state = table(railroad(), railroad(5, 2, **there), at=2)
        return words(
            PAINTER.public_scenes("railheads", redact(state, None), DrawingContext(NAMES, news))[0], "second line"
        )

    assert line(*placed, workers=2, crates="2/4") == ["New at Ben’s railhead: worker ×2 and Supplies 4"]
    assert line(*placed, workers=1) == ["New at Ben’s railhead: worker"]
    assert line(*placed[:2]) == ["Each railhead has room for 3 people and 2 crates"]
    assert line(*placed[:2], e.GangFed(Seat(2), 0, 2, ())) == ["2 hungry workers left Ben’s railhead"]


def test_the_heading_of_outlaws_has_room_beside_how_many_there_are() -> None:
    [scene] = PAINTER.public_scenes("market", redact(game()[0].state, None), DrawingContext(NAMES))
    shown = {shape.role: shape for shape in scene.shapes_of_layer("outlaws") if isinstance(shape, Text)}
    heading, count = shown["section heading"], shown["count"]
    end = heading.x + text_width(heading.words, heading.face, heading.size, heading.tracking)
    assert end + 20 <= count.x - text_width(count.words, count.face, count.size)
