"""Texts about plans to build track later, about their limit, and about clearing a plan."""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View
from engine.core.short_label import ShortLabel, fit_detail, fit_label
from engine.games.railway_rivals.rules.building import build_simulator_of
from engine.games.railway_rivals.rules.proposals import default_limit
from engine.games.railway_rivals.state.actions import Build, Clear, Limit, PlanTrack
from engine.games.railway_rivals.state.events import BuildingPlanned, LimitSaid, PlanForgotten, PlanSkipped
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.building import (
    build_label,
    effect_text,
    goal_short_label,
    path_legend,
    path_short_label,
    rest_of_path_text,
    unreached_towns_context,
)
from engine.games.railway_rivals.text.track_wording import (
    hexes_text,
    limit_sentence,
    limit_text,
    outlook_note,
    path_text,
    short_path_text,
    skip_clause,
)


def _plan_label(view: View[RailwayRivals], action: PlanTrack, field: str, name: NameOfSeat) -> str:
    """The label of planning track: its effect, its limit, and its condition."""
    state, goal = view.state, action.toward
    match field:
        case "toward" | "path":
            return build_label(view, Build(action.seat, goal, action.path), field, name)
        case "gold":
            return f"{action.gold} gold{_suggestion_text(state, action)}"
        case "when":
            return f"Only if I would be first in {goal}" if action.when == "first" else "In any case"
    effect = f"{effect_text(state, action, name)}{rest_of_path_text(state, action)}"
    condition = f". It is built only if you would be first in {goal}" if action.when == "first" else ""
    limit = f"Your plans may pay rivals {limit_text(action.gold)}{condition}{outlook_note(state, action)}"
    track = short_path_text(action.path, state.hex_map.town_names_on(action.path.hexes))
    return f"Plan {track}: {effect}. {limit}"


def _suggestion_text(state: RailwayRivals, action: PlanTrack) -> str:
    """“ (suggested)” for a plan with the default limit; otherwise empty."""
    return " (suggested)" if action.gold == default_limit(build_simulator_of(state, action.seat)) else ""


def _plan_short_label(view: View[RailwayRivals], action: PlanTrack, field: str, name: NameOfSeat) -> ShortLabel:
    """“Leeds if first · limit 2 gold”, or the label of one field."""
    state, goal = view.state, action.toward
    match field:
        case "toward":
            return goal_short_label(state, action.seat, goal)
        case "path":
            return path_short_label(state, action, name, is_whole=False)
        case "gold":
            return ShortLabel(f"{action.gold} gold more{_suggestion_text(state, action)}")
        case "when" if action.when == "first":
            return ShortLabel(fit_label(f"Only if first in {goal}", "Only if first there"))
        case "when":
            return ShortLabel("In any case")
    hexes = hexes_text(action.path, state.hex_map.town_names_on(action.path.hexes))
    first = " if first" if action.when == "first" else ""
    return ShortLabel(fit_label(f"{goal}{first} · limit {action.gold} gold"), fit_detail(hexes))


def _limit_label(view: View[RailwayRivals], action: Limit, field: str, name: NameOfSeat) -> str:
    return f"{action.gold} gold" if field else f"Let my plans pay rivals {limit_text(action.gold)}"


ACTION_TEXTS: ActionTexts = {
    PlanTrack: ActionText(
        label=_plan_label,
        short_label=_plan_short_label,
        question_context=unreached_towns_context,
        legend=path_legend,
    ),
    Limit: ActionText(
        label=_limit_label, short_label=lambda view, action, field, name: ShortLabel(f"{action.gold} gold more")
    ),
    Clear: ActionText(
        label=lambda view, action, field, name: "Clear your last plan",
        short_label=lambda view, action, field, name: ShortLabel("Clear your last plan", quiet=True),
    ),
}


def _planned_narration(event: BuildingPlanned, name: NameOfSeat) -> Narration:
    """Narrate the track that the seat planned, and the condition for building it."""
    condition = f", but only if you would be first in {event.only}" if event.only else ""
    return Narration(f"You planned track {path_text(event.path, event.towns)}{condition}.")


def _skipped_narration(event: PlanSkipped, name: NameOfSeat) -> Narration:
    """Narrate the planned track that was not built, with the reason."""
    track = path_text(event.path, event.towns)
    return Narration(f"Your plan for track {track} was skipped: {skip_clause(event)}.", "went no further")


EVENT_TEXTS: EventTexts = {
    BuildingPlanned: _planned_narration,
    PlanForgotten: lambda event, name: Narration(
        f"You cleared your plan for track {path_text(event.path, event.towns)}."
    ),
    LimitSaid: lambda event, name: Narration(limit_sentence(event.gold)),
    PlanSkipped: _skipped_narration,
}
