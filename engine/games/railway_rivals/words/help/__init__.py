"""The rules that matter now, for ``/rules``: our own words, with the rulebook's paragraph."""

from engine.core import View
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.help import building, operating


def rules(view: View[RailwayRivals]) -> tuple[tuple[str, str], ...]:
    """Every topic and its text: the present phase's first, then in playing order, then the options of the table."""
    state = view.state
    now = building.topics_now(state) or operating.topics_now(state)
    played = (*building.topics(state), *operating.topics(state))
    agreed = (*building.options(state), *operating.options(state))
    return tuple(dict((*now, *played, *agreed)).items())
