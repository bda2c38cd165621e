"""The players in the order of play: money, associate, rails, cities, trains with goods. (drawing rules, section 7)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroads_of_catan.box.figures import RAILS
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import Associate, Train
from engine.games.railroads_of_catan.rules.ending import joined as joined_cities
from engine.games.railroads_of_catan.rules.ending import joined_count
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS
from engine.games.railroads_of_catan.state.phases import Bidding, Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import barrels, player
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import city, train, train_width
from render.games.railroads_of_catan.signs import good_box
from render.games.railroads_of_catan.words import corner, money, named
from render.geometry import mark
from render.labels import joined
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, THICK, WIDTH, header, panel, picture
from render.parts.text import BODY, SMALL, Style
from render.scene import Box, Layer, Placed, Polygon, Scene, Shape, Sprite, Text, layer, placed

EFFECTS = {
    Associate.CREW: "2 more tracks",
    Associate.BANKER: "10% of cash",
    Associate.ENGINEER: "tracks half price",
    Associate.CONDUCTOR: "mountains 1 move",
    Associate.NEGOTIATOR: "goods half price",
    Associate.UNION: "others’ tracks free",
}
"""What an associate does, in as few words as possible."""

_TALL, _GAP, _FOOT = 312, 16, 70
_BLOCK = 148
_LEFT, _RIGHT = MARGIN + _BLOCK + 30, WIDTH - MARGIN - 30
_BARREL, _TRAIN, _SMALLER = 52.0, 54.0, 0.87
"""A barrel with its gap, the height of a train, and the share of both where somebody has very many."""
_PLACE = Style("hb", 120)
_CASH = Style("hb", 88)
_PLAYER = Style("hb", 66)
_ASSOCIATE = Style("sb", 48)
_RADIUS, _SQUARE, _ASKED, _LEGEND = 10, 14, 8, 36
_PLACE_LINE, _MARK_LINE, _MARK, _NAME_LINE, _MIDDLE, _TRAINS, _CASH_DOWN = 138, 226, 46, 86, 158, 256, 4
_WORDS_GAP, _BETWEEN, _NAME_ROOM, _TITLE_GAP, _EFFECT_GAP = 30, 46, 240, 26, 18
_CITY_X, _CITY_STEP, _CITY, _GOOD_X, _GOOD = 38, 164, 34, 76, 56
_RAILS, _RAIL_STEP, _RAIL, _RAIL_WIDE, _RAIL_LINE, _RAIL_RADIUS = 250, 26, 50, 17, 2.5, 3
_NONE_DOWN, _LEAST_GAP, _MOST_GAP, _BARRELS, _BARREL_GAP, _BARREL_RADIUS = 17, 24, 40, 12, 4, 6


def players_scene(state: RailroadsOfCatan, names: Sequence[str]) -> Scene:
    """One card a player; who is asked has an accent edge."""
    waiting = asked(state)
    shapes: list[Shape] = []
    for i, seat in enumerate(state.order):
        shapes += _card(state, seat, i, names, CONTENT + i * (_TALL + _GAP), asked=seat in waiting)
    bottom = CONTENT + state.seats * (_TALL + _GAP)
    legend = "solid cities: joined by own track · empty box: room for a barrel"
    layers = (
        header("Players in turn order", corner(state), _line(state, waiting, names)),
        layer("cards", shapes),
        Layer("legend", (SMALL.left(MARGIN, bottom + _LEGEND, legend, "legend", INK_SOFT),)),
    )
    facts = (_sentence(state, seat, names) for seat in state.order)
    alt = joined((f"Players in turn order, {corner(state)}. {_line(state, waiting, names)}.", *facts))
    return picture("players", bottom + _FOOT, PALETTE, layers, alt)


def asked(state: RailroadsOfCatan) -> tuple[Seat, ...]:
    """Who bids, builds or runs trains now."""
    match state.flow[-1:]:
        case (Building(seat=seat) | Running(seat=seat),):
            return (seat,)
        case (Bidding() as bidding,):
            return tuple(seat for seat in state.order if seat not in bidding.ranks)
        case _:
            return ()


def _line(state: RailroadsOfCatan, waiting: Sequence[Seat], names: Sequence[str]) -> str:
    who = names[waiting[0] - 1] if len(waiting) == 1 else ""
    match state.flow[-1:]:
        case ():
            return "The game is over"
        case (Building(),):
            return f"{who} builds now"
        case (Running(),):
            return f"{who} runs trains now"
        case (Bidding(),):
            return f"{who} bids now" if who else f"{counted(len(waiting), 'player')} bid for the order of this turn"
        case _:
            return "Money, associates, rails, cities and trains"


def _card(
    state: RailroadsOfCatan, seat: Seat, place: int, names: Sequence[str], y: float, *, asked: bool
) -> Iterator[Shape]:
    color, wide = PLAYERS[seat - 1].color, WIDTH - 2 * MARGIN
    yield Box(MARGIN, y, wide, _TALL, CARD, radius=_RADIUS)
    yield Box(MARGIN, y, _BLOCK, _TALL, color, radius=_RADIUS)
    yield Box(MARGIN + _BLOCK - _SQUARE, y, _SQUARE, _TALL, color)
    ink, line = (ACCENT, _ASKED) if asked else (INK, THICK)
    yield panel(MARGIN, y, wide, _TALL, None, ink, line)
    yield _PLACE.middle(MARGIN + _BLOCK / 2, y + _PLACE_LINE, str(place + 1), "place", PAPER)
    yield Polygon(mark(PLAYERS[seat - 1].mark, MARGIN + _BLOCK / 2, y + _MARK_LINE, _MARK), PAPER)
    yield from _name(state, seat, names, y + _NAME_LINE)
    yield from _cities(state, seat, y + _MIDDLE)
    yield from _rails(state, seat, y + _MIDDLE)
    yield from _trains(state, seat, y + _TRAINS)


def _name(state: RailroadsOfCatan, seat: Seat, names: Sequence[str], y: float) -> Iterator[Shape]:
    """Name, associate and what it does, money."""
    cash = money(state.cash[seat])
    yield _CASH.right(_RIGHT, y + _CASH_DOWN, cash, "cash")
    end = _RIGHT - _CASH.wide(cash) - _WORDS_GAP
    associate = state.associates.get(seat)
    title = ASSOCIATE_WORDS[associate][0] if associate else ""
    effect = EFFECTS[associate] if associate else ""
    words = _ASSOCIATE.wide(title) + BODY.wide(effect) + _BETWEEN if associate else 0
    name = _PLAYER.cut(names[seat - 1], max(_NAME_ROOM, end - _LEFT - words))
    yield _PLAYER.left(_LEFT, y, name, "player")
    if not associate:
        return
    x = _LEFT + _PLAYER.wide(name) + _TITLE_GAP
    yield _ASSOCIATE.left(x, y, title, "associate")
    x += _ASSOCIATE.wide(title) + _EFFECT_GAP
    if x + SMALL.wide(effect) <= end:
        yield BODY.left(x, y, effect, "effect", INK_SOFT, room=end - x)


def _cities(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Each with its good; solid where own track joins it to another."""
    own = state.cities_of(seat)
    linked = joined_cities(state, seat) if own else ()
    for i, hex in enumerate(own):
        x, dots = _LEFT + _CITY_X + i * _CITY_STEP, state.cities[hex].dots
        solid = len(linked) > 1 and hex in linked
        yield (city if solid else hollow_city)(seat, dots, x, y, _CITY)
        if good := state.layout.good(hex):
            yield good_box(good, x + _GOOD_X, y, _GOOD)


def hollow_city(seat: Seat, dots: int, x: float, y: float, r: float) -> Placed:
    """A city that is not joined: the mark's outline with its digit."""
    player = PLAYERS[seat - 1]
    m = {"disc": 1.08, "square": 1.06, "triangle": 1.3, "diamond": 1.27}[player.mark] * r
    c, size = 1.4 * r, round(1.6 * r * (0.92 if player.mark == "triangle" else 1))
    base = c + (0.17 * m if player.mark == "triangle" else 0) + 0.35 * size
    shapes = (
        Polygon(mark(player.mark, c, c, m), CARD, player.color, 0.15 * r),
        Text(c, base, str(dots), "hb", size, INK, "middle", role="city"),
    )
    return placed(x - c, y - c, Sprite(f"hollow city {player.mark} {dots}", 2 * c, 2 * c, shapes))


def _rails(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """A tick for each rail, those on the board full."""
    left, color = max(0, state.rails_left(seat)), PLAYERS[seat - 1].color
    words = f"{counted(left, 'rail')} left"
    yield _ASSOCIATE.right(_RIGHT, y + _ASSOCIATE.rise, words, "rails left")
    start = _RIGHT - _RAILS - RAILS * _RAIL_STEP
    for i in range(RAILS):
        full = i < RAILS - left
        fill, ink = (color, INK) if full else (None, RULE)
        yield Box(start + i * _RAIL_STEP, y - _RAIL / 2, _RAIL_WIDE, _RAIL, fill, ink, _RAIL_LINE, _RAIL_RADIUS)


def _trains(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Each with its barrels and free places; then the segments that are left."""
    own, left = state.trains_of(seat), state.segments_left(seat)
    words = f"{counted(left, 'segment')} left" if left else "no segments left"
    yield _ASSOCIATE.right(_RIGHT, y + _ASSOCIATE.rise, words, "segments left")
    if not own:
        yield BODY.left(_LEFT, y + _NONE_DOWN, "no trains", "no trains", INK_SOFT)
    room = _RIGHT - _ASSOCIATE.wide(words) - _WORDS_GAP - _LEFT
    gaps, wide = max(1, len(own) - 1), sum(_train_room(piece) for piece in own)
    k = 1.0 if wide + _LEAST_GAP * gaps <= room else _SMALLER
    between = min(_MOST_GAP, (room - k * wide) / gaps)
    x = float(_LEFT)
    for piece in own:
        body = train_width(k * _TRAIN, large=piece.large)
        yield train(piece, x + body / 2, y, k * _TRAIN, rim=CARD)
        yield from _barrels(piece, x + body + _BARRELS, y, k * _BARREL)
        x += k * _train_room(piece) + between


def _train_room(piece: Train) -> float:
    return train_width(_TRAIN, large=piece.large) + _BARRELS + piece.capacity * _BARREL


def _barrels(piece: Train, x: float, y: float, step: float) -> Iterator[Shape]:
    goods: list[Good | None] = [*piece.goods, *[None] * (piece.capacity - len(piece.goods))]
    side = step - _BARREL_GAP
    for i, good in enumerate(goods):
        if good:
            yield good_box(good, x + i * step + side / 2, y, side)
        else:
            yield Box(x + i * step, y - side / 2, side, side, None, RULE, THICK, _BARREL_RADIUS)


def _sentence(state: RailroadsOfCatan, seat: Seat, names: Sequence[str]) -> str:
    own = state.cities_of(seat)
    associate = state.associates.get(seat)
    works = f", {ASSOCIATE_WORDS[associate][0]}" if associate else ""
    linked = f"joined {joined_count(state, seat)} of {len(own)}, " if own and state.tracks_of(seat) else ""
    cities = f"cities {', '.join(_made(state, hex) for hex in own)}; {linked}" if own else ""
    pieces = (
        f"{counted(max(0, state.rails_left(seat)), 'rail')} and {counted(state.segments_left(seat), 'segment')} left"
    )
    trains = "".join(
        f"; train {piece.number} {'large' if piece.large else 'small'} at {named(state, piece.at, names)}, "
        f"{barrels(piece.goods)}"
        for piece in state.trains_of(seat)
    )
    return f"{player(names, seat)} {money(state.cash[seat])}{works}: {cities}{pieces}{trains}."


def _made(state: RailroadsOfCatan, hex: Place) -> str:
    return f"{state.cities[hex].dots} {state.layout.good(hex)}"
