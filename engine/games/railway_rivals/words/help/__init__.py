"""The rules that matter now, for ``/rules``: our own words, with the rulebook's paragraph."""

from __future__ import annotations

from engine.core.secret import View
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.help import building, operating


def rules(view: View[RailwayRivals]) -> tuple[tuple[str, str], ...]:
    """Every topic (the rulebook's paragraph and its text), the present phase's first."""
    state = view.state
    now = building.topics_now(state) or operating.topics_now(state)
    return tuple(dict((*now, *building.topics(state), *operating.topics(state))).items())
