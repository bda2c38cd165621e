"""The status line, and the purpose of each phase."""

from engine.core import View, count_noun
from engine.games.railway_rivals.game_data.constants import TOWN_BONUS
from engine.games.railway_rivals.rules.building_stage_turns import max_turns_left
from engine.games.railway_rivals.rules.race import PRIZES
from engine.games.railway_rivals.state.phases import Building, Entering, Starting, Voting
from engine.games.railway_rivals.state.state import RailwayRivals


def status_line(view: View[RailwayRivals]) -> str:
    """The status line: “Turn 6 · building, 9 towns left to reach”.

    Future races have no numbers, because a run that no player enters is put aside.
    """
    state, races = view.state, count_noun(len(view.state.races), "race")
    match state.flow[-1:]:
        case ():
            return f"Final result after {races}"
        case (Starting(),):
            return "Setup · start towns"
        case (Building(),) if state.operating:
            return f"Building after race {len(state.races)}"
        case (Building(),):
            return f"Turn {state.turn}{_turns_left_text(state)} · building, {_towns_text(state)}"
        case (Voting(),):
            return f"After Turn {state.turn} · vote on ending the building stage, {_towns_text(state)}"
        case (Entering(runs=runs),):
            after = f" after {races}" if state.races else ""
            return f"{count_noun(len(runs), 'run')} open{after} · enter or stay out"
        case _:
            return f"Operating stage · after {races}"


def _towns_text(state: RailwayRivals) -> str:
    """“9 towns left to reach”."""
    towns = len(state.unreached_towns)
    return f"{count_noun(towns, 'town')} left to reach" if towns else "all towns reached"


def _turns_left_text(state: RailwayRivals) -> str:
    """“, at most 2 more to come” or “, the last” after a declaration; empty before it."""
    turns = max_turns_left(state)
    if not turns:
        return ", the last"
    return "" if state.turns_left is None else f", at most {turns} more to come"


def aim(view: View[RailwayRivals]) -> str:
    """The purpose of the current phase and of the game."""
    match view.state.flow[-1:]:
        case (Starting(),):
            return f"Most gold wins. First into a town: {TOWN_BONUS} gold."
        case (Building(),):
            return f"+{TOWN_BONUS} gold: first into a town. Later runs pay {PRIZES[0]}."
        case (Entering(),):
            return "Most gold wins, after all the races."
        case _:
            return ""
