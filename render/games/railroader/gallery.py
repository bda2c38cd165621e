"""Contact sheets of everything RailRoader is drawn with: all cards, signs of spaces, trains and what troubles them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import CARDS, CRATE_THIEF, WORKER_SCARER
from engine.games.railroader.box.figures import SEATS
from render.games.railroader.cards import card_face
from render.games.railroader.livery import PALETTE
from render.games.railroader.signs import buffers, cavalry, derailed, dynamite, plate
from render.games.railroader.train import caboose, coach, engine
from render.palette import ACCENT, PAPER
from render.parts.frame import CONTENT, MARGIN, WIDTH, field, header
from render.parts.marks import chip, key
from render.parts.text import BODY
from render.scene import Layer, Scene, Shape

_ACROSS, _CARD, _PITCH, _TALL, _ROW = 5, 288, 308, 330, 400

_AFTER = {CRATE_THIEF: ", after crates", WORKER_SCARER: ", after workers"}


def sheets() -> tuple[Scene, ...]:
    """The cards, and the parts of the board."""
    return _cards(), _parts()


def _cards() -> Scene:
    rows = -(-len(CARDS) // _ACROSS)
    layers = (
        header("RailRoader · Cards", "reference", "Cost in the coin, how many of the 64 there are below"),
        Layer("cards", tuple(_faces())),
    )
    return Scene("cards", WIDTH, CONTENT + rows * _ROW + 20, PAPER, PALETTE, layers, "Every card of RailRoader.")


def _faces() -> Iterator[Shape]:
    for i, (card, facts) in enumerate(CARDS.items()):
        x, y = MARGIN + i % _ACROSS * _PITCH, CONTENT + i // _ACROSS * _ROW
        yield card_face(card, x, y, _CARD, _TALL, cost=facts.cost > 0)
        words = f"{SEATS * facts.start + facts.deck}{_AFTER.get(card, ' in all')}"
        yield BODY.middle(x + _CARD / 2, y + _TALL + 48, words, "caption")


def _parts() -> Scene:
    layers = (
        header("RailRoader · Parts", "reference", "Spaces, trains, what troubles them, keys"),
        Layer("signs", tuple(_signs(CONTENT + 40))),
        Layer("trains", tuple(_trains(CONTENT + 230))),
    )
    return Scene("parts", WIDTH, 930, PAPER, PALETTE, layers, "Signs of spaces, trains and markers of RailRoader.")


def _signs(y: float) -> Iterator[Shape]:
    named = ("river", Space.RIVER), ("outlaws", Space.RED), ("ambush", Space.PURPLE), ("garrison", Space.WHITE)
    shapes = [(words, plate(space, 70 + i * 340, y)) for i, (words, space) in enumerate(named)]
    others = ("dynamite", dynamite), ("cavalry", cavalry), ("Buffalo Creek", buffers), ("off the track", derailed)
    shapes += [(words, draw(70 + i * 340, y + 90)) for i, (words, draw) in enumerate(others)]
    for i, (words, shape) in enumerate(shapes):
        yield shape
        yield BODY.left(116 + i % len(named) * 340, y + i // len(named) * 90 + BODY.rise, words, "caption")
    yield key("A", 1_426, y)
    yield key("12", 1_510, y)


def _trains(y: float) -> Iterator[Shape]:
    yield field(y - 50, SEATS * 120 + 40)
    for seat in range(1, SEATS + 1):
        middle = y + 20 + (seat - 1) * 120
        yield chip(seat, 80, middle, 32)
        for i, (words, about) in enumerate((("train", ""), ("moved", "moved"), ("derailed", "derailed"))):
            x = 220 + i * 460
            yield caboose(seat, x, middle)
            yield coach(seat, x + 60, middle)
            yield engine(seat, x + 120, middle, around=ACCENT if about == "moved" else "", derailed=about == "derailed")
            yield BODY.left(x + 190, middle + BODY.rise, words, "caption")
