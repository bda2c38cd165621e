"""Contact sheets of RailRoader: all cards, signs of spaces, trains, and signs of what stops them."""

from collections.abc import Iterator
from functools import partial

from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import CARDS, CRATE_THIEF, WORKER_SCARER
from engine.games.railroader.game_data.constants import MAX_SEATS
from render.games.railroader.board.signs import (
    draw_buffers,
    draw_cavalry,
    draw_derailed_sign,
    draw_dynamite,
    draw_sign_plate,
)
from render.games.railroader.board.trains import draw_caboose, draw_coach, draw_engine
from render.games.railroader.colors import PALETTE
from render.games.railroader.tables.cards import draw_card
from render.palette import ACCENT
from render.parts.legend import LegendEntry, draw_entries
from render.parts.page_layout import CONTENT_TOP, MARGIN, choice_key, field_box, header_layer, paper_scene, player_chip
from render.parts.typography import BODY
from render.scene import Scene, Shape, make_layer

_ACROSS, _CARD, _PITCH, _TALL, _ROW = 5, 288, 308, 330, 400

_CAPTION = 48
_BELOW = 20
_SIGNS_TOP, _TRAINS_TOP, _PARTS_TALL = 40, 230, 930
_SIGN, _SIGN_PITCH, _SIGN_ROW, _BESIDE = 70, 340, 90, 46
_KEYS = (("A", 1_426), ("12", 1_510))
_SEAT, _CHIP, _LANE, _AROUND = 80, 32, 120, (50, 40, 20)
"""Layout of the trains in pixels: left edge of the seat's mark, its size, height of a row, and margins around the
rows.
"""
_TRAIN, _TRAIN_PITCH, _CAR, _TRAIN_WORDS = 220, 460, 60, 190

_AFTER = {CRATE_THIEF: ", after crates", WORKER_SCARER: ", after workers"}


def sheets() -> tuple[Scene, ...]:
    """Return a sheet of the cards and a sheet of the board's parts."""
    return _cards(), _parts()


def _cards() -> Scene:
    rows = -(-len(CARDS) // _ACROSS)
    layers = (
        header_layer(
            "RailRoader · Cards", "reference", "Cost in the coin, how many of the balanced 64 there are below"
        ),
        make_layer("cards", _faces()),
    )
    return paper_scene("cards", CONTENT_TOP + rows * _ROW + _BELOW, PALETTE, layers, "Every card of RailRoader.")


def _faces() -> Iterator[Shape]:
    for i, (card, facts) in enumerate(CARDS.items()):
        x, y = MARGIN + i % _ACROSS * _PITCH, CONTENT_TOP + i // _ACROSS * _ROW
        yield draw_card(card, x, y, _CARD, _TALL, cost=facts.cost > 0)
        words = f"{MAX_SEATS * facts.start + facts.deck}{_AFTER.get(card, ' in all')}"
        yield BODY.middle(x + _CARD / 2, y + _TALL + _CAPTION, words, "caption")


def _parts() -> Scene:
    layers = (
        header_layer("RailRoader · Parts", "reference", "Spaces, trains, what troubles them, keys"),
        make_layer("signs", _signs(CONTENT_TOP + _SIGNS_TOP)),
        make_layer("trains", _trains(CONTENT_TOP + _TRAINS_TOP)),
    )
    return paper_scene("parts", _PARTS_TALL, PALETTE, layers, "Signs of spaces, trains and markers of RailRoader.")


def _signs(y: float) -> Iterator[Shape]:
    """Yield two rows of signs with their names, and the keys."""
    spaces = (
        ("river", Space.RIVER),
        ("outlaws", Space.RED),
        ("ambush", Space.PURPLE),
        ("garrison", Space.WHITE),
    )
    first = [LegendEntry(words, partial(draw_sign_plate, space), _SIGN_PITCH, _BESIDE) for words, space in spaces]
    others = (
        ("dynamite", draw_dynamite),
        ("cavalry", draw_cavalry),
        ("Buffalo Creek", draw_buffers),
        ("off the track", draw_derailed_sign),
    )
    second = [LegendEntry(words, draw, _SIGN_PITCH, _BESIDE) for words, draw in others]
    yield from draw_entries(_SIGN, y + BODY.baseline_shift, first, role="caption")
    yield from draw_entries(_SIGN, y + _SIGN_ROW + BODY.baseline_shift, second, role="caption")
    yield from (choice_key(words, x, y) for words, x in _KEYS)


def _trains(y: float) -> Iterator[Shape]:
    above, more, first = _AROUND
    yield field_box(y - above, MAX_SEATS * _LANE + more)
    for seat in range(1, MAX_SEATS + 1):
        middle = y + first + (seat - 1) * _LANE
        yield player_chip(seat, _SEAT, middle, _CHIP)
        for i, words in enumerate(("train", "moved", "derailed")):
            x, around = _TRAIN + i * _TRAIN_PITCH, ACCENT if words == "moved" else ""
            yield draw_caboose(seat, x, middle)
            yield draw_coach(seat, x + _CAR, middle)
            yield draw_engine(seat, x + 2 * _CAR, middle, around=around, derailed=words == "derailed")
            yield BODY.left(x + _TRAIN_WORDS, middle + BODY.baseline_shift, words, "caption")
