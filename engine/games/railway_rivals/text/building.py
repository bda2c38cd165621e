"""Texts about building track toward a town or along any hexes, and about stopping."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Seat,
    View,
    count_noun,
    join_words,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, has_number, shorten_name
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT, OPERATING_ALLOWANCE, TOWN_BONUS, join_rolls
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.build_simulator import (
    BuildSimulator,
    cost_reason_text,
)
from engine.games.railway_rivals.rules.building import (
    BuildAction,
    BuildEffect,
    build_effect,
    build_simulator_of,
    find_build_question,
)
from engine.games.railway_rivals.rules.proposals import BuildOffers, has_first_bonus
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.state.actions import Build, Done, Lay, PlanTrack
from engine.games.railway_rivals.state.events import CapitalLost, DieRolled, PlaceConnected, TownReached, TrackBuilt
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.track_wording import (
    cost_text,
    goal_text,
    gold_to_rivals_text,
    hexes_text,
    path_text,
    payments_text,
    plan_note,
    price_text,
    short_path_text,
)

_MAX_TOWNS_NAMED = 4
"""Maximum number of unreached towns that a question names."""
_MAX_EQUAL_NAMED = 2
"""Maximum number of equal answers that are named; if there are more, only their number is given."""
_NO_BONUS = ", for runs"


# -- labels


def build_label(view: View[RailwayRivals], action: Build, field: str, name: NameOfSeat) -> str:
    """The label of building toward a goal: the track, its effect, and the rest of the path."""
    state = view.state
    if field == "toward":
        return _goal_label(state, action.seat, action.toward)
    if field:
        onward = _effect_of(state, action).onward
        short = f", {count_noun(onward.length, 'step')} short" if onward else ""
        return f"{_path_label(state, action, name)}{short}"
    effect = f"{effect_text(state, action, name)}{rest_of_path_text(state, action)}"
    return f"Build {_track_text(state, action)}: {effect}{plan_note(state, action)}"


def _lay_label(view: View[RailwayRivals], action: Lay, field: str, name: NameOfSeat) -> str:
    """The label of building along any hexes: the track, its cost, and its effect."""
    state = view.state
    if field:
        return _path_label(state, action, name)
    return f"Build {_track_text(state, action)}: {effect_text(state, action, name)}{plan_note(state, action)}"


def _goal_label(state: RailwayRivals, seat: Seat, goal: str) -> str:
    """“Leeds: 4 steps, at least 7 points, +6 gold for reaching it first”."""
    simulator = build_simulator_of(state, seat)
    paths = plain_build_paths(state.hex_map.key, simulator.network_hexes)
    if goal not in paths:
        return goal
    cheapest, _ = paths[goal]
    distance = f"{goal}: {count_noun(cheapest.length, 'step')}, at least {cost_text(state, cheapest.cost)}"
    return f"{distance}, +{TOWN_BONUS} gold for reaching it first" if has_first_bonus(simulator, goal) else distance


def _path_label(state: RailwayRivals, action: Build | Lay, name: NameOfSeat) -> str:
    """“Penrith-C11-D12: 5 of 6 points”; all hexes are listed, because two paths may differ in any hex."""
    towns = state.hex_map.town_names_on(action.path.hexes)
    return f"{hexes_text(action.path, towns)}: {effect_text(state, action, name)}"


def _track_text(state: RailwayRivals, action: Build | Lay) -> str:
    return short_path_text(action.path, state.hex_map.town_names_on(action.path.hexes))


def _effect_of(state: RailwayRivals, action: Build | PlanTrack) -> BuildEffect:
    return build_effect(build_simulator_of(state, action.seat), action.path, action.toward)


def effect_text(state: RailwayRivals, action: BuildAction, name: NameOfSeat) -> str:
    """“5 of 6 points, pays 2 gold to Ben, +6 gold for reaching Leeds first”."""
    simulator = build_simulator_of(state, action.seat)
    effect = build_effect(simulator, action.path)
    step = effect.steps[0] if len(effect.steps) == 1 else None
    reason = cost_reason_text(state.hex_map, step.a, step.b) if step else ""
    parts = [f"{effect.cost} of {cost_text(state, simulator.capital)}{reason}"]
    if effect.payments:
        parts.append(f"pays {gold_to_rivals_text(effect.payments, name)}")
    for step in effect.steps:
        if step.bonus:
            parts.append(f"+{step.bonus} gold for reaching {state.hex_map.town_at[step.b].name} first")
    return ", ".join(parts)


def rest_of_path_text(state: RailwayRivals, action: Build | PlanTrack) -> str:
    """“, 3 steps short of Leeds (at least 4 points more)”, “, reaches London”, or empty."""
    onward = _effect_of(state, action).onward
    if onward is None:
        return "" if state.hex_map.find_town(action.toward) else f", reaches {action.toward}"
    short = f"{count_noun(onward.length, 'step')} short of {action.toward}"
    return f", {short} (at least {cost_text(state, onward.cost)} more)"


def _done_label(view: View[RailwayRivals], action: Done, field: str, name: NameOfSeat) -> str:
    """“Stop building: lose 5 building points”."""
    state, question = view.state, find_build_question(view.state, action.seat)
    is_planning = question is not None and not question.is_now
    capital = question.simulator.capital if question is not None else 0
    label = "Stop planning for this roll" if is_planning else "Stop building"
    if state.operating:
        return f"{label}: keep the rest of your gold"
    return f"{label}: lose {count_noun(capital, BUILDING_POINT)}" if capital else label


# -- short labels


def _build_short_label(view: View[RailwayRivals], action: Build, field: str, name: NameOfSeat) -> ShortLabel:
    """The short label of the action, of its goal (``toward``), or of its path, depending on ``field``."""
    if field == "toward":
        return goal_short_label(view.state, action.seat, action.toward)
    return path_short_label(view.state, action, name, is_whole=not field)


def goal_short_label(state: RailwayRivals, seat: Seat, goal: str) -> ShortLabel:
    """“Carlisle · cost 9, first +6 gold”."""
    simulator = build_simulator_of(state, seat)
    paths = plain_build_paths(state.hex_map.key, simulator.network_hexes)
    if goal not in paths:
        return ShortLabel(goal)
    cheapest, _ = paths[goal]
    gains = (TOWN_BONUS,) if has_first_bonus(simulator, goal) else ()
    short_gain = f", +{TOWN_BONUS} gold" if gains else ""
    gain = f", first +{TOWN_BONUS} gold" if gains else _NO_BONUS
    price = price_text(state, cheapest.cost)
    label = fit_label(
        f"{goal} · {price}{gain}",
        f"{goal} · {price}{short_gain}",
        f"{goal} · {cheapest.cost}{short_gain}",
        max_length=MAX_LABEL,
    )
    return ShortLabel(label, f"{count_noun(cheapest.length, 'step')} away", gains=gains, costs=(cheapest.cost,))


def path_short_label(
    state: RailwayRivals, action: Build | PlanTrack, name: NameOfSeat, *, is_whole: bool
) -> ShortLabel:
    """“Hexham · cost 3, +6 gold”, “Carlisle · 5 of 7, later +6 gold”.

    “5 of 7” are the cost of this part of the path and the cost of the whole path. Unless ``is_whole``, the label begins
    with what distinguishes the path from others to the same goal.
    """
    effect, goal = _effect_of(state, action), action.toward
    towns = state.hex_map.town_names_on(action.path.hexes)
    towns_passed = [town for hex, town in towns.items() if hex in action.path.hexes[1:] and town != goal]
    head = f"{goal if is_whole else _distinction_text(action.path, towns, towns_passed)} · "
    price = f"{effect.cost} of {effect.total_cost}" if effect.onward else price_text(state, effect.cost)
    later = f", later +{TOWN_BONUS}" if effect.has_later_bonus else ""
    gain = _bonus_text(state, effect, goal) or (f"{later} gold" if later else _NO_BONUS)
    short_gain = _bonus_amount_text(effect) or later
    fees, sum_of_fees = _fee_text(effect, name), _fee_sum_text(effect)
    label = fit_label(
        f"{head}{price}{gain}{fees}",
        f"{head}{price}{gain}{sum_of_fees}",
        f"{head}{price}{short_gain}{sum_of_fees}",
        f"{head}{price}{short_gain}",
        f"{head}{price}",
        max_length=MAX_LABEL,
    )
    via = f"By {', '.join(towns_passed)}" if towns_passed else ""
    detail = fit_detail(via, hexes_text(action.path, towns), between="; ")
    bonus = effect.bonus or TOWN_BONUS * effect.has_later_bonus
    return _short_label_with_numbers(label, detail, bonus, (effect.total_cost, effect.fees))


def _short_label_with_numbers(label: str, detail: str, bonus: int, costs: Sequence[int]) -> ShortLabel:
    """Make a short label; its gains and costs are the numbers that its text contains."""
    gains = (bonus,) if bonus and has_number(label, bonus) else ()
    return ShortLabel(
        label, detail, gains=gains, costs=tuple(cost for cost in costs if cost and has_number(label, cost))
    )


def _distinction_text(path: Branches, towns: Mapping[Hex, str], towns_passed: Sequence[str]) -> str:
    """The first town that a path passes, or else its first step."""
    if towns_passed:
        return f"by {towns_passed[0]}"
    return "–".join(towns.get(hex, hex) for hex in path.hexes[:2])


def _bonus_text(state: RailwayRivals, effect: BuildEffect, goal: str) -> str:
    """“, +6 gold”, or “, +6 gold Hexham” if the bonus is for a town before the goal."""
    towns = [state.hex_map.town_at[step.b].name for step in effect.steps if step.bonus]
    where = f" {towns[0]}" if len(towns) == 1 and towns != [goal] else ""
    return f"{_bonus_amount_text(effect)}{where}"


def _bonus_amount_text(effect: BuildEffect) -> str:
    return f", +{effect.bonus} gold" if effect.bonus else ""


def _fee_text(effect: BuildEffect, name: NameOfSeat) -> str:
    """“, 2 gold to Ben”; for several rivals “, pay 5 gold”."""
    if len(effect.payments) != 1:
        return _fee_sum_text(effect)
    ((rival, gold),) = effect.payments.items()
    return f", {gold} gold to {shorten_name(name(rival), 10)}"


def _fee_sum_text(effect: BuildEffect) -> str:
    return f", pay {effect.fees} gold" if effect.fees else ""


def _lay_short_label(view: View[RailwayRivals], action: Lay, field: str, name: NameOfSeat) -> ShortLabel:
    return _hexes_short_label(build_simulator_of(view.state, action.seat), action.path)


def _hexes_short_label(simulator: BuildSimulator, path: Branches) -> ShortLabel:
    """“Carlisle–B7 · 1 of 3 to Penrith, pay 1 gold”: the cost, and the nearest town in this direction."""
    state, effect = simulator.state, build_effect(simulator, path)
    towns = state.hex_map.town_names_on(path.hexes)
    ends = ", ".join(f"{towns.get(line[0], line[0])}–{towns.get(line[-1], line[-1])}" for line in path.lines)
    last, fees, bonus = ends.rpartition("–")[2], _fee_sum_text(effect), _bonus_amount_text(effect)
    nearer = _nearer_town(simulator, path, effect.cost)
    if bonus:
        price = f"{price_text(state, effect.cost)}{bonus}"
    elif nearer:
        town, total = nearer
        later = f", later +{TOWN_BONUS}" if has_first_bonus(simulator, town) else ""
        price = f"{effect.cost} of {total} to {town}{later}"
    else:
        price = f"{price_text(state, effect.cost)}, no town nearer"
    label = fit_label(
        f"{ends} · {price}{fees}",
        f"{last} · {price}{fees}",
        f"{ends} · {price}",
        f"{last} · {price}",
        f"{last} · {price.partition(', later')[0]}",
        f"{ends} · {price_text(state, effect.cost)}",
        max_length=MAX_LABEL,
    )
    total = nearer[1] if nearer and not bonus else effect.cost
    detail = fit_detail(hexes_text(path, towns))
    short_label = _short_label_with_numbers(label, detail, effect.bonus, (total, effect.fees))
    return replace(short_label, quiet=not bonus and not nearer)


def _nearer_town(simulator: BuildSimulator, path: Branches, cost: int) -> tuple[str, int] | None:
    """The nearest town to which the cheapest track may begin with a path, and its total cost; None if there is none.

    ``cost`` is the cost of the path. Towns with a bonus come first.
    """
    towns = _towns_nearer(simulator.chart.key, simulator.network_hexes, frozenset(path.hexes), cost)
    if not towns:
        return None
    _, total, town = min((not has_first_bonus(simulator, town), total, town) for town, total in towns)
    return town, total


@lru_cache(512)
def _towns_nearer(
    key: str, network: frozenset[Hex], path_hexes: frozenset[Hex], cost: int
) -> tuple[tuple[str, int], ...]:
    """The (name, total cost) pairs of the towns to which the cheapest track may begin with a path.

    The result is cached, because a page of some 200 hexes needs it for its labels, its text, and each of its layouts.
    """
    after = plain_build_paths(key, network | path_hexes)
    return tuple(
        (town, cheapest.cost)
        for town, (cheapest, _) in plain_build_paths(key, network).items()
        if town not in after or after[town][0].cost + cost <= cheapest.cost
    )


def _done_short_label(view: View[RailwayRivals], action: Done, field: str, name: NameOfSeat) -> ShortLabel:
    """“Stop building (lose 5 points)”, “Stop building (keep 40 gold)”."""
    state, question = view.state, find_build_question(view.state, action.seat)
    is_planning = question is not None and not question.is_now
    capital = question.simulator.capital if question is not None else 0
    lost = f" (lose {count_noun(capital, 'point')})" if capital and not state.operating else ""
    kept = f" (keep {state.gold[action.seat]} gold)" if state.operating and not is_planning else ""
    return ShortLabel(f"{'Stop planning' if is_planning else 'Stop building'}{lost}{kept}", quiet=True)


# -- the lines above a question


def _build_context(view: View[RailwayRivals], action: Build, field: str) -> str:
    """For a path, the capital and equal paths; otherwise equal goals, or else the last unreached towns."""
    simulator = build_simulator_of(view.state, action.seat)
    if field == "path":
        return _join_sentences(_capital_text(simulator), _equal_paths_text(simulator, action.toward))
    return _equal_goals_text(simulator) or unreached_towns_context(view, action, field)


def _lay_context(view: View[RailwayRivals], action: Lay, field: str) -> str:
    """The capital, and a note if no hex leads nearer to a town or if the best hexes are equal."""
    simulator = build_simulator_of(view.state, action.seat)
    paths = [Branches(((step.a, step.b),)) for step in simulator.legal_steps()]
    labels = [_hexes_short_label(simulator, path) for path in paths]
    note = "No hex in reach brings a town nearer." if all(label.quiet for label in labels) else ""
    if field != "path":
        return note
    rated = [(label, _effect_numbers(simulator, path)) for label, path in zip(labels, paths, strict=True)]
    return _join_sentences(_capital_text(simulator), note or _equal_text(rated))


def unreached_towns_context(view: View[RailwayRivals], action: Build | PlanTrack, field: str) -> str:
    """“The first to arrive gets 6 gold: Leeds and York.”; empty unless few towns are left."""
    state = view.state
    towns = sorted(state.hex_map.town_at[hex].name for hex in state.unreached_towns)
    if field not in ("", "toward") or state.operating or not 0 < len(towns) <= _MAX_TOWNS_NAMED:
        return ""
    return f"The first to arrive gets {TOWN_BONUS} gold: {join_words(towns)}."


def _join_sentences(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _capital_text(simulator: BuildSimulator) -> str:
    """“1 point left.”; in the operating stage “1 gold left.”."""
    return f"{cost_text(simulator.state, simulator.capital)} left."


def _equal_paths_text(simulator: BuildSimulator, goal: str) -> str:
    """A sentence about the best paths to a goal if they are equal; empty otherwise."""
    rated = [
        (path_short_label(simulator.state, build, str, is_whole=False), _effect_numbers(simulator, build.path, goal))
        for build in _offered_builds(simulator)
        if build.toward == goal
    ]
    return _equal_text(rated)


def _equal_goals_text(simulator: BuildSimulator) -> str:
    """A sentence about the best goals if the best paths to them are equal; empty otherwise."""
    best_by_goal = dict[str, tuple[ShortLabel, tuple[int, ...]]]()
    for build in _offered_builds(simulator):
        label = path_short_label(simulator.state, build, str, is_whole=True)
        if build.toward not in best_by_goal or label.worth > best_by_goal[build.toward][0].worth:
            best_by_goal[build.toward] = (label, _effect_numbers(simulator, build.path, build.toward))
    return _equal_text(list(best_by_goal.values()))


def _offered_builds(simulator: BuildSimulator) -> list[Build]:
    return [offer for offer in BuildOffers(simulator) if isinstance(offer, Build)]


def _effect_numbers(simulator: BuildSimulator, path: Branches, goal: str = "") -> tuple[int, ...]:
    """The numbers that describe a path's effect, including those that do not fit in its label."""
    effect = build_effect(simulator, path, goal)
    onward_cost = effect.total_cost - effect.cost
    return effect.cost, effect.fees, effect.bonus, onward_cost, int(effect.has_later_bonus)


def _equal_text(rated: Sequence[tuple[ShortLabel, tuple[int, ...]]]) -> str:
    """“Appleby and Penrith are equal: take any.”; ``rated`` are (label, numbers of the effect) pairs.

    The sentence is empty if there is only one best label, or if the best labels differ in their text or numbers.
    """
    most = max((label.worth for label, _ in rated if not label.quiet), default=0)
    best = [(label, numbers) for label, numbers in rated if not label.quiet and label.worth == most]
    parts = [label.label.partition(" · ") for label, _ in best]
    is_equal = len({shown for _, _, shown in parts}) == 1 and len({numbers for _, numbers in best}) == 1
    if len(best) < 2 or not is_equal:
        return ""
    heads = [head for head, _, _ in parts]
    if len(heads) > _MAX_EQUAL_NAMED:
        return f"First {len(heads)} equal: take any."
    return f"{join_words(heads)} are equal: take any."


def path_legend(view: View[RailwayRivals], action: Build | PlanTrack, field: str) -> str:
    """The explanation of “5 of 7” in the labels of goals and paths."""
    coin = "gold" if view.state.operating else "building points"
    return f"a of b: pay a now, b in all, in {coin}." if field in ("", "toward", "path") else ""


def _lay_legend(view: View[RailwayRivals], action: Lay, field: str) -> str:
    return "K13: a hex. Back: whole ways to towns." if field == "path" else ""


ACTION_TEXTS: ActionTexts = {
    Build: ActionText(
        label=build_label, short_label=_build_short_label, question_context=_build_context, legend=path_legend
    ),
    Lay: ActionText(label=_lay_label, short_label=_lay_short_label, question_context=_lay_context, legend=_lay_legend),
    Done: ActionText(label=_done_label, short_label=_done_short_label),
}


# -- events


def _roll_narration(event: DieRolled, name: NameOfSeat) -> Narration:
    """Narrate a roll, and what each player may spend: building points, or gold in the operating stage."""
    roll_text = f"{name(event.seat)} rolled {join_rolls(event.rolls)}"
    if event.races:
        gold = join_rolls([roll + OPERATING_ALLOWANCE for roll in event.rolls])
        allowed = f"{gold} gold (the roll plus {OPERATING_ALLOWANCE})"
        return Narration(f"{roll_text} for the next building. Everyone may spend up to {allowed}.")
    if len(event.rolls) == 1:
        points = count_noun(event.rolls[0], BUILDING_POINT)
        return Narration(f"Turn {event.turn}: {roll_text}. Everyone may spend {points}.")
    return Narration(f"From Turn {event.turn} on: {roll_text}, and builds first in Turn {event.turn}.")


def _track_narration(event: TrackBuilt, name: NameOfSeat) -> Narration:
    """“Ada built track from C9 to B9 for 4 building points and paid 5 gold to Ben.”"""
    cost = f"{event.cost} gold" if event.own else count_noun(event.cost, BUILDING_POINT)
    paid = f" and paid {gold_to_rivals_text(event.paid, name)}" if event.paid else ""
    rest = f" ({event.left} left to spend)" if event.left else ""
    sentence = f"{name(event.seat)} built track {path_text(event.path, event.towns)} for {cost}{paid}{rest}."
    return Narration(sentence, build_clause(event, name))


def build_clause(event: TrackBuilt, name: NameOfSeat, runs: Mapping[Hex, str] | None = None) -> str:
    """“built into Derby for 4, paid Ben 15”; ``runs`` are the names of special runs by hex.

    The event itself contains only the names of towns.
    """
    clause = f"built {goal_text(event.path, event.towns, runs or {})} for {event.cost}"
    return f"{clause}, paid {payments_text(event.paid, name)}" if event.paid else clause


def _town_narration(event: TownReached, name: NameOfSeat) -> Narration:
    """“Ada reached Leeds first: +6 gold.”"""
    bonus = f"+{event.bonus} gold" if event.bonus else "no bonus in the operating stage"
    return Narration(f"{name(event.seat)} reached {event.name} first: {bonus}.")


def _connection_narration(event: PlaceConnected, name: NameOfSeat) -> Narration:
    """“Ada reached Leeds after Ben: no bonus.”; for a special run “Ada connected to London.”"""
    if event.first is None:
        return Narration(f"{name(event.seat)} connected to {event.name}.")
    return Narration(f"{name(event.seat)} reached {event.name} after {name(event.first)}: no bonus.")


EVENT_TEXTS: EventTexts = {
    DieRolled: _roll_narration,
    TrackBuilt: _track_narration,
    TownReached: _town_narration,
    PlaceConnected: _connection_narration,
    CapitalLost: lambda event, name: Narration(
        f"{name(event.seat)} left {count_noun(event.gold, BUILDING_POINT)} unspent."
    ),
}
