"""Start towns, track, plans, declarations and votes, as their buttons say them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from msgspec.structs import replace

from engine.core import Action, NameOfSeat, Seat, count_noun, join_words
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, has_number, shorten_name
from engine.games.railway_rivals.game_data.constants import TOWN_BONUS
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator, BuildStep
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.rules.building_stage_turns import declaration_text
from engine.games.railway_rivals.rules.proposals import BuildOffers, default_limit, has_first_bonus
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths, remaining_path
from engine.games.railway_rivals.state.actions import Build, Clear, Declare, Done, Lay, Limit, PlanTrack, Start, Vote
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals

_MAX_NEAR_TOWNS = 3
"""Neighbors of a start town that are told."""
_NAMED = 4
"""Towns that are named as not reached."""
_MAX_EQUAL = 2
"""Equal answers that are named; of more only their number is told."""
_NO_BONUS = ", for runs"


def short_label(state: RailwayRivals, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of an action of the set-up or of building; None for others."""
    match action:
        case Start(town=town):
            return _start_short_label(state, town)
        case Build(toward=toward) | PlanTrack(toward=toward) if field == "toward":
            return _goal_short_label(state, action.seat, toward)
        case PlanTrack() if field != "path":
            return _plan_short_label(state, action, field)
        case Build() | PlanTrack():
            return _path_short_label(state, action, name, is_whole=not field)
        case Lay(path=path):
            return _steps_short_label(state, action.seat, path, name)
        case Limit(gold=gold):
            return ShortLabel(f"{gold} gold more")
        case Clear():
            return ShortLabel("Clear your last plan", quiet=True)
        case Done():
            return _done_short_label(state, action.seat)
        case Declare():
            return ShortLabel("Declare the end", fit_detail(declaration_text(state), "can’t be undone"), quiet=True)
        case Vote(end=end):
            return ShortLabel("End the building stage" if end == "yes" else "Continue building")
        case _:
            return None


def about(state: RailwayRivals, action: Action, field: str) -> str:
    """The line that all answers about track share: points left, equal answers, unreached towns."""
    match action:
        case Lay():
            return _about_hexes(state, action.seat, is_path_asked=field == "path")
        case Build(toward=toward) if field == "path":
            return _join_sentences(_capital_text(state, action.seat), _equal_paths_text(state, action.seat, toward))
        case Build() if field in ("", "toward"):
            return _equal_towns_text(state, action.seat) or _unreached_towns_text(state, action, field)
        case _:
            return _unreached_towns_text(state, action, field)


def _about_hexes(state: RailwayRivals, seat: Seat, *, is_path_asked: bool) -> str:
    """The points left, and whether no hex brings a town nearer or the best are equal."""
    paths = _step_paths(_simulator_for(state, seat))
    labels = [_steps_short_label(state, seat, path, str) for path in paths]
    note = "No hex in reach brings a town nearer." if all(label.quiet for label in labels) else ""
    if not is_path_asked:
        return note
    rated = [(label, _path_figures(state, seat, path)) for label, path in zip(labels, paths, strict=True)]
    return _join_sentences(_capital_text(state, seat), note or _equal_text(rated))


def _step_paths(simulator: BuildSimulator) -> list[Branches]:
    return [Branches(((step.a, step.b),)) for step in simulator.legal_steps()]


def _join_sentences(*sentences: str) -> str:
    """The sentences that are not empty."""
    return " ".join(filter(None, sentences))


def _capital_text(state: RailwayRivals, seat: Seat) -> str:
    """“1 point left.”; in the operating stage gold pays."""
    capital = _simulator_for(state, seat).capital
    return f"{capital} gold left." if state.operating else f"{count_noun(capital, 'point')} left."


def _equal_paths_text(state: RailwayRivals, seat: Seat, toward: str) -> str:
    """Tell that the best ways to a town are equal, if they are."""
    builds = [build for build in _builds(state, seat) if build.toward == toward]
    return _equal_text(
        [
            (_path_short_label(state, build, str, is_whole=False), _path_figures(state, seat, build.path, toward))
            for build in builds
        ]
    )


def _equal_towns_text(state: RailwayRivals, seat: Seat) -> str:
    """Tell that the best ways to the best towns are equal, if they are."""
    best_by_town = dict[str, tuple[ShortLabel, tuple[int, ...]]]()
    for build in _builds(state, seat):
        label = _path_short_label(state, build, str, is_whole=True)
        if build.toward not in best_by_town or label.worth > best_by_town[build.toward][0].worth:
            best_by_town[build.toward] = (label, _path_figures(state, seat, build.path, build.toward))
    return _equal_text(list(best_by_town.values()))


def _builds(state: RailwayRivals, seat: Seat) -> list[Build]:
    """The ways that the seat is offered."""
    return [offer for offer in BuildOffers(_simulator_for(state, seat)) if isinstance(offer, Build)]


def _path_figures(state: RailwayRivals, seat: Seat, path: Branches, toward: str = "") -> tuple[int, ...]:
    """The cost, payments and gains of a path, now and later, also where a label has no room for them."""
    simulator = _simulator_for(state, seat)
    steps = simulator.copy().apply_path(path)
    network = simulator.network_hexes | frozenset(path.hexes)
    onward = remaining_path(state.hex_map.key, network, toward) if toward else None
    cost, payments = sum(step.cost for step in steps), sum(_payments_by_rival(steps).values())
    later = bool(onward) and has_first_bonus(simulator, toward)
    return cost, payments, sum(step.bonus for step in steps), onward.cost if onward else 0, int(later)


def _equal_text(rated: Sequence[tuple[ShortLabel, tuple[int, ...]]]) -> str:
    """“Appleby and Penrith are equal: take any.”, of labels that have the same figures and that no other exceeds."""
    most = max((label.worth for label, _ in rated if not label.quiet), default=0)
    best = [(label, figures) for label, figures in rated if not label.quiet and label.worth == most]
    parts = [label.label.partition(" · ") for label, _ in best]
    is_equal = len({figures for _, _, figures in parts}) == 1 and len({figures for _, figures in best}) == 1
    if len(best) < 2 or not is_equal:
        return ""
    heads = [head for head, _, _ in parts]
    if len(heads) > _MAX_EQUAL:
        return f"First {len(heads)} equal: take any."
    return f"{join_words(heads)} are equal: take any."


def _unreached_towns_text(state: RailwayRivals, action: Action, field: str) -> str:
    """The towns that no one has reached, where they are few."""
    left = sorted(state.hex_map.town_at[hex].name for hex in state.unreached_towns)
    if not _is_of_ways(action, field) or state.operating or not 0 < len(left) <= _NAMED:
        return ""
    return f"First there gets {TOWN_BONUS} gold: {join_words(left)}."


def legend(state: RailwayRivals, action: Action, field: str) -> str:
    """The meaning of the numbers of towns and paths."""
    coin = "gold" if state.operating else "building points"
    match action:
        case Start():
            return "Cost in building points (1 to 6 a turn)."
        case Build() | PlanTrack() if field in ("", "toward", "path"):
            return f"a of b: pay a now, b in all, in {coin}."
        case Lay() if field == "path":
            return "K13: a hex. Back: whole ways to towns."
        case _:
            return ""


def _is_of_ways(action: Action, field: str) -> bool:
    return isinstance(action, Build | PlanTrack) and field in ("", "toward")


def _simulator_for(state: RailwayRivals, seat: Seat) -> BuildSimulator:
    question = find_build_question(state, seat)
    return question.simulator if question else BuildSimulator(state, seat, 0)


def nearest_towns(state: RailwayRivals, town: str) -> list[tuple[int, str]]:
    """The towns that are cheapest to reach from a town, each with the cost of track there."""
    place = state.hex_map.find_town(town)
    assert place is not None
    paths = plain_build_paths(state.hex_map.key, frozenset[Hex]({place.hex}))
    others = [(paths[other.name][0].cost, other.name) for other in state.hex_map.towns if other.name in paths]
    return sorted(others, key=itemgetter(0))[:_MAX_NEAR_TOWNS]


def _start_short_label(state: RailwayRivals, town: str) -> ShortLabel:
    """“Newcastle · next towns cost 2, 4, 5”."""
    near = nearest_towns(state, town)
    costs = [cost for cost, _ in near]
    towns_text = ", ".join(f"{other} {cost}" for cost, other in near)
    figures = ", ".join(map(str, costs))
    label = fit_label(f"{town} · next towns cost {figures}", f"{town} · next cost {figures}", max_length=MAX_LABEL)
    return ShortLabel(label, fit_detail(towns_text), costs=costs)


def _goal_short_label(state: RailwayRivals, seat: Seat, toward: str) -> ShortLabel:
    """“Carlisle · cost 9, first +6 gold”."""
    simulator = _simulator_for(state, seat)
    paths = plain_build_paths(state.hex_map.key, simulator.network_hexes)
    if toward not in paths:
        return ShortLabel(toward)
    cheapest, _ = paths[toward]
    gains = (TOWN_BONUS,) if has_first_bonus(simulator, toward) else ()
    first = f", first +{TOWN_BONUS} gold" if gains else ""
    label = fit_label(
        f"{toward} · {_price_text(state, cheapest.cost)}{first or _NO_BONUS}",
        f"{toward} · {_price_text(state, cheapest.cost)}{first.replace('first ', '')}",
        f"{toward} · {cheapest.cost}{first.replace('first ', '')}",
        max_length=MAX_LABEL,
    )
    return ShortLabel(label, f"{count_noun(cheapest.length, 'step')} away", gains=gains, costs=(cheapest.cost,))


def _price_text(state: RailwayRivals, cost: int) -> str:
    """“cost 5”; in the operating stage “cost 5 gold”."""
    return f"cost {cost} gold" if state.operating else f"cost {cost}"


def _path_short_label(
    state: RailwayRivals, action: Build | PlanTrack, name: NameOfSeat, *, is_whole: bool
) -> ShortLabel:
    """“Hexham · cost 3, +6 gold”, “Carlisle · 5 of 7, later +6 gold”; of a path alone what tells it from others.

    “5 of 7” is a part of the path: what it costs now, and what the whole of it does.
    """
    simulator = _simulator_for(state, action.seat)
    steps = simulator.apply_path(action.path)
    cost, payments = sum(step.cost for step in steps), _payments_by_rival(steps)
    path_onward = remaining_path(
        state.hex_map.key, simulator.network_hexes | frozenset(action.path.hexes), action.toward
    )
    towns = state.hex_map.town_names_on(action.path.hexes)
    towns_passed = [town for hex, town in towns.items() if hex in action.path.hexes[1:] and town != action.toward]
    distinction = "" if is_whole else _distinction_text(action.path, towns, towns_passed)
    head = f"{action.toward if is_whole else distinction} · "
    total = cost + (path_onward.cost if path_onward else 0)
    price = f"{cost} of {total}" if path_onward else _price_text(state, total)
    bonus, later = sum(step.bonus for step in steps), bool(path_onward) and has_first_bonus(simulator, action.toward)
    gain = _bonus_text(state, steps, action.toward) or (f", later +{TOWN_BONUS} gold" if later else _NO_BONUS)
    short_gain = _bonus_amount_text(steps) or (f", later +{TOWN_BONUS}" if later else "")
    fees, sum_of_fees = _fee_text(payments, name), _fee_sum_text(payments)
    label = fit_label(
        f"{head}{price}{gain}{fees}",
        f"{head}{price}{gain}{sum_of_fees}",
        f"{head}{price}{short_gain}{sum_of_fees}",
        f"{head}{price}{short_gain}",
        f"{head}{price}",
        max_length=MAX_LABEL,
    )
    via = f"By {', '.join(towns_passed)}" if towns_passed else ""
    detail = fit_detail(via, "-".join(towns.get(hex, hex) for hex in action.path.hexes), between="; ")
    return _short_label_with_numbers(label, detail, bonus or TOWN_BONUS * later, (total, sum(payments.values())))


def _short_label_with_numbers(label: str, detail: str, bonus: int, costs: Sequence[int]) -> ShortLabel:
    """The short label with those numbers that it has room for."""
    gains = (bonus,) if bonus and has_number(label, bonus) else ()
    return ShortLabel(
        label, detail, gains=gains, costs=tuple(cost for cost in costs if cost and has_number(label, cost))
    )


def _distinction_text(path: Branches, towns: Mapping[Hex, str], towns_passed: Sequence[str]) -> str:
    """The town that a path passes, or its first step: it tells the path from others."""
    first = towns.get(path.hexes[0], path.hexes[0])
    if towns_passed:
        return f"by {towns_passed[0]}"
    return f"{first}–{towns.get(path.hexes[1], path.hexes[1])}" if len(path.hexes) > 1 else str(first)


def _bonus_text(state: RailwayRivals, steps: Sequence[BuildStep], toward: str) -> str:
    """“, +6 gold”, or “, +6 gold Hexham” of a town on the way."""
    gaining = [step for step in steps if step.bonus]
    names = [state.hex_map.town_at[step.b].name for step in gaining]
    where = f" {names[0]}" if len(names) == 1 and names != [toward] else ""
    return f"{_bonus_amount_text(steps)}{where}"


def _bonus_amount_text(steps: Sequence[BuildStep]) -> str:
    bonus = sum(step.bonus for step in steps)
    return f", +{bonus} gold" if bonus else ""


def _payments_by_rival(steps: Sequence[BuildStep]) -> dict[Seat, int]:
    """The gold for each rival."""
    payments: dict[Seat, int] = {}
    for step in steps:
        for rival, gold in step.payments.items():
            payments[rival] = payments.get(rival, 0) + gold
    return payments


def _fee_text(payments: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“, 2 gold to Ben”; of several rivals the sum."""
    if len(payments) != 1:
        return _fee_sum_text(payments)
    ((rival, gold),) = payments.items()
    return f", {gold} gold to {shorten_name(name(rival), 10)}"


def _fee_sum_text(payments: Mapping[Seat, int]) -> str:
    return f", pay {sum(payments.values())} gold" if payments else ""


def _steps_short_label(state: RailwayRivals, seat: Seat, path: Branches, name: NameOfSeat) -> ShortLabel:
    """“Carlisle–B7 · 1 of 3 to Penrith, pay 1 gold”: the cost, and the next town that it brings nearer."""
    simulator = _simulator_for(state, seat)
    steps = simulator.copy().apply_path(path)
    towns = state.hex_map.town_names_on(path.hexes)
    cost, payments = sum(step.cost for step in steps), _payments_by_rival(steps)
    ends = ", ".join(f"{towns.get(line[0], line[0])}–{towns.get(line[-1], line[-1])}" for line in path.lines)
    nearer = _nearer_town(simulator, path, cost)
    bonus, fees = _bonus_amount_text(steps), _fee_sum_text(payments)
    if bonus:
        price = f"{_price_text(state, cost)}{bonus}"
    elif nearer:
        town, total = nearer
        later = f", later +{TOWN_BONUS}" if has_first_bonus(simulator, town) else ""
        price = f"{cost} of {total} to {town}{later}"
    else:
        price = f"{_price_text(state, cost)}, no town nearer"
    label = fit_label(
        f"{ends} · {price}{fees}",
        f"{ends.rpartition('–')[2]} · {price}{fees}",
        f"{ends} · {price}",
        f"{ends.rpartition('–')[2]} · {price}",
        f"{ends.rpartition('–')[2]} · {price.partition(', later')[0]}",
        f"{ends} · {_price_text(state, cost)}",
        max_length=MAX_LABEL,
    )
    hexes = ", ".join("-".join(towns.get(hex, hex) for hex in line) for line in path.lines)
    total = nearer[1] if nearer and not bonus else cost
    numbered = _short_label_with_numbers(
        label, fit_detail(hexes), sum(step.bonus for step in steps), (total, sum(payments.values()))
    )
    return replace(numbered, quiet=not bonus and not nearer)


def _nearer_town(simulator: BuildSimulator, path: Branches, cost: int) -> tuple[str, int] | None:
    """The next town to which the cheapest track may begin with this, and its cost; first those with a bonus."""
    towns = _towns_nearer(simulator.chart.key, simulator.network_hexes, frozenset(path.hexes), cost)
    if not towns:
        return None
    _, total, town = min((not has_first_bonus(simulator, town), total, town) for town, total in towns)
    return town, total


@lru_cache(512)
def _towns_nearer(
    key: str, network: frozenset[Hex], path_hexes: frozenset[Hex], cost: int
) -> tuple[tuple[str, int], ...]:
    """The towns that track of this cost brings nearer, each with the cost of the whole way to it.

    Cached, because a page asks the same of some 200 hexes for its labels, for its text and for each of its layouts.
    """
    after = plain_build_paths(key, network | path_hexes)
    return tuple(
        (town, cheapest.cost)
        for town, (cheapest, _) in plain_build_paths(key, network).items()
        if town not in after or after[town][0].cost + cost <= cheapest.cost
    )


def _plan_short_label(state: RailwayRivals, action: PlanTrack, field: str) -> ShortLabel:
    if field == "gold":
        is_proposed = action.gold == default_limit(_simulator_for(state, action.seat))
        return ShortLabel(f"{action.gold} gold more{' (suggested)' if is_proposed else ''}")
    if field == "when":
        return ShortLabel(
            fit_label(f"Only if first in {action.toward}", "Only if first there")
            if action.when == "first"
            else "In any case"
        )
    towns = state.hex_map.town_names_on(action.path.hexes)
    detail = fit_detail("-".join(towns.get(hex, hex) for hex in action.path.hexes))
    first = " if first" if action.when == "first" else ""
    return ShortLabel(fit_label(f"{action.toward}{first} · limit {action.gold} gold"), detail)


def _done_short_label(state: RailwayRivals, seat: Seat) -> ShortLabel:
    """“Stop building (lose 5 points)”, “Stop building (keep 40 gold)”."""
    question = find_build_question(state, seat)
    planning = question is not None and not question.is_now
    remaining = question.simulator.capital if question is not None else 0
    lost = f" (lose {count_noun(remaining, 'point')})" if remaining and not state.operating else ""
    kept = f" (keep {state.gold[seat]} gold)" if state.operating and not planning else ""
    return ShortLabel(f"{'Stop planning' if planning else 'Stop building'}{lost}{kept}", quiet=True)
