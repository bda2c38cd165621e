"""The whole board in words, for its alt text: enough to choose a move by. (drawing rules for maps, section 9)"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, permutations

from engine.core import Event, Seat, dollars
from engine.games.railroads_of_catan.box.figures import LARGE
from engine.games.railroads_of_catan.box.island import Place, ends
from engine.games.railroads_of_catan.box.pieces import EventCard, Train
from engine.games.railroads_of_catan.rules.ending import joined_count
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.words import barrels, corner, from_seat, last_move, named, player, sentence
from render.labels import Names, first_word, joined


def board_alt(state: RailroadsOfCatan, news: Sequence[Event], names: Names, line: str = "") -> str:
    """The turn, the last move or the question, then the players in turn order, the open orders, and closed track."""
    told = line or last_move(state, news, names)[1]
    first = f"Railroads of Catan, {corner(state)}. {sentence(told)}"
    storm = ["Coast track is closed this turn."] if state.event is EventCard.MONSOON else []
    order = ["Players in turn order:"] if state.turn else []
    short = _short(names)
    players = (f"{player(names, seat)} {_player(state, short, seat)}" for seat in state.order)
    return joined((first, *storm, *order, *players, *_orders(state, short)))


def _short(names: Names) -> Names:
    """First words of names, where they tell all players apart: whole names leave no room for what they have."""
    words = tuple(map(first_word, names))
    return words if len(set(words)) == len(words) else names


def _player(state: RailroadsOfCatan, names: Names, seat: Seat) -> str:
    """“$12,000, Banker: cities 5 ore (H27); small train 1 at 5, empty; 2 of 4 cities linked, track 5–Ben 4 (3).”"""
    own, associate = state.cities_of(seat), state.associates.get(seat)
    facts = []
    if own:
        cities = (f"{state.cities[hex].dots} {state.layout.good(hex)} ({hex})" for hex in own)
        facts.append(f"cities {', '.join(cities)}")
    facts += (_train(state, names, train) for train in state.trains_of(seat))
    if state.tracks_of(seat):
        linked = f"{joined_count(state, seat)} of {len(own)} cities linked"
        facts.append(f"{linked}, track {', '.join(_course_words(state, names, seat))}")
    role = f", {ASSOCIATE_WORDS[associate][0]}" if associate else ""
    start = f"{dollars(state.cash[seat])}{role}"
    return f"{start}: {'; '.join(facts)}." if facts else f"{start}."


def _train(state: RailroadsOfCatan, names: Names, train: Train) -> str:
    where = from_seat(state, names, train.seat, train.at)
    return f"{LARGE[train.large]} train {train.number} at {where}, {barrels(train.goods)}"


def _orders(state: RailroadsOfCatan, names: Names) -> list[str]:
    """“Orders: A ore to Ada 5 for $6,000, …”"""
    orders = [f"{o.letter} {o.good} to {named(state, o.city, names)} for {dollars(o.bonus)}" for o in state.orders]
    return [f"Orders: {', '.join(orders)}."] if orders else []


_Ways = Mapping[Place, Sequence[Place]]
"""The points to which track leads from each point."""


def _course_words(state: RailroadsOfCatan, names: Names, seat: Seat) -> list[str]:
    """“5–Ben 4 (3)” for each course of a seat's track: where it begins and ends, and how many tracks it has."""
    return [_said(state, names, seat, course) for course in _courses(state, seat)]


def _said(state: RailroadsOfCatan, names: Names, seat: Seat, course: Sequence[Place]) -> str:
    both = (course[0], course[-1])
    first, last = sorted(both, key=lambda place: _rank(state, seat, place))
    start, end = from_seat(state, names, seat, first), from_seat(state, names, seat, last)
    return f"{start}–{end} ({len(course) - 1})"


def _rank(state: RailroadsOfCatan, seat: Seat, place: Place) -> tuple[bool, bool, int]:
    """Own cities come first, most dots first, then those of rivals, then points."""
    city = state.cities.get(place)
    return city is None, city is not None and city.seat != seat, -city.dots if city else 0


def _courses(state: RailroadsOfCatan, seat: Seat) -> list[tuple[Place, ...]]:
    """Every course once, in the order of its track's names."""
    ways = _ways(state, seat)
    knots = [place for place in ways if place in state.cities or len(ways[place]) != 2]
    knots = knots or [*ways][:1]
    found: dict[frozenset[frozenset[Place]], tuple[Place, ...]] = {}
    for start in knots:
        for after in ways[start]:
            course = _followed(ways, knots, start, after)
            found.setdefault(frozenset(map(frozenset, pairwise(course))), course)
    return [*found.values()]


def _ways(state: RailroadsOfCatan, seat: Seat) -> _Ways:
    ways: dict[Place, list[Place]] = {}
    for track in state.tracks_of(seat):
        for here, there in permutations(ends(track)):
            ways.setdefault(here, []).append(there)
    return ways


def _followed(ways: _Ways, knots: Collection[Place], start: Place, after: Place) -> tuple[Place, ...]:
    """The points from a knot to the next one."""
    course = [start, after]
    while course[-1] not in knots:
        course.append(next(place for place in ways[course[-1]] if place != course[-2]))
    return tuple(course)
