"""The whole board in words, for its alt text: enough to choose a move by. (drawing rules for maps, section 9)"""

from collections.abc import Sequence

from engine.core import Event, Seat, dollars
from engine.games.railroads_of_catan.box.figures import LARGE
from engine.games.railroads_of_catan.box.pieces import EventCard, Train
from engine.games.railroads_of_catan.rules.ending import joined_count
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.courses import course_words
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
        facts.append(f"{linked}, track {', '.join(course_words(state, names, seat))}")
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
