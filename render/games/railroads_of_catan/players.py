"""The players in the order of play: money, associate, rails, cities, trains with goods. (drawing rules, section 7)"""

from collections.abc import Iterator, Sequence

from engine.core import Seat, counted, dollars
from engine.games.railroads_of_catan.box.figures import LARGE, RAILS
from engine.games.railroads_of_catan.box.pieces import Associate, Train
from engine.games.railroads_of_catan.rules.ending import joined as joined_cities
from engine.games.railroads_of_catan.rules.ending import joined_count
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS
from engine.games.railroads_of_catan.state.phases import Bidding, Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import Ticks, city, hollow_city, train, train_width
from render.games.railroads_of_catan.signs import good_box
from render.games.railroads_of_catan.words import barrels, corner, named, player
from render.geometry import mark
from render.labels import Names, joined
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, RIGHT, ROOM, header, picture
from render.parts.text import BODY, SMALL, Style
from render.scene import Box, Layer, Polygon, Scene, Shape, layer

EFFECTS = {
    Associate.CREW: "2 more tracks",
    Associate.BANKER: "10% of cash",
    Associate.ENGINEER: "track half price",
    Associate.CONDUCTOR: "mountains 1 move",
    Associate.NEGOTIATOR: "goods half price",
    Associate.UNION: "rivals’ track free",
}
"""What an associate does, in as few words as possible."""

_TALL, _GAP, _FOOT, _LEGEND_LINE = 312, 16, 70, 36
_CORNER, _EDGE, _ASKED_EDGE = 10, 3, 8
_BLOCK, _ROUND = 148, 14
"""A card's block in the player's color, whose right corners are square."""
_PLACE_LINE, _MARK_DOWN, _MARK_RADIUS = 138, 226, 46
_LEFT, _RIGHT = MARGIN + _BLOCK + 30, RIGHT - 30
_NAME_LINE, _CASH_LINE, _CITIES, _TRAINS = 86, 90, 158, 256
"""Lines of a card, and the middles of its other rows."""
_NAME_LEAST, _CASH_GAP, _NAME_GAP, _EFFECT_GAP, _EFFECT_AIR = 240.0, 30, 26, 18, 46
_CITY, _CITY_STEP, _CITY_RADIUS, _MADE, _MADE_SIDE = 38, 164, 34, 76, 56
_RAILS, _RAILS_LEFT, _RAILS_UP = Ticks(26, 17, 50, 2.5, 3), 250, 25
_BARREL, _TRAIN, _SMALLER = 52.0, 54.0, 0.87
"""A barrel with its gap, the height of a train, and the share of both where somebody has very many."""
_BARRELS_GAP, _BARREL_GAP, _EMPTY_LINE, _EMPTY_CORNER = 12, 4, 3, 6
_TRAINS_LEAST, _TRAINS_MOST, _TRAINS_GAP, _NO_TRAINS_LINE = 24, 40.0, 30, 17
_PLACE = Style("hb", 120)
_CASH = Style("hb", 88)
_PLAYER = Style("hb", 66)
_ASSOCIATE = Style("sb", 48)


def players_scene(state: RailroadsOfCatan, names: Names) -> Scene:
    """One card a player; a player who moves now has an accent edge."""
    waiting = asked(state)
    shapes: list[Shape] = []
    for i, seat in enumerate(state.order):
        shapes += _card(state, seat, i, names, CONTENT + i * (_TALL + _GAP), asked=seat in waiting)
    bottom = CONTENT + state.seats * (_TALL + _GAP)
    legend = "solid city: linked by own track · empty box: room for a barrel"
    layers = (
        header("Players in turn order", corner(state), _line(state, waiting, names)),
        layer("cards", shapes),
        Layer("legend", (SMALL.left(MARGIN, bottom + _LEGEND_LINE, legend, "legend", INK_SOFT),)),
    )
    facts = (_sentence(state, seat, names) for seat in state.order)
    alt = joined(
        (f"Railroads of Catan, {corner(state)}, players in turn order. {_line(state, waiting, names)}.", *facts)
    )
    return picture("players", bottom + _FOOT, PALETTE, layers, alt)


def asked(state: RailroadsOfCatan) -> tuple[Seat, ...]:
    """The seats that bid, build, or run trains now."""
    match state.flow[-1:]:
        case (Building(seat=seat) | Running(seat=seat),):
            return (seat,)
        case (Bidding() as bidding,):
            return tuple(seat for seat in state.order if seat not in bidding.ranks)
        case _:
            return ()


def _line(state: RailroadsOfCatan, waiting: Sequence[Seat], names: Names) -> str:
    who = names[waiting[0] - 1] if len(waiting) == 1 else ""
    match state.flow[-1:]:
        case ():
            return "Game over"
        case (Building(),):
            return f"{who} is building"
        case (Running(),):
            return f"{who} is running trains"
        case (Bidding(),):
            return f"{who} is bidding" if who else f"{counted(len(waiting), 'player')} bidding for turn order"
        case _:
            return "Cash, associates, cities, rails, and trains"


def _card(state: RailroadsOfCatan, seat: Seat, place: int, names: Names, y: float, *, asked: bool) -> Iterator[Shape]:
    whose, middle = PLAYERS[seat - 1], MARGIN + _BLOCK / 2
    ink, line = (ACCENT, _ASKED_EDGE) if asked else (INK, _EDGE)
    yield Box(MARGIN, y, ROOM, _TALL, CARD, radius=_CORNER)
    yield Box(MARGIN, y, _BLOCK, _TALL, whose.color, radius=_CORNER)
    yield Box(MARGIN + _BLOCK - _ROUND, y, _ROUND, _TALL, whose.color)
    yield Box(MARGIN, y, ROOM, _TALL, None, ink, line, _CORNER)
    yield _PLACE.middle(middle, y + _PLACE_LINE, str(place + 1), "place", PAPER)
    yield Polygon(mark(whose.mark, middle, y + _MARK_DOWN, _MARK_RADIUS), PAPER)
    yield from _name(state, seat, names[seat - 1], y)
    yield from _cities(state, seat, y + _CITIES)
    yield from _rails(state, seat, y + _CITIES)
    yield from _trains(state, seat, y + _TRAINS)


def _name(state: RailroadsOfCatan, seat: Seat, name: str, y: float) -> Iterator[Shape]:
    """Name, associate and what it does, money."""
    cash, base = dollars(state.cash[seat]), y + _NAME_LINE
    yield _CASH.right(_RIGHT, y + _CASH_LINE, cash, "cash")
    end = _RIGHT - _CASH.wide(cash) - _CASH_GAP
    associate = state.associates.get(seat)
    title = ASSOCIATE_WORDS[associate][0] if associate else ""
    effect = EFFECTS[associate] if associate else ""
    words = _ASSOCIATE.wide(title) + BODY.wide(effect) + _EFFECT_AIR if associate else 0
    name = _PLAYER.cut(name, max(_NAME_LEAST, end - _LEFT - words))
    yield _PLAYER.left(_LEFT, base, name, "player")
    if not associate:
        return
    x = _LEFT + _PLAYER.wide(name) + _NAME_GAP
    yield _ASSOCIATE.left(x, base, title, "associate")
    x += _ASSOCIATE.wide(title) + _EFFECT_GAP
    if x + SMALL.wide(effect) <= end:
        yield BODY.left(x, base, effect, "effect", INK_SOFT, room=end - x)


def _cities(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Each with its good; solid where own track joins it to another."""
    own = state.cities_of(seat)
    linked = joined_cities(state, seat) if own else ()
    for i, hex in enumerate(own):
        x, dots = _LEFT + _CITY + i * _CITY_STEP, state.cities[hex].dots
        drawn = city if len(linked) > 1 and hex in linked else hollow_city
        yield drawn(seat, dots, x, y, _CITY_RADIUS)
        if good := state.layout.good(hex):
            yield good_box(good, x + _MADE, y, _MADE_SIDE)


def _rails(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """A tick for each rail, those on the board full."""
    left, color = max(0, state.rails_left(seat)), PLAYERS[seat - 1].color
    words = f"{counted(left, 'rail')} left"
    yield _ASSOCIATE.right(_RIGHT, y + _ASSOCIATE.rise, words, "rails left")
    start = _RIGHT - _RAILS_LEFT - RAILS * _RAILS.step
    yield from _RAILS.row(start, y - _RAILS_UP, RAILS - left, RAILS, color)


def _trains(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Each with its barrels and free places; then the segments that are left."""
    own, left = state.trains_of(seat), state.segments_left(seat)
    words = f"{counted(left, 'segment')} left" if left else "no segments left"
    yield _ASSOCIATE.right(_RIGHT, y + _ASSOCIATE.rise, words, "segments left")
    if not own:
        yield BODY.left(_LEFT, y + _NO_TRAINS_LINE, "no trains", "no trains", INK_SOFT)
    room = _RIGHT - _ASSOCIATE.wide(words) - _TRAINS_GAP - _LEFT
    gaps, wide = max(1, len(own) - 1), sum(map(_train_room, own))
    k = 1.0 if wide + _TRAINS_LEAST * gaps <= room else _SMALLER
    between = min(_TRAINS_MOST, (room - k * wide) / gaps)
    x = float(_LEFT)
    for piece in own:
        body = train_width(k * _TRAIN, large=piece.large)
        yield train(piece, x + body / 2, y, k * _TRAIN, rim=CARD)
        yield from _barrels(piece, x + body + _BARRELS_GAP, y, k * _BARREL)
        x += k * _train_room(piece) + between


def _train_room(piece: Train) -> float:
    return train_width(_TRAIN, large=piece.large) + _BARRELS_GAP + piece.capacity * _BARREL


def _barrels(piece: Train, x: float, y: float, step: float) -> Iterator[Shape]:
    """The barrels on a train, then its room for more."""
    side = step - _BARREL_GAP
    for i in range(piece.capacity):
        if i < len(piece.goods):
            yield good_box(piece.goods[i], x + i * step + side / 2, y, side)
        else:
            yield Box(x + i * step, y - side / 2, side, side, None, RULE, _EMPTY_LINE, _EMPTY_CORNER)


def _sentence(state: RailroadsOfCatan, seat: Seat, names: Names) -> str:
    own, associate = state.cities_of(seat), state.associates.get(seat)
    works = f", {ASSOCIATE_WORDS[associate][0]}" if associate else ""
    first = f"{player(names, seat)} {dollars(state.cash[seat])}{works}"
    facts = []
    if own:
        made = (f"{state.cities[hex].dots} {state.layout.good(hex)}" for hex in own)
        facts.append(f"cities {', '.join(made)}")
    rails = counted(max(0, state.rails_left(seat)), "rail")
    left = f"{rails} and {counted(state.segments_left(seat), 'segment')} left"
    linked = f"{joined_count(state, seat)} of {len(own)} cities linked, " if own and state.tracks_of(seat) else ""
    facts.append(f"{linked}{left}")
    for piece in state.trains_of(seat):
        where = f"at {named(state, piece.at, names)}"
        facts.append(f"train {piece.number} {LARGE[piece.large]} {where}, {barrels(piece.goods)}")
    return f"{first}: {'; '.join(facts)}."
