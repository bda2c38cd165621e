"""Which pictures a post about a turn of RailRoader has."""

from __future__ import annotations

from engine import redact
from engine.games.railroader import events as e
from render import Look
from render.games.railroader import PAINTER
from tests.render.phase_ends import PhaseEnd
from tests.render.railroader import NAMES, game


def posted(step: PhaseEnd) -> tuple[str, ...]:
    return PAINTER.after_phase(redact(step.state, None), Look(NAMES, step.news), step.ended)


def test_a_post_has_the_board_and_beside_it_one_picture_of_what_changed():
    first, *turns, last = game()
    assert posted(first) == ("board", "market")
    assert posted(last) == ("final", "board")
    for step in turns:
        shown, over = posted(step), step.state.turn.seat == step.state.playing[0]
        assert shown[0] == "board" and len(shown) <= 2
        assert "railheads" in shown or not over
        assert shown[1:] or not any(isinstance(event, e.CardBought) for event in step.news)
    assert {posted(step) for step in turns} == {("board",), ("board", "market"), ("board", "railheads")}
