"""Start towns, track, plans, declarations and votes, as a menu says them."""

from collections.abc import Mapping
from operator import itemgetter

from engine.core import Action, Name, Seat, counted, listed
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import POINT, TOWN_BONUS
from engine.games.railway_rivals.rules.building import asked_for, outlook_of
from engine.games.railway_rivals.rules.proposals import pays_first, proposed_limit
from engine.games.railway_rivals.rules.search.grid import Way
from engine.games.railway_rivals.rules.search.ways import plain_ways, way_left
from engine.games.railway_rivals.rules.site import Site, Step, cost_words
from engine.games.railway_rivals.rules.turns import declared_words
from engine.games.railway_rivals.state.actions import Build, Clear, Declare, Done, Lay, Limit, PlanTrack, Start, Vote
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration.building import path_words, skip_clause


def label(state: RailwayRivals, action: Action, field: str, name: Name) -> str:
    """Say an action of the set-up or of building; empty for others."""
    match action:
        case Start(town=town):
            return f"{town}: {_neighbors(state, action)}" if field else f"Start in {town}"
        case Build(path=path):
            if field == "toward":
                return _toward(state, action)
            built = _built(state, action, path, name)
            if field:
                short = _way_left(state, action)
                return f"{_short(state, path)}: {built}" + (f", {counted(short.length, 'step')} short" if short else "")
            plan = f"{_no_limit(state, action)}{_outlook(state, action)}"
            return f"Build {_line_words(state, path)}: {built}{_onward(state, action)}{plan}"
        case PlanTrack():
            return _plan(state, action, field, name)
        case Lay(path=path):
            built = _built(state, action, path, name)
            if field:
                return f"{_short(state, path)}: {built}"
            return f"Build {_line_words(state, path)}: {built}{_no_limit(state, action)}{_outlook(state, action)}"
        case Limit(gold=gold):
            return f"{gold} gold" if field else f"Let my plans pay rivals {_more(gold)}"
        case Clear():
            return "Clear your last plan"
        case Done():
            return _done(state, action)
        case Declare():
            return f"Declare the end of the building stage: {declared_words(state)}, and it can’t be undone"
        case Vote(end=end):
            return "End the building stage" if end == "yes" else "Continue building"
        case _:
            return ""


def _plan(state: RailwayRivals, action: PlanTrack, field: str, name: Name) -> str:
    """A plan reads as what it builds; its limit and its condition are said beside it, and which limit is proposed."""
    build = Build(action.seat, action.toward, action.path)
    match field:
        case "gold":
            proposed = action.gold == proposed_limit(_site(state, action.seat))
            return f"{action.gold} gold" + (" (suggested)" if proposed else "")
        case "when":
            return f"Only if I would be first in {action.toward}" if action.when == "first" else "In any case"
        case "":
            only = f". It is built only if you would be first in {action.toward}" if action.when == "first" else ""
            built = f"{_built(state, build, action.path, name)}{_onward(state, build)}"
            limit = f"Your plans may pay rivals {_more(action.gold)}{only}{_outlook(state, action)}"
            return f"Plan {_line_words(state, action.path)}: {built}. {limit}"
        case _:
            return label(state, build, field, name)


def _no_limit(state: RailwayRivals, action: Build | Lay) -> str:
    """Tell what a plan may pay; without a limit, that it fails for a single gold, and what would help."""
    asked = asked_for(state, action.seat)
    if asked is None or asked.now:
        return ""
    if more := state.limits[action.seat].open():
        return f". Your plans may pay rivals {_more(more)}"
    return ". If it pays rivals more than now, it is skipped. To allow more, set a limit for your plans"


def _outlook(state: RailwayRivals, action: Build | Lay | PlanTrack) -> str:
    """Tell which plan before this one would be skipped on the present board, and whether this one too."""
    before, this = outlook_of(state, action)
    if not before:
        return ""
    plan = f"your earlier plan for track {path_words(before[0].path, before[0].towns)} would be skipped"
    both = ", and so would this one" if this else ""
    return f". As the board is now, {plan}{both}: {skip_clause(before[0])}"


def _more(gold: int) -> str:
    return f"up to {gold} gold more than now" if gold else "no more than now"


def _site(state: RailwayRivals, seat: Seat) -> Site:
    asked = asked_for(state, seat)
    return asked.site if asked else Site(state, seat, 0)


def _toward(state: RailwayRivals, action: Build) -> str:
    """“Leeds: 4 steps, at least 7 points, +6 gold for reaching it first”."""
    site = _site(state, action.seat)
    ways = plain_ways(state.chart.key, site.hexes)
    if action.toward not in ways:
        return action.toward
    cheapest, _ = ways[action.toward]
    far = f"{action.toward}: {counted(cheapest.length, 'step')}, at least {_price(state, cheapest.cost)}"
    return f"{far}, +{TOWN_BONUS} gold for reaching it first" if pays_first(site, action.toward) else far


def _built(state: RailwayRivals, action: Build | Lay, path: Branches, name: Name) -> str:
    """“5 of 6 points, pays 2 gold to Ben, +6 gold for reaching Leeds first”."""
    site = _site(state, action.seat)
    capital, steps = site.capital, site.follow(path)
    cost, dear = sum(step.cost for step in steps), _dear(site, steps)
    parts = [f"{cost} of {_price(state, capital)}{dear}", *_paid(steps, name)]
    for step in steps:
        if step.bonus:
            parts.append(f"+{step.bonus} gold for reaching {site.chart.town_at[step.b].name} first")
    return ", ".join(parts)


def _price(state: RailwayRivals, cost: int) -> str:
    """“1 point”; in the operating stage “1 gold”."""
    return f"{cost} gold" if state.operating else counted(cost, "point")


def _short(state: RailwayRivals, path: Branches) -> str:
    """“Penrith-C11-D12”: every hex, as the ways of a menu may differ in any; towns by name."""
    towns = state.chart.towns_on(path.hexes)
    return ", ".join("-".join(towns.get(hex, hex) for hex in line) for line in path.lines)


def _line_words(state: RailwayRivals, path: Branches) -> str:
    """“Darlington–Durham (M13-M12-M11-M10)”: the ends of each line, and its hexes where the ends do not say them."""
    towns = state.chart.towns_on(path.hexes)
    return " and ".join(_ends(line, towns) for line in path.lines)


def _ends(line: tuple[Hex, ...], towns: Mapping[Hex, str]) -> str:
    ends = [towns.get(hex, hex) for hex in (line[0], line[-1])]
    plain = len(line) == len(ends) and ends == list(line)
    return "–".join(ends) + ("" if plain else f" ({'-'.join(line)})")


def _onward(state: RailwayRivals, action: Build) -> str:
    """Tell what is left to build of a way that does not reach its goal yet, or the special run that it reaches."""
    rest = _way_left(state, action)
    if rest is None:
        return "" if state.chart.town_named(action.toward) else f", reaches {action.toward}"
    short = f"{counted(rest.length, 'step')} short of {action.toward}"
    return f", {short} (at least {_price(state, rest.cost)} more)"


def _way_left(state: RailwayRivals, action: Build) -> Way | None:
    """The cheapest way from all track that there is then, for it may begin elsewhere than where this one ends."""
    network = _site(state, action.seat).hexes | frozenset(action.path.hexes)
    return way_left(state.chart.key, network, action.toward)


def _dear(site: Site, steps: tuple[Step, ...]) -> str:
    """Tell what makes a single step dear; of a longer path the sum must do."""
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
    done = "Stop planning for this roll" if planning else "Stop building"
    if state.operating:
        return f"{done}: keep the rest of your gold"
    left = asked.site.capital if asked is not None else 0
    return f"{done}: lose {counted(left, POINT)}" if left else done


def _neighbors(state: RailwayRivals, action: Start) -> str:
    """The three towns that are cheapest to reach from a start town."""
    town = state.chart.town_named(action.town)
    assert town is not None
    ways = plain_ways(state.chart.key, frozenset[Hex]({town.hex}))
    others = (other.name for other in state.chart.towns if other.name in ways)
    near = [(name, ways[name][0].cost) for name in others]
    near = sorted(near, key=itemgetter(1))[:_NEAR]
    return "near " + listed([f"{name} ({counted(cost, 'point')})" for name, cost in near])


_NEAR = 3
