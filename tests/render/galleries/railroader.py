"""Contact sheets of everything RailRoader is drawn with: all cards, signs of spaces, trains and what troubles them."""

from collections.abc import Iterator
from functools import partial

from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import CARDS, CRATE_THIEF, WORKER_SCARER
from engine.games.railroader.box.figures import SEATS
from render.games.railroader.cards import card_face
from render.games.railroader.livery import PALETTE
from render.games.railroader.signs import buffers, cavalry, derailed, dynamite, plate
from render.games.railroader.train import caboose, coach, engine
from render.palette import ACCENT
from render.parts.frame import CONTENT, MARGIN, chip, field, header, key, picture
from render.parts.legend import Entry, entries
from render.parts.text import BODY
from render.scene import Scene, Shape, layer

_ACROSS, _CARD, _PITCH, _TALL, _ROW = 5, 288, 308, 330, 400

_CAPTION = 48
_BELOW = 20
_SIGNS_TOP, _TRAINS_TOP, _PARTS_TALL = 40, 230, 930
_SIGN, _SIGN_PITCH, _SIGN_ROW, _BESIDE = 70, 340, 90, 46
_KEYS = (("A", 1_426), ("12", 1_510))
_SEAT, _CHIP, _LANE, _AROUND = 80, 32, 120, (50, 40, 20)
"""Of the trains: where a seat's mark stands, the height of its row, and what is free around the rows."""
_TRAIN, _TRAIN_PITCH, _CAR, _TRAIN_WORDS = 220, 460, 60, 190

_AFTER = {CRATE_THIEF: ", after crates", WORKER_SCARER: ", after workers"}


def sheets() -> tuple[Scene, ...]:
    """The cards, and the parts of the board."""
    return _cards(), _parts()


def _cards() -> Scene:
    rows = -(-len(CARDS) // _ACROSS)
    layers = (
        header("RailRoader · Cards", "reference", "Cost in the coin, how many of the balanced 64 there are below"),
        layer("cards", _faces()),
    )
    return picture("cards", CONTENT + rows * _ROW + _BELOW, PALETTE, layers, "Every card of RailRoader.")


def _faces() -> Iterator[Shape]:
    for i, (card, facts) in enumerate(CARDS.items()):
        x, y = MARGIN + i % _ACROSS * _PITCH, CONTENT + i // _ACROSS * _ROW
        yield card_face(card, x, y, _CARD, _TALL, cost=facts.cost > 0)
        words = f"{SEATS * facts.start + facts.deck}{_AFTER.get(card, ' in all')}"
        yield BODY.middle(x + _CARD / 2, y + _TALL + _CAPTION, words, "caption")


def _parts() -> Scene:
    layers = (
        header("RailRoader · Parts", "reference", "Spaces, trains, what troubles them, keys"),
        layer("signs", _signs(CONTENT + _SIGNS_TOP)),
        layer("trains", _trains(CONTENT + _TRAINS_TOP)),
    )
    return picture("parts", _PARTS_TALL, PALETTE, layers, "Signs of spaces, trains and markers of RailRoader.")


def _signs(y: float) -> Iterator[Shape]:
    """Two rows of signs with their names, and the keys."""
    spaces = (
        ("river", Space.RIVER),
        ("outlaws", Space.RED),
        ("ambush", Space.PURPLE),
        ("garrison", Space.WHITE),
    )
    first = [Entry(words, partial(plate, space), _SIGN_PITCH, _BESIDE) for words, space in spaces]
    others = ("dynamite", dynamite), ("cavalry", cavalry), ("Buffalo Creek", buffers), ("off the track", derailed)
    second = [Entry(words, draw, _SIGN_PITCH, _BESIDE) for words, draw in others]
    yield from entries(_SIGN, y + BODY.rise, first, role="caption")
    yield from entries(_SIGN, y + _SIGN_ROW + BODY.rise, second, role="caption")
    yield from (key(words, x, y) for words, x in _KEYS)


def _trains(y: float) -> Iterator[Shape]:
    above, more, first = _AROUND
    yield field(y - above, SEATS * _LANE + more)
    for seat in range(1, SEATS + 1):
        middle = y + first + (seat - 1) * _LANE
        yield chip(seat, _SEAT, middle, _CHIP)
        for i, words in enumerate(("train", "moved", "derailed")):
            x, around = _TRAIN + i * _TRAIN_PITCH, ACCENT if words == "moved" else ""
            yield caboose(seat, x, middle)
            yield coach(seat, x + _CAR, middle)
            yield engine(seat, x + 2 * _CAR, middle, around=around, derailed=words == "derailed")
            yield BODY.left(x + _TRAIN_WORDS, middle + BODY.rise, words, "caption")
