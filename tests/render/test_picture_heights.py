"""Pictures of recorded games are low enough for a phone to show them at full width; nothing is drawn."""

from collections.abc import Iterator

import pytest

from engine import GAMES, Event, PhaseEnded, redact, visible_events
from engine.core.transcript import load_transcript, replay
from render import PAINTERS, DrawingContext
from tests.posts.recorded_game import PEOPLE, longest
from tests.render.phase_ends import PhaseEnd

HIGHEST = 1975
SAMPLE = slice(2, None, 10)
"""The phase ends that are checked besides the last one; they include building after three rolls."""


def phases(title: str) -> Iterator[PhaseEnd]:
    """Yield sampled phase ends of the longest recorded game."""
    game, [file] = GAMES[title], longest(title, 1)
    transcript = load_transcript(file.read_bytes())
    ends, since = list[PhaseEnd](), list[Event]()

    def watch(_action: object, after: object, events: tuple[Event, ...]) -> None:
        for event in visible_events(events, None):
            since.append(event)
            if isinstance(event, PhaseEnded):
                ends.append(PhaseEnd(after, tuple(since), event.phase))
                since.clear()

    replay(game, transcript, watch=watch)
    yield from (*ends[SAMPLE], ends[-1])


@pytest.mark.parametrize("title", GAMES)
def test_no_posted_picture_is_higher_than_a_phone_shows_it_at_full_width(title: str) -> None:
    painter = PAINTERS[title]
    for end in phases(title):
        view, look = redact(end.state, None), DrawingContext(PEOPLE[: end.state.seats], end.news)
        for picture in painter.pictures_after_phase(view, look, end.ended):
            heights = {scene.name: scene.height for scene in painter.public_scenes(picture, view, look)}
            assert max(heights.values(), default=0) <= HIGHEST, (end.ended, heights)
