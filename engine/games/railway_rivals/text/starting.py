"""Texts about start towns."""

from operator import itemgetter

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    View,
    count_noun,
    join_words,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.state.actions import Start
from engine.games.railway_rivals.state.events import OrderDrawn, StartChosen
from engine.games.railway_rivals.state.state import RailwayRivals

_MAX_NEAR_TOWNS = 3
"""Maximum number of neighbors that the label of a start town names."""


def nearest_towns(state: RailwayRivals, town: str) -> list[tuple[int, str]]:
    """The towns that are cheapest to reach from a town, as (building cost, name) pairs."""
    start = state.hex_map.find_town(town)
    assert start is not None
    paths = plain_build_paths(state.hex_map.key, frozenset[Hex]({start.hex}))
    others = [(paths[other.name][0].cost, other.name) for other in state.hex_map.towns if other.name in paths]
    return sorted(others, key=itemgetter(0))[:_MAX_NEAR_TOWNS]


def _start_label(view: View[RailwayRivals], action: Start, field: str, name: NameOfSeat) -> str:
    """“Start in Leeds”; as a choice in a field, “Leeds: near York (4 points) and Hull (9 points)”."""
    if not field:
        return f"Start in {action.town}"
    towns = [f"{town} ({count_noun(cost, 'point')})" for cost, town in nearest_towns(view.state, action.town)]
    return f"{action.town}: near {join_words(towns)}"


def _start_short_label(view: View[RailwayRivals], action: Start, field: str, name: NameOfSeat) -> ShortLabel:
    """“Newcastle · next towns cost 2, 4, 5”."""
    towns = nearest_towns(view.state, action.town)
    costs = [cost for cost, _ in towns]
    costs_text = ", ".join(map(str, costs))
    label = fit_label(
        f"{action.town} · next towns cost {costs_text}", f"{action.town} · next cost {costs_text}", max_length=MAX_LABEL
    )
    return ShortLabel(label, fit_detail(", ".join(f"{town} {cost}" for cost, town in towns)), costs=costs)


ACTION_TEXTS: ActionTexts = {
    Start: ActionText(
        label=_start_label,
        short_label=_start_short_label,
        legend=lambda view, action, field: "Cost in building points (1 to 6 a turn).",
    )
}


def _order_narration(event: OrderDrawn, name: NameOfSeat) -> Narration:
    """“Ada chooses a start town first, then Ben.”"""
    first, *others = event.order
    clause = "chooses a start town first"
    return Narration(f"{name(first)} {clause}, then {join_words(tuple(map(name, others)))}.", clause)


def _start_narration(event: StartChosen, name: NameOfSeat) -> Narration:
    """“Ada started in Leeds.”"""
    clause = f"started in {event.name}"
    return Narration(f"{name(event.seat)} {clause}.", clause)


EVENT_TEXTS: EventTexts = {OrderDrawn: _order_narration, StartChosen: _start_narration}
