"""The rules for ``/rules``, by the rulebook's paragraphs."""

from engine.core import View
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.help import building, operating


def help_topics(view: View[RailwayRivals]) -> tuple[tuple[str, str], ...]:
    """All topics with their texts: the current phase's first, then in playing order, then the table's options."""
    state = view.state
    current = building.current_topics(state) or operating.current_topics(state)
    all_topics = (*building.topics(state), *operating.topics(state))
    options_topics = (*building.option_topics(state), *operating.option_topics(state))
    return tuple(dict((*current, *all_topics, *options_topics)).items())
