"""Labels of start towns, track, plans, declarations, and votes."""

from collections.abc import Mapping
from operator import itemgetter

from engine.core import Action, NameOfSeat, Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT, TOWN_BONUS
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator, BuildStep, cost_reason_text
from engine.games.railway_rivals.rules.building import find_build_question, plan_outlook
from engine.games.railway_rivals.rules.building_stage_turns import declaration_text
from engine.games.railway_rivals.rules.proposals import default_limit, has_first_bonus
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths, remaining_path
from engine.games.railway_rivals.rules.search.distance_maps import BuildPath
from engine.games.railway_rivals.state.actions import Build, Clear, Declare, Done, Lay, Limit, PlanTrack, Start, Vote
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.narration.building import path_text, skip_clause


def label(state: RailwayRivals, action: Action, field: str, name: NameOfSeat) -> str:
    """Say an action of the set-up or of building; empty for others."""
    match action:
        case Start(town=town):
            return f"{town}: {_near_towns_text(state, action)}" if field else f"Start in {town}"
        case Build(path=path):
            if field == "toward":
                return _goal_label(state, action)
            effect_text = _build_effect_text(state, action, path, name)
            if field:
                path_onward = _remaining_path(state, action)
                return f"{_hexes_text(state, path)}: {effect_text}" + (
                    f", {count_noun(path_onward.length, 'step')} short" if path_onward else ""
                )
            plan = f"{_limit_text(state, action)}{_outlook_text(state, action)}"
            return f"Build {_lines_text(state, path)}: {effect_text}{_remaining_path_text(state, action)}{plan}"
        case PlanTrack():
            return _plan_label(state, action, field, name)
        case Lay(path=path):
            effect_text = _build_effect_text(state, action, path, name)
            if field:
                return f"{_hexes_text(state, path)}: {effect_text}"
            return (
                f"Build {_lines_text(state, path)}: "
                f"{effect_text}{_limit_text(state, action)}{_outlook_text(state, action)}"
            )
        case Limit(gold=gold):
            return f"{gold} gold" if field else f"Let my plans pay rivals {_extra_gold_text(gold)}"
        case Clear():
            return "Clear your last plan"
        case Done():
            return _done_label(state, action)
        case Declare():
            return f"Declare the end of the building stage: {declaration_text(state)}, and it can’t be undone"
        case Vote(end=end):
            return "End the building stage" if end == "yes" else "Continue building"
        case _:
            return ""


def _plan_label(state: RailwayRivals, action: PlanTrack, field: str, name: NameOfSeat) -> str:
    """A plan reads as what it builds; its limit and its condition are said next to it, and which limit is proposed."""
    build = Build(action.seat, action.toward, action.path)
    match field:
        case "gold":
            is_suggested = action.gold == default_limit(_simulator_for(state, action.seat))
            return f"{action.gold} gold" + (" (suggested)" if is_suggested else "")
        case "when":
            return f"Only if I would be first in {action.toward}" if action.when == "first" else "In any case"
        case "":
            only = f". It is built only if you would be first in {action.toward}" if action.when == "first" else ""
            effect_text = f"{_build_effect_text(state, build, action.path, name)}{_remaining_path_text(state, build)}"
            limit = f"Your plans may pay rivals {_extra_gold_text(action.gold)}{only}{_outlook_text(state, action)}"
            return f"Plan {_lines_text(state, action.path)}: {effect_text}. {limit}"
        case _:
            return label(state, build, field, name)


def _limit_text(state: RailwayRivals, action: Build | Lay) -> str:
    """Tell what a plan may pay; without a limit, that it fails for a single gold, and what would help."""
    question = find_build_question(state, action.seat)
    if question is None or question.is_now:
        return ""
    if more := state.limits[action.seat].open():
        return f". Your plans may pay rivals {_extra_gold_text(more)}"
    return ". If it pays rivals more than now, it is skipped. To allow more, set a limit for your plans"


def _outlook_text(state: RailwayRivals, action: Build | Lay | PlanTrack) -> str:
    """Tell which plan before this one would be skipped on the present board, and whether this one too."""
    before, this = plan_outlook(state, action)
    if not before:
        return ""
    plan = f"your earlier plan for track {path_text(before[0].path, before[0].towns)} would be skipped"
    both = ", and so would this one" if this else ""
    return f". As the board is now, {plan}{both}: {skip_clause(before[0])}"


def _extra_gold_text(gold: int) -> str:
    return f"up to {gold} gold more than now" if gold else "no more than now"


def _simulator_for(state: RailwayRivals, seat: Seat) -> BuildSimulator:
    question = find_build_question(state, seat)
    return question.simulator if question else BuildSimulator(state, seat, 0)


def _goal_label(state: RailwayRivals, action: Build) -> str:
    """“Leeds: 4 steps, at least 7 points, +6 gold for reaching it first”."""
    simulator = _simulator_for(state, action.seat)
    paths = plain_build_paths(state.hex_map.key, simulator.network_hexes)
    if action.toward not in paths:
        return action.toward
    cheapest, _ = paths[action.toward]
    distance_text = (
        f"{action.toward}: {count_noun(cheapest.length, 'step')}, at least {_cost_text(state, cheapest.cost)}"
    )
    return (
        f"{distance_text}, +{TOWN_BONUS} gold for reaching it first"
        if has_first_bonus(simulator, action.toward)
        else distance_text
    )


def _build_effect_text(state: RailwayRivals, action: Build | Lay, path: Branches, name: NameOfSeat) -> str:
    """“5 of 6 points, pays 2 gold to Ben, +6 gold for reaching Leeds first”."""
    simulator = _simulator_for(state, action.seat)
    capital, steps = simulator.capital, simulator.apply_path(path)
    cost, reason_text = sum(step.cost for step in steps), _cost_reason_text(simulator, steps)
    parts = [f"{cost} of {_cost_text(state, capital)}{reason_text}", *_payment_texts(steps, name)]
    for step in steps:
        if step.bonus:
            parts.append(f"+{step.bonus} gold for reaching {simulator.chart.town_at[step.b].name} first")
    return ", ".join(parts)


def _cost_text(state: RailwayRivals, cost: int) -> str:
    """“1 point”; in the operating stage “1 gold”."""
    return f"{cost} gold" if state.operating else count_noun(cost, "point")


def _hexes_text(state: RailwayRivals, path: Branches) -> str:
    """“Penrith-C11-D12”: every hex, as the paths of a menu may differ in any; towns by name."""
    towns = state.hex_map.town_names_on(path.hexes)
    return ", ".join("-".join(towns.get(hex, hex) for hex in line) for line in path.lines)


def _lines_text(state: RailwayRivals, path: Branches) -> str:
    """“Darlington–Durham (M13-M12-M11-M10)”: the ends of each line, and its hexes where the ends do not say them."""
    towns = state.hex_map.town_names_on(path.hexes)
    return " and ".join(_line_text(line, towns) for line in path.lines)


def _line_text(line: tuple[Hex, ...], towns: Mapping[Hex, str]) -> str:
    ends = [towns.get(hex, hex) for hex in (line[0], line[-1])]
    is_plain = len(line) == len(ends) and ends == list(line)
    return "–".join(ends) + ("" if is_plain else f" ({'-'.join(line)})")


def _remaining_path_text(state: RailwayRivals, action: Build) -> str:
    """Tell what is left to build of a path that does not reach its goal yet, or the special run that it reaches."""
    path_onward = _remaining_path(state, action)
    if path_onward is None:
        return "" if state.hex_map.find_town(action.toward) else f", reaches {action.toward}"
    short = f"{count_noun(path_onward.length, 'step')} short of {action.toward}"
    return f", {short} (at least {_cost_text(state, path_onward.cost)} more)"


def _remaining_path(state: RailwayRivals, action: Build) -> BuildPath | None:
    """The cheapest path from all track that there is then, for it may begin elsewhere than where this one ends."""
    network = _simulator_for(state, action.seat).network_hexes | frozenset(action.path.hexes)
    return remaining_path(state.hex_map.key, network, action.toward)


def _cost_reason_text(simulator: BuildSimulator, steps: tuple[BuildStep, ...]) -> str:
    """Tell what makes a single step expensive; of a longer path the sum must do."""
    return cost_reason_text(simulator.chart, steps[0].a, steps[0].b) if len(steps) == 1 else ""


def _payment_texts(steps: tuple[BuildStep, ...], name: NameOfSeat) -> list[str]:
    payments: dict[Seat, int] = {}
    for step in steps:
        for rival, gold in step.payments.items():
            payments[rival] = payments.get(rival, 0) + gold
    if not payments:
        return []
    return ["pays " + join_words(tuple(f"{gold} gold to {name(rival)}" for rival, gold in payments.items()))]


def _done_label(state: RailwayRivals, action: Done) -> str:
    question = find_build_question(state, action.seat)
    planning = question is not None and not question.is_now
    done = "Stop planning for this roll" if planning else "Stop building"
    if state.operating:
        return f"{done}: keep the rest of your gold"
    remaining = question.simulator.capital if question is not None else 0
    return f"{done}: lose {count_noun(remaining, BUILDING_POINT)}" if remaining else done


def _near_towns_text(state: RailwayRivals, action: Start) -> str:
    """The three towns that are cheapest to reach from a start town."""
    town = state.hex_map.find_town(action.town)
    assert town is not None
    paths = plain_build_paths(state.hex_map.key, frozenset[Hex]({town.hex}))
    others = (other.name for other in state.hex_map.towns if other.name in paths)
    near = [(name, paths[name][0].cost) for name in others]
    near = sorted(near, key=itemgetter(1))[:_MAX_NEAR_TOWNS]
    return "near " + join_words([f"{name} ({count_noun(cost, 'point')})" for name, cost in near])


_MAX_NEAR_TOWNS = 3
