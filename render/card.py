"""A finished game on one picture to share: its title and date, who won, and everybody's place. It knows no title."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core import Game, Place, View, counted, listed
from render.labels import Names, beside, first_word, joined, names_of
from render.painter import Look, Painter
from render.palette import ACCENT, CARD, INK_SOFT
from render.parts.final import sole_winner
from render.parts.frame import MARGIN, RIGHT, ROOM, chip, hairline, header, picture
from render.parts.text import BODY, Style
from render.scene import Box, Scene, Shape, layer

_WINNER, _WINNER_TALL, _CHIP = 216, 216, 72
_WINNER_NAME, _WINNER_SCORE = Style("hb", 112), Style("hb", 76, ACCENT)
_NAME_X, _NAME_DOWN, _SCORE_DOWN = 232, 108, 186
_ROWS_GAP, _ROW = 28, 116
_PLACE, _NAME, _SCORE = Style("hb", 64), Style("s", 64), Style("hb", 68)
_PLACE_X, _CHIP_X, _CHIP_SMALL, _ROW_NAME_X, _ROW_LINE = 64, 164, 32, 224, 78
_NOTE, _FOOT = 58, 92
_SHARE = 0.5
"""Of a row, what a name takes at most; its score has the rest."""


class Ended(msgspec.Struct, frozen=True):
    """The end of a game in words: the date, the length, and the sentence about how it ended."""

    day: str
    length: str
    how: str


def result_card(game: Game[Any], painter: Painter, names: tuple[str, ...], view: View[Any], ended: Ended) -> Scene:
    """The card of a game that is over, as ``view`` shows its end to a spectator."""
    called, places = names_of(names, view.state.seats), game.rules.ranking(view.state)
    line = " · ".join(filter(None, [game.words.headline(view), ended.length]))
    rows, bottom = _rows(places, called)
    layers = (
        header(game.name, ended.day, line, tall=True),
        layer("winner", _winner(places, called)),
        layer("rows", rows),
        layer("end", [BODY.left(MARGIN, bottom + 62, ended.how, "note", INK_SOFT, room=ROOM)]),
    )
    palette = painter.film(view, Look(called), view).palette
    return picture("result", bottom + _FOOT, palette, layers, _alt(game, places, called, line, ended))


def winner_words(places: Sequence[Place], names: Names) -> str:
    """The winner and the score: “Ada wins · 84 points”; for a player alone, the score."""
    return (
        f"{_winners(places, names)} · {_score(places[0])}"
        if len(places) == 1
        else (f"{_winners(places, names)} {_won(places)}")
    )


def _winner(places: Sequence[Place], names: Names) -> Iterator[Shape]:
    """The winner and the score, as large as they fit, on a card."""
    yield Box(MARGIN - 16, _WINNER, ROOM + 32, _WINNER_TALL, CARD, ACCENT, 6, 10)
    seat, middle = sole_winner(places), _WINNER + _WINNER_TALL / 2
    left = _NAME_X if seat else MARGIN + 32
    if seat:
        yield chip(seat, 136, middle, _CHIP)
    room = RIGHT - left - 16
    short = first_word(names[seat - 1]) if seat else counted(len(_first(places)), "player")
    yield _WINNER_NAME.left(left, _WINNER + _NAME_DOWN, _winners(places, names), "winner", room=room, short=short)
    yield _WINNER_SCORE.left(left, _WINNER + _SCORE_DOWN, _won(places), "total", room=room)


def _rows(places: Sequence[Place], names: Names) -> tuple[list[Shape], int]:
    """A row for every player, best first, and where the last one ends; none for somebody who played alone."""
    shapes, y = list[Shape](), _WINNER + _WINNER_TALL + _ROWS_GAP
    for place in places if len(places) > 1 else ():
        shapes += _row(place, names[place.seat - 1], y)
        y += _ROW
        if place.note:
            shapes.append(BODY.left(_ROW_NAME_X, y + 26, place.note, "note", INK_SOFT, room=RIGHT - _ROW_NAME_X))
            y += _NOTE
        shapes.append(hairline(y))
    return shapes, y


def _row(place: Place, name: str, y: float) -> Iterator[Shape]:
    line = y + _ROW_LINE
    yield _PLACE.left(_PLACE_X, line, f"{place.place}", "place", INK_SOFT)
    yield chip(place.seat, _CHIP_X, y + _ROW / 2, _CHIP_SMALL)
    room = ROOM * _SHARE
    yield _NAME.left(_ROW_NAME_X, line, name, "name", room=room, short=first_word(name))
    yield _SCORE.right(RIGHT - 16, line, _score(place), "total", room=RIGHT - _ROW_NAME_X - room - 16)


def _winners(places: Sequence[Place], names: Names) -> str:
    return listed([names[place.seat - 1] for place in _first(places)])


def _won(places: Sequence[Place]) -> str:
    """The words under the winner’s name: that it is a win, unless somebody played alone, and the score."""
    if len(places) == 1:
        return " · ".join(filter(None, [_score(places[0]), places[0].note]))
    return f"{_verb(places)} · {_score(places[0])}"


def _verb(places: Sequence[Place]) -> str:
    return "wins" if sole_winner(places) else "share the win"


def _first(places: Sequence[Place]) -> list[Place]:
    return [place for place in places if place.place == 1]


def _score(place: Place) -> str:
    return place.words or f"{place.score:,}"


def _alt(game: Game[Any], places: Sequence[Place], names: Names, line: str, ended: Ended) -> str:
    """Everything on the card in words."""
    standing = [f"{place.place}. {beside(names[place.seat - 1], _told(place))}" for place in places]
    won = f"{_winners(places, names)} {_verb(places)}. " if len(places) > 1 else ""
    return joined([f"Result of {game.name}, {ended.day}. {line}.", f"{won}{'; '.join(standing)}.", ended.how])


def _told(place: Place) -> str:
    return f"{_score(place)} ({place.note})" if place.note else _score(place)
