"""The pictures of a report that are new to the channel."""

from types import SimpleNamespace
from typing import Any

from bot.announcements.phase_report import _pictures_to_draw, _PictureToDraw
from engine import redact
from render.games.railway_rivals import PAINTER
from tests.render.phase_ends import PhaseEnd
from tests.render.railway_turn_ends import ends, look


def views(position: PhaseEnd) -> dict[str, _PictureToDraw]:
    """Return the pictures of a phase's report by name."""
    seen: Any = SimpleNamespace(painter=PAINTER, view=redact(position.state, None), drawing_context=look(position))
    chapter: Any = SimpleNamespace(headings=(position.ended,))
    return {view.name: view for view in _pictures_to_draw(seen, chapter)}


def test_events_picture_is_new_after_every_phase() -> None:
    built = [views(position)["round"] for position in ends(3)[2:5]]
    assert len({view.digest for view in built}) == len(built)


def test_events_do_not_change_pictures_without_them() -> None:
    before = ends(3)[3]
    told, untold = (views(position)["map"] for position in (before, before._replace(news=())))
    assert told.digest == untold.digest and told.scenes != untold.scenes
