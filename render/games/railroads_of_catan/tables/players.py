"""The picture of the players in turn order. (drawing rules, section 7)"""

from collections.abc import Iterator, Sequence

from engine.core import Seat, count_noun, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import RAILS_PER_PLAYER, SIZE_NAMES
from engine.games.railroads_of_catan.game_data.pieces import Associate, TrainPiece
from engine.games.railroads_of_catan.rules.scoring import count_joined_cities
from engine.games.railroads_of_catan.rules.scoring import largest_city_group as joined_cities
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
from engine.games.railroads_of_catan.state.phases import Bidding, Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.pieces import TickRow, draw_city, draw_hollow_city, draw_train, train_width
from render.games.railroads_of_catan.board.signs import draw_good
from render.games.railroads_of_catan.captions import barrels_text, corner_text, node_name, player_text
from render.games.railroads_of_catan.colors import PALETTE
from render.geometry import mark_outline
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.page_layout import CONTENT_TOP, CONTENT_WIDTH, MARGIN, RIGHT, header_layer, paper_scene
from render.parts.typography import BODY, SMALL, TextStyle
from render.scene import Box, Layer, Polygon, Scene, Shape, make_layer
from render.text_fitting import Names, join_sentences

ASSOCIATE_EFFECTS = {
    Associate.CREW: "2 more tracks",
    Associate.BANKER: "10% of cash",
    Associate.ENGINEER: "track half price",
    Associate.CONDUCTOR: "mountains 1 move",
    Associate.NEGOTIATOR: "goods half price",
    Associate.UNION: "rivals’ track free",
}
"""The effect of each associate in a few words."""

_TALL, _GAP, _FOOT, _LEGEND_LINE = 312, 16, 70, 36
_CORNER, _EDGE, _ASKED_EDGE = 10, 3, 8
_BLOCK, _ROUND = 148, 14
"""Width of the block in the player's color at the left of a card, and its corner radius, in px."""
_PLACE_LINE, _MARK_DOWN, _MARK_RADIUS = 138, 226, 46
_LEFT, _RIGHT = MARGIN + _BLOCK + 30, RIGHT - 30
_NAME_LINE, _CASH_LINE = 86, 90
"""Distances in px from the top of a card to the baselines of the name and of the cash."""
_CITIES, _TRAINS = 158, 256
"""Distances in px from the top of a card to the middles of the row of cities and of the row of trains."""
_NAME_LEAST, _CASH_GAP, _NAME_GAP, _EFFECT_GAP, _EFFECT_AIR = 240.0, 30, 26, 18, 46
_CITY, _CITY_STEP, _CITY_RADIUS, _MADE, _MADE_SIDE = 38, 164, 34, 76, 56
_RAILS, _RAILS_LEFT, _RAILS_UP = TickRow(26, 17, 50, 2.5, 3), 250, 25
_BARREL = 52.0
"""Width in px of a barrel and the gap after it."""
_TRAIN = 54.0
"""Height of a train in px."""
_SMALLER = 0.87
"""Factor by which trains and barrels are made smaller if a player's trains need more room."""
_BARRELS_GAP, _BARREL_GAP, _EMPTY_LINE, _EMPTY_CORNER = 12, 4, 3, 6
_TRAINS_LEAST, _TRAINS_MOST, _TRAINS_GAP, _NO_TRAINS_LINE = 24, 40.0, 30, 17
_PLACE = TextStyle("hb", 120)
_CASH = TextStyle("hb", 88)
_PLAYER = TextStyle("hb", 66)
_ASSOCIATE = TextStyle("sb", 48)


def players_scene(state: RailroadsOfCatan, names: Names) -> Scene:
    """Draw a card for each player; the cards of players who are to move have an edge in the accent color."""
    waiting = seats_to_act(state)
    shapes: list[Shape] = []
    for i, seat in enumerate(state.order):
        shapes += _draw_card(state, seat, i, names, CONTENT_TOP + i * (_TALL + _GAP), is_asked=seat in waiting)
    bottom = CONTENT_TOP + state.seats * (_TALL + _GAP)
    legend = "solid city: linked by own track · empty box: room for a barrel"
    layers = (
        header_layer("Players in turn order", corner_text(state), _turn_line(state, waiting, names)),
        make_layer("cards", shapes),
        Layer("legend", (SMALL.left(MARGIN, bottom + _LEGEND_LINE, legend, "legend", INK_SOFT),)),
    )
    facts = (_player_sentence(state, seat, names) for seat in state.order)
    alt = join_sentences(
        (
            f"Railroads of Catan, {corner_text(state)}, players in turn order. {_turn_line(state, waiting, names)}.",
            *facts,
        )
    )
    return paper_scene("players", bottom + _FOOT, PALETTE, layers, alt)


def seats_to_act(state: RailroadsOfCatan) -> tuple[Seat, ...]:
    """Return the seats that now have to bid, build, or run trains."""
    match state.flow[-1:]:
        case (Building(seat=seat) | Running(seat=seat),):
            return (seat,)
        case (Bidding() as bidding,):
            return tuple(seat for seat in state.order if seat not in bidding.ranks)
        case _:
            return ()


def _turn_line(state: RailroadsOfCatan, seats_waiting: Sequence[Seat], names: Names) -> str:
    name = names[seats_waiting[0] - 1] if len(seats_waiting) == 1 else ""
    match state.flow[-1:]:
        case ():
            return "Game over"
        case (Building(),):
            return f"{name} is building"
        case (Running(),):
            return f"{name} is running trains"
        case (Bidding(),):
            return (
                f"{name} is bidding" if name else f"{count_noun(len(seats_waiting), 'player')} bidding for turn order"
            )
        case _:
            return "Cash, associates, cities, rails, and trains"


def _draw_card(
    state: RailroadsOfCatan, seat: Seat, place: int, names: Names, y: float, *, is_asked: bool
) -> Iterator[Shape]:
    whose, middle = PLAYERS[seat - 1], MARGIN + _BLOCK / 2
    ink, line = (ACCENT, _ASKED_EDGE) if is_asked else (INK, _EDGE)
    yield Box(MARGIN, y, CONTENT_WIDTH, _TALL, CARD, radius=_CORNER)
    yield Box(MARGIN, y, _BLOCK, _TALL, whose.color, radius=_CORNER)
    yield Box(MARGIN + _BLOCK - _ROUND, y, _ROUND, _TALL, whose.color)
    yield Box(MARGIN, y, CONTENT_WIDTH, _TALL, None, ink, line, _CORNER)
    yield _PLACE.middle(middle, y + _PLACE_LINE, str(place + 1), "place", PAPER)
    yield Polygon(mark_outline(whose.mark, middle, y + _MARK_DOWN, _MARK_RADIUS), PAPER)
    yield from _draw_name(state, seat, names[seat - 1], y)
    yield from _draw_cities(state, seat, y + _CITIES)
    yield from _draw_rails(state, seat, y + _CITIES)
    yield from _draw_trains(state, seat, y + _TRAINS)


def _draw_name(state: RailroadsOfCatan, seat: Seat, name: str, y: float) -> Iterator[Shape]:
    """Draw the name, the associate with its effect, and the cash."""
    cash, base = dollar_amount(state.cash[seat]), y + _NAME_LINE
    yield _CASH.right(_RIGHT, y + _CASH_LINE, cash, "cash")
    end = _RIGHT - _CASH.width(cash) - _CASH_GAP
    associate = state.associates.get(seat)
    title = ASSOCIATE_TEXTS[associate][0] if associate else ""
    effect = ASSOCIATE_EFFECTS[associate] if associate else ""
    words = _ASSOCIATE.width(title) + BODY.width(effect) + _EFFECT_AIR if associate else 0
    name = _PLAYER.shorten(name, max(_NAME_LEAST, end - _LEFT - words))
    yield _PLAYER.left(_LEFT, base, name, "player")
    if not associate:
        return
    x = _LEFT + _PLAYER.width(name) + _NAME_GAP
    yield _ASSOCIATE.left(x, base, title, "associate")
    x += _ASSOCIATE.width(title) + _EFFECT_GAP
    if x + SMALL.width(effect) <= end:
        yield BODY.left(x, base, effect, "effect", INK_SOFT, max_width=end - x)


def _draw_cities(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Draw the cities of a seat with their goods; cities that the seat's own track connects are solid."""
    own = state.cities_of(seat)
    linked_cities = joined_cities(state, seat) if own else ()
    for i, hex in enumerate(own):
        x, dots = _LEFT + _CITY + i * _CITY_STEP, state.cities[hex].dots
        draw_one = draw_city if len(linked_cities) > 1 and hex in linked_cities else draw_hollow_city
        yield draw_one(seat, dots, x, y, _CITY_RADIUS)
        if good := state.layout.good_of(hex):
            yield draw_good(good, x + _MADE, y, _MADE_SIDE)


def _draw_rails(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Draw a tick for each of the seat's rails; the ticks of rails on the board are full."""
    left, color = max(0, state.remaining_rails(seat)), PLAYERS[seat - 1].color
    words = f"{count_noun(left, 'rail')} left"
    yield _ASSOCIATE.right(_RIGHT, y + _ASSOCIATE.baseline_shift, words, "rails left")
    start = _RIGHT - _RAILS_LEFT - RAILS_PER_PLAYER * _RAILS.step
    yield from _RAILS.draw(start, y - _RAILS_UP, RAILS_PER_PLAYER - left, RAILS_PER_PLAYER, color)


def _draw_trains(state: RailroadsOfCatan, seat: Seat, y: float) -> Iterator[Shape]:
    """Draw a seat's trains with barrels and empty places, and the number of remaining segments."""
    own, left = state.trains_of(seat), state.remaining_segments(seat)
    words = f"{count_noun(left, 'segment')} left" if left else "no segments left"
    yield _ASSOCIATE.right(_RIGHT, y + _ASSOCIATE.baseline_shift, words, "segments left")
    if not own:
        yield BODY.left(_LEFT, y + _NO_TRAINS_LINE, "no trains", "no trains", INK_SOFT)
    room = _RIGHT - _ASSOCIATE.width(words) - _TRAINS_GAP - _LEFT
    gaps, wide = max(1, len(own) - 1), sum(map(_train_width, own))
    k = 1.0 if wide + _TRAINS_LEAST * gaps <= room else _SMALLER
    between = min(_TRAINS_MOST, (room - k * wide) / gaps)
    x = float(_LEFT)
    for piece in own:
        body = train_width(k * _TRAIN, large=piece.large)
        yield draw_train(piece, x + body / 2, y, k * _TRAIN, rim=CARD)
        yield from _draw_barrels(piece, x + body + _BARRELS_GAP, y, k * _BARREL)
        x += k * _train_width(piece) + between


def _train_width(piece: TrainPiece) -> float:
    return train_width(_TRAIN, large=piece.large) + _BARRELS_GAP + piece.capacity * _BARREL


def _draw_barrels(piece: TrainPiece, x: float, y: float, step: float) -> Iterator[Shape]:
    """Draw the barrels on a train, then an empty box for each barrel that still has room."""
    side = step - _BARREL_GAP
    for i in range(piece.capacity):
        if i < len(piece.goods):
            yield draw_good(piece.goods[i], x + i * step + side / 2, y, side)
        else:
            yield Box(x + i * step, y - side / 2, side, side, None, RULE, _EMPTY_LINE, _EMPTY_CORNER)


def _player_sentence(state: RailroadsOfCatan, seat: Seat, names: Names) -> str:
    own, associate = state.cities_of(seat), state.associates.get(seat)
    role = f", {ASSOCIATE_TEXTS[associate][0]}" if associate else ""
    first = f"{player_text(names, seat)} {dollar_amount(state.cash[seat])}{role}"
    facts = []
    if own:
        city_texts = (f"{state.cities[hex].dots} {state.layout.good_of(hex)}" for hex in own)
        facts.append(f"cities {', '.join(city_texts)}")
    rails = count_noun(max(0, state.remaining_rails(seat)), "rail")
    left = f"{rails} and {count_noun(state.remaining_segments(seat), 'segment')} left"
    linked_text = (
        f"{count_joined_cities(state, seat)} of {len(own)} cities linked, " if own and state.tracks_of(seat) else ""
    )
    facts.append(f"{linked_text}{left}")
    for piece in state.trains_of(seat):
        where = f"at {node_name(state, piece.at, names)}"
        facts.append(f"train {piece.number} {SIZE_NAMES[piece.large]} {where}, {barrels_text(piece.goods)}")
    return f"{first}: {'; '.join(facts)}."
