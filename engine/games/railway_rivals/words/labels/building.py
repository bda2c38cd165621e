"""Start towns, track, plans, declarations and votes, as a menu says them."""

from __future__ import annotations

from operator import itemgetter

from engine.core.action import Action
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import POINT, TOWN_BONUS
from engine.games.railway_rivals.rules.building import asked_for
from engine.games.railway_rivals.rules.proposals import proposed_limit
from engine.games.railway_rivals.rules.search.ways import goals, plain_ways, way_left
from engine.games.railway_rivals.rules.site import Site, Step, cost_words
from engine.games.railway_rivals.state.actions import Build, Clear, Declare, Done, Lay, Limit, PlanTrack, Start, Vote
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration.building import path_words


def label(state: RailwayRivals, action: Action, field: str, name: Name) -> str:
    """Of an action of this half; empty for others."""
    match action:
        case Start(town=town):
            return f"{town}{_neighbors(state, action)}" if field else f"Begin in {town}."
        case Build(toward=toward, path=path):
            if field == "toward":
                return _toward(state, action)
            built = _built(state, action, path, name)
            if field:
                short = way_left(state.chart.key, path, toward)
                return f"{_short(state, path)}: {built}" + (f"; {counted(short.length, 'step')} short" if short else "")
            way = path_words(path, state.chart.towns_on(path.hexes))
            return f"Build toward {toward}, {way}: {built}{_onward(state, action)}.{_no_limit(state, action)}"
        case PlanTrack():
            return _plan(state, action, field, name)
        case Lay(path=path):
            built = _built(state, action, path, name)
            way = path_words(path, state.chart.towns_on(path.hexes))
            return f"{_short(state, path)}: {built}" if field else f"Build {way}: {built}.{_no_limit(state, action)}"
        case Limit(gold=gold):
            return f"{gold} gold" if field else f"My plans may pay {gold} gold more to rivals than was foreseen."
        case Clear():
            return "Forget what you planned last."
        case Done():
            return _done(state, action)
        case Declare():
            return "Declare that the building stage ends after two more Turns. It cannot be withdrawn."
        case Vote(end=end):
            return "End the building stage" if end == "yes" else "Go on building"
        case _:
            return ""


def _plan(state: RailwayRivals, action: PlanTrack, field: str, name: Name) -> str:
    """A plan reads as what it builds; its limit and its condition are said beside it, and which limit is proposed."""
    build = Build(action.seat, action.toward, action.path)
    match field:
        case "gold":
            proposed = action.gold == proposed_limit(_site(state, action.seat))
            return f"{action.gold} gold" + (" (proposed)" if proposed else "")
        case "when":
            return f"Only if I am the first in {action.toward}" if action.when == "first" else "In any case"
        case "":
            only = f" It is built only if nobody is in {action.toward} before." if action.when == "first" else ""
            more = f"up to {action.gold} gold more" if action.gold else "no more gold"
            words = f"Your plans may pay {more} to rivals than they do now.{only}"
            built = label(state, build, "", name).removesuffix(_no_limit(state, build))
            return f"{built.replace('Build', 'Plan', 1)} {words}"
        case _:
            return label(state, build, field, name)


def _no_limit(state: RailwayRivals, action: Build | Lay) -> str:
    """Of a plan without a limit: that it fails for a single gold, and what would help."""
    asked = asked_for(state, action.seat)
    if asked is None or asked.now:
        return ""
    if more := state.limits[action.seat].open():
        return f" Your plans may pay up to {more} gold more to rivals than they do now."
    return " It is skipped if it pays rivals more than it does now; to allow more, say a limit for your plans."


def _site(state: RailwayRivals, seat: Seat) -> Site:
    asked = asked_for(state, seat)
    return asked.site if asked else Site(state, seat, 0)


def _toward(state: RailwayRivals, action: Build) -> str:
    """“Leeds: 4 steps, at least 7 building points; nobody is there yet, +6 gold”."""
    site = _site(state, action.seat)
    ways = plain_ways(state.chart.key, site.hexes)
    if action.toward not in ways:
        return action.toward
    cheapest, _ = ways[action.toward]
    far = f"{action.toward}: {counted(cheapest.length, 'step')}, at least {_price(state, cheapest.cost)}"
    hexes = goals(state.chart.key)[action.toward]
    pays = any(hex in state.chart.town_at and hex not in state.first for hex in hexes) and len(hexes) == 1
    return f"{far}; nobody is there yet, +{TOWN_BONUS} gold" if pays and not state.operating else far


def _built(state: RailwayRivals, action: Build | Lay, path: Branches, name: Name) -> str:
    """“5 of your 6 building points; pays 2 gold to Ben; first in Leeds, +6 gold”."""
    site = _site(state, action.seat)
    capital, steps = site.capital, site.follow(path)
    cost, dear = sum(step.cost for step in steps), _dear(site, steps)
    parts = [f"{cost} of your {_price(state, capital)}{dear}", *_paid(steps, name)]
    for step in steps:
        if step.bonus:
            parts.append(f"first in {site.chart.town_at[step.b].name}, +{step.bonus} gold")
    return "; ".join(parts)


def _price(state: RailwayRivals, cost: int) -> str:
    """“1 building point”; in the operating stage “1 gold”."""
    return f"{cost} gold" if state.operating else counted(cost, POINT)


def _short(state: RailwayRivals, path: Branches) -> str:
    """“Penrith-C11-D12”: every hex, as the ways of a menu may differ in any; towns by name."""
    towns = state.chart.towns_on(path.hexes)
    return ", ".join("-".join(towns.get(hex, hex) for hex in line) for line in path.lines)


def _onward(state: RailwayRivals, action: Build) -> str:
    """What is left to build of a way that does not reach its goal yet."""
    end, rest = action.path.hexes[-1], way_left(state.chart.key, action.path, action.toward)
    if rest is None:
        return ""
    short = f"{counted(rest.length, 'step')} short of {action.toward}"
    return f". It reaches {end}, {short}: at least {_price(state, rest.cost)} more later"


def _dear(site: Site, steps: tuple[Step, ...]) -> str:
    """What makes a single step dear; of a longer path the sum must do."""
    return cost_words(site.chart, steps[0].a, steps[0].b) if len(steps) == 1 else ""


def _paid(steps: tuple[Step, ...], name: Name) -> list[str]:
    paid: dict[Seat, int] = {}
    for step in steps:
        for rival, gold in step.paid.items():
            paid[rival] = paid.get(rival, 0) + gold
    if not paid:
        return []
    return ["pays " + listed(tuple(f"{gold} gold to {name(rival)}" for rival, gold in paid.items()))]


def _done(state: RailwayRivals, action: Done) -> str:
    asked = asked_for(state, action.seat)
    planning = asked is not None and not asked.now
    if state.operating:
        done = "Plan no more for the next building" if planning else "Build no more before the next race"
        return f"{done}; you keep the rest of your gold."
    left = asked.site.capital if asked is not None else 0
    done = "Plan no more for this Turn" if planning else "Build no more this Turn"
    return f"{done}; {counted(left, POINT)} {'is' if left == 1 else 'are'} lost." if left else f"{done}."


def _neighbors(state: RailwayRivals, action: Start) -> str:
    """The three towns that are cheapest to reach from a start town."""
    town = state.chart.town_named(action.town)
    assert town is not None
    ways = plain_ways(state.chart.key, frozenset[Hex]({town.hex}))
    others = (other.name for other in state.chart.towns if other.name in ways)
    near = [(name, ways[name][0].cost) for name in others]
    near = sorted(near, key=itemgetter(1))[:_NEAR]
    return f" (near, in building points: {', '.join(f'{name} {cost}' for name, cost in near)})"


_NEAR = 3
