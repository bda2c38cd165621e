"""Start towns, track, plans, declarations and votes, as their buttons say them."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from engine.core import Action, Name, Seat, counted, listed
from engine.core.brief import LONGEST, Brief, detail_of, has_figure, label_that_fits, short_name
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import TOWN_BONUS
from engine.games.railway_rivals.rules.building import asked_for
from engine.games.railway_rivals.rules.proposals import pays_first, proposed_limit
from engine.games.railway_rivals.rules.search.ways import plain_ways, way_left
from engine.games.railway_rivals.rules.site import Site, Step
from engine.games.railway_rivals.rules.turns import declared_words
from engine.games.railway_rivals.state.actions import Build, Clear, Declare, Done, Lay, Limit, PlanTrack, Start, Vote
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals

_NEAR = 3
"""Neighbors of a start town that are told."""
_NAMED = 4
"""Towns that are named as not reached."""


def brief(state: RailwayRivals, action: Action, field: str, name: Name) -> Brief | None:
    """An action of the set-up or of building; None for others."""
    match action:
        case Start(town=town):
            return _start(state, town)
        case Build(toward=toward) | PlanTrack(toward=toward) if field == "toward":
            return _toward(state, action.seat, toward)
        case PlanTrack() if field != "path":
            return _plan(state, action, field)
        case Build() | PlanTrack():
            return _way(state, action, name, whole=not field)
        case Lay(path=path):
            return _steps(state, action.seat, path, name)
        case Limit(gold=gold):
            return Brief(f"{gold} gold more")
        case Clear():
            return Brief("Clear your last plan", quiet=True)
        case Done():
            return _done(state, action.seat)
        case Declare():
            return Brief("Declare the end", detail_of(declared_words(state), "can’t be undone"), quiet=True)
        case Vote(end=end):
            return Brief("End the building stage" if end == "yes" else "Continue building")
        case _:
            return None


def about(state: RailwayRivals, action: Action, field: str) -> str:
    """The towns that nobody has reached, where they are few."""
    left = sorted(state.chart.town_at[hex].name for hex in state.unreached)
    if not _is_of_ways(action, field) or state.operating or not 0 < len(left) <= _NAMED:
        return ""
    return f"First there gets {TOWN_BONUS} gold: {listed(left)}."


def legend(action: Action, field: str) -> str:
    """The meaning of the two figures of a way."""
    return "2 of 5 points: a part of the way, for now." if _is_of_ways(action, field) else ""


def _is_of_ways(action: Action, field: str) -> bool:
    return isinstance(action, Build | PlanTrack) and field in ("", "toward")


def _site(state: RailwayRivals, seat: Seat) -> Site:
    asked = asked_for(state, seat)
    return asked.site if asked else Site(state, seat, 0)


def _start(state: RailwayRivals, town: str) -> Brief:
    """“Newcastle · next towns 2, 4, 5 points”."""
    place = state.chart.town_named(town)
    assert place is not None
    ways = plain_ways(state.chart.key, frozenset[Hex]({place.hex}))
    others = [(ways[other.name][0].cost, other.name) for other in state.chart.towns if other.name in ways]
    near = sorted(others, key=itemgetter(0))[:_NEAR]
    costs = [cost for cost, _ in near]
    named = ", ".join(f"{other} {cost}" for cost, other in near)
    figures = ", ".join(map(str, costs))
    label = label_that_fits(f"{town} · next towns {figures} points", f"{town} · next {figures} points", room=LONGEST)
    return Brief(label, detail_of(named), costs=costs)


def _toward(state: RailwayRivals, seat: Seat, toward: str) -> Brief:
    """“Carlisle · 9 points, first +6 gold”."""
    site = _site(state, seat)
    ways = plain_ways(state.chart.key, site.hexes)
    if toward not in ways:
        return Brief(toward)
    cheapest, _ = ways[toward]
    gains = (TOWN_BONUS,) if pays_first(site, toward) else ()
    first = f", first +{TOWN_BONUS} gold" if gains else ""
    label = label_that_fits(
        f"{toward} · {_price(state, cheapest.cost)}{first}",
        f"{toward} · {_price(state, cheapest.cost)}{first.replace('first ', '')}",
        f"{toward} · {cheapest.cost}{first.replace('first ', '')}",
        room=LONGEST,
    )
    return Brief(label, f"{counted(cheapest.length, 'step')} away", gains=gains, costs=(cheapest.cost,))


def _price(state: RailwayRivals, cost: int) -> str:
    return f"{cost} gold" if state.operating else counted(cost, "point")


def _way(state: RailwayRivals, action: Build | PlanTrack, name: Name, *, whole: bool) -> Brief:
    """“Hexham · 3 points, +6 gold”, “Carlisle · 5 of 7 points, 2 gold to Ben”; of a way alone the town it passes.

    “5 of 7” is a part of the way: what it costs now, and what the whole of it does.
    """
    site = _site(state, action.seat)
    steps = site.follow(action.path)
    cost, paid = sum(step.cost for step in steps), _paid(steps)
    rest = way_left(state.chart.key, site.hexes | frozenset(action.path.hexes), action.toward)
    towns = state.chart.towns_on(action.path.hexes)
    past = [town for hex, town in towns.items() if hex in action.path.hexes[1:] and town != action.toward]
    head = f"{action.toward} · " if whole else f"{_by(action.path, towns, past)} · "
    total = cost + (rest.cost if rest else 0)
    part = f"{cost} of " if rest else ""
    bonus, fees = _bonus_words(state, steps, action.toward), _fee_words(paid, name)
    label = label_that_fits(
        f"{head}{part}{_price(state, total)}{bonus}{fees}",
        f"{head}{part}{_price(state, total)}{_bonus_alone(steps)}{_fee_sum(paid)}",
        f"{head}{part}{total}{_bonus_alone(steps)}{_fee_sum(paid)}",
        f"{head}{part}{total}{_bonus_alone(steps)}",
        f"{head}{part}{total}",
        room=LONGEST,
    )
    via = f"By {', '.join(past)}" if past else ""
    detail = detail_of(via, "-".join(towns.get(hex, hex) for hex in action.path.hexes), between="; ")
    return _with_figures(label, detail, sum(step.bonus for step in steps), (total, sum(paid.values())))


def _with_figures(label: str, detail: str, bonus: int, costs: Sequence[int]) -> Brief:
    """The brief with those figures that its label has room for."""
    gains = (bonus,) if bonus and has_figure(label, bonus) else ()
    return Brief(label, detail, gains=gains, costs=tuple(cost for cost in costs if cost and has_figure(label, cost)))


def _by(path: Branches, towns: Mapping[Hex, str], past: Sequence[str]) -> str:
    """The town that a way passes, or its first step: it tells the way from others."""
    first = towns.get(path.hexes[0], path.hexes[0])
    if past:
        return f"by {past[0]}"
    return f"{first}–{towns.get(path.hexes[1], path.hexes[1])}" if len(path.hexes) > 1 else str(first)


def _bonus_words(state: RailwayRivals, steps: Sequence[Step], toward: str) -> str:
    """“, +6 gold”, or “, +6 gold Hexham” of a town on the way."""
    gaining = [step for step in steps if step.bonus]
    names = [state.chart.town_at[step.b].name for step in gaining]
    where = f" {names[0]}" if len(names) == 1 and names != [toward] else ""
    return f"{_bonus_alone(steps)}{where}"


def _bonus_alone(steps: Sequence[Step]) -> str:
    bonus = sum(step.bonus for step in steps)
    return f", +{bonus} gold" if bonus else ""


def _paid(steps: Sequence[Step]) -> dict[Seat, int]:
    """The gold for each rival."""
    paid: dict[Seat, int] = {}
    for step in steps:
        for rival, gold in step.paid.items():
            paid[rival] = paid.get(rival, 0) + gold
    return paid


def _fee_words(paid: Mapping[Seat, int], name: Name) -> str:
    """“, 2 gold to Ben”; of several rivals the sum."""
    if len(paid) != 1:
        return _fee_sum(paid)
    ((rival, gold),) = paid.items()
    return f", {gold} gold to {short_name(name(rival), 10)}"


def _fee_sum(paid: Mapping[Seat, int]) -> str:
    return f", pay {sum(paid.values())} gold" if paid else ""


def _steps(state: RailwayRivals, seat: Seat, path: Branches, name: Name) -> Brief:
    """“Carlisle–B7 · 1 point, 1 gold to Ben”."""
    steps = _site(state, seat).follow(path)
    towns = state.chart.towns_on(path.hexes)
    cost, paid = sum(step.cost for step in steps), _paid(steps)
    ends = ", ".join(f"{towns.get(line[0], line[0])}–{towns.get(line[-1], line[-1])}" for line in path.lines)
    bonus = _bonus_alone(steps)
    label = label_that_fits(
        f"{ends} · {_price(state, cost)}{bonus}{_fee_words(paid, name)}",
        f"{ends} · {_price(state, cost)}{bonus}{_fee_sum(paid)}",
        f"{ends} · {_price(state, cost)}{bonus}",
        f"{ends} · {_price(state, cost)}",
        room=LONGEST,
    )
    hexes = ", ".join("-".join(towns.get(hex, hex) for hex in line) for line in path.lines)
    return _with_figures(label, detail_of(hexes), sum(step.bonus for step in steps), (cost, sum(paid.values())))


def _plan(state: RailwayRivals, action: PlanTrack, field: str) -> Brief:
    if field == "gold":
        is_proposed = action.gold == proposed_limit(_site(state, action.seat))
        return Brief(f"{action.gold} gold more{' (suggested)' if is_proposed else ''}")
    if field == "when":
        return Brief(
            label_that_fits(f"Only if first in {action.toward}", "Only if first there")
            if action.when == "first"
            else "In any case"
        )
    towns = state.chart.towns_on(action.path.hexes)
    detail = detail_of("-".join(towns.get(hex, hex) for hex in action.path.hexes))
    first = " if first" if action.when == "first" else ""
    return Brief(label_that_fits(f"{action.toward}{first} · limit {action.gold} gold"), detail)


def _done(state: RailwayRivals, seat: Seat) -> Brief:
    """“Stop building (lose 5 points)”, “Stop building (keep 40 gold)”."""
    asked = asked_for(state, seat)
    planning = asked is not None and not asked.now
    left = asked.site.capital if asked is not None else 0
    lost = f" (lose {counted(left, 'point')})" if left and not state.operating else ""
    kept = f" (keep {state.gold[seat]} gold)" if state.operating and not planning else ""
    return Brief(f"{'Stop planning' if planning else 'Stop building'}{lost}{kept}", quiet=True)
