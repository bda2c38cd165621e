"""The rules for ``/rules``, in paragraphs of the rulebook."""

from engine.core import View
from engine.games.railway_rivals.state.phases import Building, Entering, Starting, Voting
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.help import building, operating
from engine.games.railway_rivals.text.help.building import Topic


def help_topics(view: View[RailwayRivals]) -> tuple[Topic, ...]:
    """All topics as (heading, text) pairs; topics of the current phase come first."""
    state = view.state
    all_topics = (*building.topics(state), *operating.topics(state))
    options_topics = (*building.option_topics(state), *operating.option_topics(state))
    return tuple(dict((*_current_topics(state), *all_topics, *options_topics)).items())


def _current_topics(state: RailwayRivals) -> tuple[Topic, ...]:
    match state.flow[-1:]:
        case (Starting(),):
            return (building.STARTING,)
        case (Building(),) if state.operating:
            return (building.building_between_races_topic(state), building.BUILDING)
        case (Building(),):
            return (building.TURN, building.BUILDING)
        case (Voting(),):
            return (building.end_topic(state),)
        case (Entering(),):
            return (operating.entries_topic(state), operating.COSTS)
        case ():
            return (operating.END,)
        case _:
            return ()
