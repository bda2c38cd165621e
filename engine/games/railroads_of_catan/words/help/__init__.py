"""The rules that matter now, for ``/rules``: our own words, with the rulebook's paragraph."""

from engine.core import View
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.help import beginning, working


def rules(view: View[RailroadsOfCatan]) -> tuple[tuple[str, str], ...]:
    """Every topic (the rulebook's paragraph and its text), the present phase's first."""
    state = view.state
    now = beginning.topics_now(state) or working.topics_now(state)
    every = (*now, *beginning.topics(state), *working.topics(state))
    return tuple(dict(every).items())
