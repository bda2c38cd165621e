"""The rules for ``/rules``, by the rulebook's paragraphs."""

from engine.core import View
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.help import beginning, working


def help_topics(view: View[RailroadsOfCatan]) -> tuple[tuple[str, str], ...]:
    """All topics (paragraph and text), the current phase's first."""
    state = view.state
    current = beginning.current_topics(state) or working.current_topics(state)
    all_topics = (*current, *beginning.topics(state), *working.topics(state))
    return tuple(dict(all_topics).items())
