"""The picture of scores and turn order, with bids during the bidding. (style guide, section 9)"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.core import Seat, count_noun
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import IssueDraft
from engine.games.railroad_rivals.state.events import BidMade
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.buildings import BUILDING_HEIGHT, draw_hotel, draw_tower
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.captions import corner_text, join_sentences, last_move_line, ordinal, seats_to_act
from render.games.railroad_rivals.colors import palette_of
from render.games.railroad_rivals.module_additions import (
    has_buildings,
    has_hotel_and_tower_left,
    remaining_buildings,
    special_tiles_of,
)
from render.games.railroad_rivals.tables.special_signs import SPECIAL_SIGNS
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS
from render.parts.page_layout import BLEED, PAGE_WIDTH, header_layer, panel, paper_scene
from render.parts.typography import TABLE_BODY, TABLE_FIGURE, TABLE_STRONG, TABLE_TIGHT, TextStyle
from render.scene import Box, Color, Line, Scene, Shape, make_layer
from render.text_fitting import Events, Names, first_word, name_with_number

_TOP, _HEADS = 256, 238
_ROWS = {2: 150, 3: 150, 4: 124, 5: 110, 6: 91}
"""The height of a row in pixels, by number of players."""
_TILES, _TILES_LINE = 62, 28
"""Pixels that special tiles add to a row's height, and from their baseline to the row's bottom."""
_PLACE, _ENGINE_X, _NAME = 44, 172, 222
"""x of the place in the turn order, of the engine's middle, and of the name in a row, in pixels."""
_ENGINE = 0.23
"""Radius of the engine as a fraction of the height of the row."""
_LARGEST = 28
"""Maximum radius of the engine in a row, in pixels."""
_NAME_END = 30
"""Minimum pixels between the name and the score."""
_STATUS = 1552
"""x of the right end of the texts in a row, in pixels."""
_FIGURES = {False: (1010, 1150, 1318), True: (834, 970, 1134)}
"""x of the points, the links, and the tiles in hand, in pixels, by whether buildings are in play."""
_BUILDINGS = 1304
_CARD_LINE, _CARD_RADIUS, _ROW_GAP = 8, 10, 3
_ABOVE_TRACK, _BELOW_TRACK = 136, 72
_TICK, _LONG_TICK, _AXIS_LINE, _AXIS_WORDS = 9, 16, 4, 56
_TICKS = 5
"""Points between two long ticks of the score track."""
_NUMBERS, _FAR_NUMBERS = 10, 20
"""Points from one printed number to the next, on a short and on a long score track."""
_FAR = 100
"""A score track that ends above this number of points has fewer printed numbers."""
_POLE_FOOT, _POLE_TOP = 12, 54
"""Pixels from the score track's axis up to the lower and to the upper end of an engine's pole."""
_POLE = 6
_ON_POLE = 84
"""Pixels from the axis of the score track up to the middle of an engine."""
_TRACK_ENGINE = 30
"""Radius of an engine on the score track in pixels."""
_APART = 72
"""Minimum pixels between the middles of two neighboring engines."""
_AXIS_X, _AXIS_LONG = 70, 1460
_SPANS = (50, 60, 80, 100, 120, 160, 200)
_SCORE = TextStyle("hb", 84)


def score_scenes(state: RailroadRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """The picture with a row for each player in turn order, and the score track."""
    axis = _TOP + sum(_row_heights(state)) + _ABOVE_TRACK
    seat, line = _next_player_line(state, events, names)
    layers = (
        make_layer("cards", (*_draw_column_heads(state), *_draw_cards(state, events, names))),
        make_layer("track", _draw_score_track(state, axis)),
        header_layer("Score and turn order", corner_text(state), line, seat=seat, tall=True),
    )
    return (paper_scene("scores", axis + _BELOW_TRACK, palette_of(state), layers, _alt_text(state, events, names)),)


def insider_trading_preview_scenes(state: RailroadRivals, names: Names, seat: Seat) -> tuple[Scene, ...]:
    """The picture of the turn order after a seat used Insider Trading. (RB Insider Trading)"""
    order = (seat, *(other for other in state.order if other != seat))
    [scene] = score_scenes(msgspec.structs.replace(state, order=order), (), names)
    title = header_layer(
        "Go first?", "not yet played", "You go first for free. The others keep their order", seat=seat, tall=True
    )
    layers = (*(layer for layer in scene.layers if layer.name != "header"), title)
    alt = f"Preview: the turn order would be {', '.join(names[other - 1] for other in order)}."
    return (msgspec.structs.replace(scene, name="preview", layers=layers, alt=alt),)


def _next_player_line(state: RailroadRivals, events: Events, names: Names) -> tuple[Seat | None, str]:
    """The next player's seat and a text about the action to take; after the game, about the last move."""
    queue = seats_to_act(state)
    if not queue:
        return last_move_line(state, events, names)
    verb = _phase_verb(state)
    then = f". Then {names[queue[1] - 1]}." if len(queue) > 1 else "."
    return queue[0], f"Next to {verb}: {names[queue[0] - 1]}{then}"


def _phase_verb(state: RailroadRivals) -> str:
    words = {Bidding: "bid", Drafting: "draft", Placing: "place", Delivering: "deliver", IssueDraft: "draft"}
    verbs = (verb for phase, verb in words.items() if isinstance(state.flow[-1], phase))
    return next(verbs, "move")


def _row_heights(state: RailroadRivals) -> tuple[int, ...]:
    """The height of each row in pixels, in turn order; special tiles need a second line."""
    return tuple(_ROWS[state.seats] + (_TILES if _special_tile_names(state, seat) else 0) for seat in state.order)


def _draw_column_heads(state: RailroadRivals) -> Iterator[Shape]:
    points, links, hand = _figure_columns(state)
    yield TABLE_TIGHT.right(points, _HEADS, "points", "axis", INK_SOFT)
    yield TABLE_TIGHT.middle(links, _HEADS, "links", "axis", INK_SOFT)
    yield TABLE_TIGHT.middle(hand, _HEADS, "in hand", "axis", INK_SOFT)
    if state.options.buildings:
        yield TABLE_TIGHT.middle(_BUILDINGS, _HEADS, "to build", "axis", INK_SOFT)


def _figure_columns(state: RailroadRivals) -> tuple[int, int, int]:
    return _FIGURES[state.options.buildings]


def _draw_cards(state: RailroadRivals, events: Events, names: Names) -> Iterator[Shape]:
    now, y = next(iter(seats_to_act(state)), None), _TOP
    for place, (seat, tall) in enumerate(zip(state.order, _row_heights(state), strict=True)):
        yield from _draw_row_ground(place, y, tall, is_now=seat == now)
        striped = PAPER if place % 2 else PAPER_2
        middle, ground = y + _ROWS[state.seats] // 2, CARD if seat == now else striped
        yield from _draw_player(state, seat, names[seat - 1], place, middle, ground)
        yield from _draw_possessions(state, events, seat, middle)
        tiles_text = ", ".join(_special_tile_names(state, seat))
        if tiles_text:
            yield TABLE_TIGHT.left(_NAME, y + tall - _TILES_LINE, tiles_text, "special tile", max_width=_STATUS - _NAME)
        y += tall


def _draw_row_ground(place: int, y: int, tall: int, *, is_now: bool) -> Iterator[Shape]:
    """Draw the ground of a row: a darker stripe for every other row, or a framed card for the seat to move."""
    wide, top, high = PAGE_WIDTH - 2 * BLEED, y + _ROW_GAP, tall - 2 * _ROW_GAP
    if is_now:
        yield panel(BLEED, top, wide, high, CARD, ACCENT, _CARD_LINE, _CARD_RADIUS)
    elif place % 2 == 0:
        yield Box(BLEED, y, wide, tall, PAPER_2)


def _draw_player(state: RailroadRivals, seat: Seat, name: str, place: int, y: int, ground: Color) -> Iterator[Shape]:
    base, points, score = y + TABLE_BODY.baseline_shift, _figure_columns(state)[0], str(state.score[seat])
    size = min(_LARGEST, round(_ENGINE * _ROWS[state.seats]))
    room = points - _SCORE.width(score) - _NAME_END - _NAME
    yield TABLE_TIGHT.left(_PLACE, base, ordinal(place + 1), "place", INK_SOFT)
    yield draw_engine(seat, _ENGINE_X, y + 3, size, ground)
    words = name if TABLE_FIGURE.width(name) <= room else TABLE_FIGURE.shorten(first_word(name), room)
    yield TABLE_FIGURE.left(_NAME, base, words, "name")
    yield _SCORE.right(points, y + _SCORE.baseline_shift, score, "score")


def _draw_possessions(state: RailroadRivals, events: Events, seat: Seat, y: int) -> Iterator[Shape]:
    """Draw the number of links and of city tiles in hand, the buildings left to build, and the status."""
    (_, at_links, at_hand), base = _figure_columns(state), y + TABLE_BODY.baseline_shift
    links = sum(link.owner == seat for link in state.board.links)
    yield TABLE_BODY.middle(at_links, base, str(links), "links")
    yield TABLE_STRONG.middle(at_hand, base, str(state.hand[seat].size), "hand")
    yield from _draw_remaining_buildings(state, seat, _BUILDINGS, y)
    words, ink = _seat_status(state, events, seat)
    if words:
        yield TABLE_STRONG.right(_STATUS, base, words, "status", ink)


def _seat_status(state: RailroadRivals, events: Events, seat: Seat) -> tuple[str, Color]:
    """(status, color) of a seat in this phase; the status is a bid, “out”, “done”, “now”, or empty."""
    queue = seats_to_act(state)
    if isinstance(next(iter(state.flow[-1:]), None), Bidding):
        bids = [event.amount for event in events if isinstance(event, BidMade) and event.seat == seat]
        if seat not in queue:
            return "out", INK_SOFT
        if bids:
            return f"bid {bids[-1]}", ACCENT if seat == queue[0] else INK
    if seat not in queue:
        return ("done", GOOD) if queue and _is_turn_phase(state) else ("", INK)
    return ("now", ACCENT) if seat == queue[0] else ("", INK)


def _is_turn_phase(state: RailroadRivals) -> bool:
    return isinstance(state.flow[-1], Bidding | Drafting | Placing | Delivering)


def _draw_score_track(state: RailroadRivals, y: int) -> Iterator[Shape]:
    """Draw the score track, with an engine over each score. Engines that would overlap are moved apart."""
    span = _track_end(state)
    yield Box(_AXIS_X, y, _AXIS_LONG, _AXIS_LINE, INK)
    for points in range(span + 1):
        at, tall = round(_score_x(points, span)), _LONG_TICK if points % _TICKS == 0 else _TICK
        if span <= _FAR or points % _TICKS == 0:
            yield Box(at - 1, y - tall, 2, tall, INK)
        if points % (_NUMBERS if span <= _FAR else _FAR_NUMBERS) == 0:
            yield TABLE_TIGHT.middle(at, y + _AXIS_WORDS, str(points), "axis", INK_SOFT)
    for seat, x in _engine_positions(state).items():
        foot = (_score_x(state.score[seat], span), y - _POLE_FOOT)
        yield Line(((x, y - _POLE_TOP), foot), PLAYERS[seat - 1].color, _POLE)
        yield draw_engine(seat, x, y - _ON_POLE, _TRACK_ENGINE, PAPER)


def _engine_positions(state: RailroadRivals) -> Mapping[Seat, float]:
    """The x of each seat's engine: over its score, or as near to it as the other engines allow."""
    span = _track_end(state)
    by_order = sorted(state.everyone, key=state.order.index)
    seats = sorted(by_order, key=lambda seat: state.score[seat])
    groups = [[_score_x(state.score[seat], span)] for seat in seats]
    while (near := _first_overlap(groups)) is not None:
        groups[near : near + 2] = [groups[near] + groups[near + 1]]
    places = (_group_start(group) + _APART * i for group in groups for i in range(len(group)))
    return dict(zip(seats, places, strict=True))


def _first_overlap(groups: list[list[float]]) -> int | None:
    """The index of the first group of engines that overlaps the next group; None if no groups overlap."""
    lefts = [_group_start(group) for group in groups]
    ends = [left + _APART * len(group) for left, group in zip(lefts, groups, strict=True)]
    near = (end > left for end, left in zip(ends, lefts[1:], strict=False))
    return next((i for i, is_near in enumerate(near) if is_near), None)


def _group_start(group: list[float]) -> float:
    """The x of the first engine of a group that is centered on the mean of its scores' positions."""
    long = _APART * (len(group) - 1)
    return min(max(sum(group) / len(group) - long / 2, _AXIS_X), _AXIS_X + _AXIS_LONG - long)


def _track_end(state: RailroadRivals) -> int:
    most = max(state.score.values())
    return next((span for span in _SPANS if most <= span), most)


def _score_x(points: int, span: int) -> float:
    return _AXIS_X + _AXIS_LONG * points / span


_STATUS_TEXTS = {"now": "next to move", "out": "out of the bidding", "done": "done in this phase"}
"""The words of the alt text for each status in the picture."""


def _alt_text(state: RailroadRivals, events: Events, names: Names) -> str:
    rows = []
    for seat in state.order:
        links = count_noun(sum(link.owner == seat for link in state.board.links), "link")
        status = _seat_status(state, events, seat)[0]
        rows.append(
            f"{name_with_number(names[seat - 1], count_noun(state.score[seat], 'point'))}, {links}"
            + (f", {_STATUS_TEXTS.get(status, status)}" if status else "")
            + "".join(f", {words}" for words in _extra_texts(state, seat))
        )
    hands = ", ".join(name_with_number(names[seat - 1], state.hand[seat].size) for seat in state.order)
    return join_sentences(
        (f"{corner_text(state)}.", f"Tiles in hand: {hands}.", f"Turn order and score: {'; '.join(rows)}.")
    )


_BUILDING_STEP = 56
"""The distance in pixels from one building to the next."""


def _draw_remaining_buildings(state: RailroadRivals, seat: Seat, x: float, y: float) -> Iterator[Shape]:
    """Draw the buildings that a seat can still build, centered at a point; “–” if it has built both."""
    if not has_buildings(state):
        return
    signs = zip((draw_hotel, draw_tower), has_hotel_and_tower_left(state, seat), strict=True)
    left = [draw for draw, is_left in signs if is_left]
    start = x - _BUILDING_STEP * len(left) / 2
    for i, draw in enumerate(left):
        yield draw(seat, start + _BUILDING_STEP * i, y - BUILDING_HEIGHT / 2, 1.0)
    if not left:
        yield TABLE_TIGHT.middle(x, y + TABLE_TIGHT.baseline_shift, "–", "built", INK_SOFT)


def _special_tile_names(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The names of a seat's special tiles; Locomotive Upgrades are one name with their total effect."""
    upgrades = state.baron.count_special(seat, Special.UPGRADE)
    others = tuple(
        SPECIAL_SIGNS[special].name for special in special_tiles_of(state, seat) if special != Special.UPGRADE
    )
    return ((f"Upgrade +{upgrades}",) if upgrades else ()) + others


def _extra_texts(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The buildings that a seat can still build, and its special tiles, in words for the alt text."""
    return (
        *(f"{building} to build" for building in remaining_buildings(state, seat)),
        *_special_tile_names(state, seat),
    )
