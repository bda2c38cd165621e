"""Alt text of the whole board, with all facts that a player needs for a move. (drawing rules, section 9)"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, permutations

from engine.core import Event, Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import SIZE_NAMES
from engine.games.railroads_of_catan.game_data.island import NodeId, track_ends
from engine.games.railroads_of_catan.game_data.pieces import EventCard, TrainPiece
from engine.games.railroads_of_catan.rules.scoring import count_joined_cities
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.captions import (
    as_sentence,
    barrels_text,
    corner_text,
    last_move_line,
    node_name_for,
    player_text,
    possessive_city_name,
)
from render.text_fitting import Names, first_word, join_sentences


def board_alt_text(state: RailroadsOfCatan, events: Sequence[Event], names: Names, line: str = "") -> str:
    """Describe the whole board: the turn, the last move or a question (``line``), closed track, players, and orders."""
    second_line = line or last_move_line(state, events, names)[1]
    first = f"Railroads of Catan, {corner_text(state)}. {as_sentence(second_line)}"
    storm = ["Coast track is closed this turn."] if state.event is EventCard.MONSOON else []
    order = ["Players in turn order:"] if state.turn else []
    short = _short_names(names)
    players = (_player_sentence(state, names, short, seat) for seat in state.order)
    return join_sentences((first, *storm, *order, *players, *_order_sentences(state, short)))


def player_sentence(state: RailroadsOfCatan, names: Names, seat: Seat) -> str:
    """Describe a player: mark, cash, associate, cities, trains, and track."""
    return _player_sentence(state, names, _short_names(names), seat)


def _player_sentence(state: RailroadsOfCatan, names: Names, short: Names, seat: Seat) -> str:
    return f"{player_text(names, seat)} {_player_text(state, short, seat)}"


def _short_names(names: Names) -> Names:
    """Return the first word of each name, or the whole names if two first words are the same."""
    words = tuple(map(first_word, names))
    return words if len(set(words)) == len(words) else names


def _player_text(state: RailroadsOfCatan, names: Names, seat: Seat) -> str:
    """“$12,000, Banker: cities 5-dot ore (H27); small train 1 at their 5-dot city, empty; …”"""
    own, associate = state.cities_of(seat), state.associates.get(seat)
    facts = []
    if own:
        cities = (f"{state.cities[hex].dots}-dot {state.layout.good_of(hex)} ({hex})" for hex in own)
        facts.append(f"cities {', '.join(cities)}")
    facts += (_train_text(state, names, train) for train in state.trains_of(seat))
    if state.tracks_of(seat):
        linked_text = f"{count_joined_cities(state, seat)} of {len(own)} cities linked"
        facts.append(f"{linked_text}; tracks {', '.join(_course_texts(state, names, seat))}")
    role = f", {ASSOCIATE_TEXTS[associate][0]}" if associate else ""
    start = f"{dollar_amount(state.cash[seat])}{role}"
    return f"{start}: {'; '.join(facts)}." if facts else f"{start}."


def _train_text(state: RailroadsOfCatan, names: Names, train: TrainPiece) -> str:
    where = possessive_city_name(state, train.at, names, train.seat)
    goods_text = f"with {barrels_text(train.goods)}" if train.goods else "empty"
    return f"{SIZE_NAMES[train.large]} train {train.number} at {where}, {goods_text}"


def _order_sentences(state: RailroadsOfCatan, names: Names) -> list[str]:
    """“Orders: A, ore to Ada’s 5-dot city for $6,000; …”"""
    orders = [
        f"{o.letter}, {o.good} to {possessive_city_name(state, o.city, names)} for {dollar_amount(o.bonus)}"
        for o in state.orders
    ]
    return [f"Orders: {'; '.join(orders)}."] if orders else []


_TrackLinks = Mapping[NodeId, Sequence[NodeId]]
"""Point -> the neighbors to which a seat's track leads."""


def _course_texts(state: RailroadsOfCatan, names: Names, seat: Seat) -> list[str]:
    """Return “3 from 5 to Ben 4” for each stretch of a seat's track: the number of its tracks, and its ends."""
    return [_course_text(state, names, seat, course) for course in _find_courses(state, seat)]


def _course_text(state: RailroadsOfCatan, names: Names, seat: Seat, course: Sequence[NodeId]) -> str:
    both = (course[0], course[-1])
    first, last = sorted(both, key=lambda place: _node_rank(state, seat, place))
    start, end = node_name_for(state, names, seat, first), node_name_for(state, names, seat, last)
    return f"{len(course) - 1} from {start} to {end}"


def _node_rank(state: RailroadsOfCatan, seat: Seat, place: NodeId) -> tuple[bool, bool, int]:
    """Return a sort key for points: own cities by dots, then rivals' cities by dots, then other points."""
    city = state.cities.get(place)
    return city is None, city is not None and city.seat != seat, -city.dots if city else 0


def _find_courses(state: RailroadsOfCatan, seat: Seat) -> list[tuple[NodeId, ...]]:
    """Return the points of each stretch of a seat's track. A stretch ends at a city, a junction, or a dead end."""
    links = _track_links(state, seat)
    knots = [place for place in links if place in state.cities or len(links[place]) != 2]
    knots = knots or [*links][:1]
    courses: dict[frozenset[frozenset[NodeId]], tuple[NodeId, ...]] = {}
    for start in knots:
        for after in links[start]:
            course = _follow_track(links, knots, start, after)
            courses.setdefault(frozenset(map(frozenset, pairwise(course))), course)
    return [*courses.values()]


def _track_links(state: RailroadsOfCatan, seat: Seat) -> _TrackLinks:
    links: dict[NodeId, list[NodeId]] = {}
    for track in state.tracks_of(seat):
        for here, there in permutations(track_ends(track)):
            links.setdefault(here, []).append(there)
    return links


def _follow_track(links: _TrackLinks, knots: Collection[NodeId], start: NodeId, after: NodeId) -> tuple[NodeId, ...]:
    """Return the points from ``start`` through ``after`` to the next knot: a city, a junction, or a dead end."""
    course = [start, after]
    while course[-1] not in knots:
        course.append(next(place for place in links[course[-1]] if place != course[-2]))
    return tuple(course)
