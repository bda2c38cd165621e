"""Games of Railway Rivals up to the ends of their first building turns, and the pictures posted there."""

from collections.abc import Iterator
from functools import lru_cache

from bot.ui.questions import next_question
from engine import decisions, play, redact
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.state.actions import Build
from render import Choice, DrawingContext, Scene
from render.games.railway_rivals import PAINTER
from render.scene import all_texts
from tests.render.phase_ends import PhaseEnd, phase_ends

NAMES = ("Ada", "Benedikt Lindqvist", "Cleo", "Дмитрий", "小林さくら", "Frank")


@lru_cache(None)
def ends(seats: int, turns: int = 6, rolls: str = "one", map: str = "london-liverpool") -> tuple[PhaseEnd, ...]:
    """Return the ends of the first building turns of a game among players who choose the best evaluation."""
    dealt = GAME.new_game(GAME.options(map=map, rolls=rolls), seats, 5)
    return tuple(phase_ends(GAME, dealt, lambda state: state.turn <= turns))


def look(position: PhaseEnd) -> DrawingContext:
    return DrawingContext(NAMES[: position.state.seats], position.news)


def public(position: PhaseEnd) -> list[Scene]:
    view = redact(position.state, None)
    names = PAINTER.pictures_after_phase(view, look(position), position.ended)
    return [scene for name in names for scene in PAINTER.public_scenes(name, view, look(position))]


def private(position: PhaseEnd) -> Iterator[Scene]:
    """Yield the pictures of building questions, and some previews and plans."""
    for decision in decisions(position.state):
        view = redact(position.state, decision.seat)
        for verb, field in (("start", "town"), ("build", "toward"), ("lay", "path")):
            found = next_question(decision.offers, (verb,))
            if found is not None and found.field == field:
                choices = tuple(Choice(entry.key, entry.actions) for entry in found.entries)
                yield from PAINTER.choice_scenes(view, look(position), field, choices)
        ways = [offer for offer in decision.offers if isinstance(offer, Build)]
        for way in ways[:2]:
            same = [Choice(str(i), (w,)) for i, w in enumerate(ways, 1) if w.toward == way.toward]
            yield from PAINTER.choice_scenes(view, look(position), "path", tuple(same))
            yield from PAINTER.preview_scenes(view, look(position), way)
            planned, _ = play(position.state, way)
            yield from PAINTER.private_scenes(redact(planned, decision.seat), look(position))
        yield from PAINTER.preview_scenes(view, look(position), ways[-1] if ways else next(iter(decision.offers)))


def words(scene: Scene, role: str) -> list[str]:
    return [text.words for text in all_texts(scene) if text.role == role]
