"""The result card: a picture of a finished game for sharing, with date, winner, and ranking."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core import Game, RankingEntry, View, count_noun, join_words
from render.painter import DrawingContext, Painter
from render.palette import ACCENT, CARD, INK_SOFT
from render.parts.final_table import sole_winner
from render.parts.page_layout import CONTENT_WIDTH, MARGIN, RIGHT, hairline, header_layer, paper_scene, player_chip
from render.parts.typography import BODY, TextStyle
from render.scene import Box, Scene, Shape, make_layer
from render.text_fitting import Names, display_names, first_word, join_sentences, name_with_number

_WINNER_Y, _WINNER_HEIGHT, _CHIP = 216, 216, 72
"""y and height of the winner's card, and the radius of the winner's player chip, in px."""
_WINNER_NAME, _WINNER_SCORE = TextStyle("hb", 112), TextStyle("hb", 76, ACCENT)
_NAME_X, _NAME_DOWN, _SCORE_DOWN = 232, 108, 186
"""x of the winner's name, and distances from the card's top to the baselines of name and score, in px."""
_ROWS_GAP, _ROW = 28, 116
_PLACE, _NAME, _SCORE = TextStyle("hb", 64), TextStyle("s", 64), TextStyle("hb", 68)
_PLACE_X, _CHIP_X, _CHIP_SMALL, _ROW_NAME_X, _ROW_LINE = 64, 164, 32, 224, 78
_NOTE, _FOOT = 58, 92
_NAME_SHARE = 0.5
"""The maximum width of a name, as a share of a row; the score gets the rest."""


class GameEnd(msgspec.Struct, frozen=True):
    """The date (``day``), the length, and the ending (``how``) of a game, as texts."""

    day: str
    length: str
    how: str


def result_card_scene(
    game: Game[Any], painter: Painter, names: tuple[str, ...], view: View[Any], game_end: GameEnd
) -> Scene:
    """Return the result card of a finished game. ``view`` is a spectator's view of its end."""
    drawn_names, places = display_names(names, view.state.seats), game.rules.ranking(view.state)
    line = " · ".join(filter(None, [game.text.status_line(view), game_end.length]))
    rows, bottom = _draw_rows(places, drawn_names)
    layers = (
        header_layer(game.name, game_end.day, line, tall=True),
        make_layer("winner", _draw_winner(places, drawn_names)),
        make_layer("rows", rows),
        make_layer("end", [BODY.left(MARGIN, bottom + 62, game_end.how, "note", INK_SOFT, max_width=CONTENT_WIDTH)]),
    )
    palette = painter.film_scene(view, DrawingContext(drawn_names), view).palette
    return paper_scene("result", bottom + _FOOT, palette, layers, _alt_text(game, places, drawn_names, line, game_end))


def winner_words(places: Sequence[RankingEntry], names: Names) -> str:
    """Return the winner and the score: “Ada wins · 84 points”.

    In a one-player game: “Ada · 84 points”.
    """
    if len(places) == 1:
        return f"{_winner_names(places, names)} · {_score_text(places[0])}"
    return f"{_winner_names(places, names)} {_win_text(places)}"


def _draw_winner(places: Sequence[RankingEntry], names: Names) -> Iterator[Shape]:
    """Draw a card with the winner and the score, as large as they fit."""
    yield Box(MARGIN - 16, _WINNER_Y, CONTENT_WIDTH + 32, _WINNER_HEIGHT, CARD, ACCENT, 6, 10)
    seat, middle = sole_winner(places), _WINNER_Y + _WINNER_HEIGHT / 2
    left = _NAME_X if seat else MARGIN + 32
    if seat:
        yield player_chip(seat, 136, middle, _CHIP)
    room = RIGHT - left - 16
    short = first_word(names[seat - 1]) if seat else count_noun(len(_first_places(places)), "player")
    yield _WINNER_NAME.left(
        left, _WINNER_Y + _NAME_DOWN, _winner_names(places, names), "winner", max_width=room, short=short
    )
    yield _WINNER_SCORE.left(left, _WINNER_Y + _SCORE_DOWN, _win_text(places), "total", max_width=room)


def _draw_rows(places: Sequence[RankingEntry], names: Names) -> tuple[list[Shape], int]:
    """Draw a row for every player, the best first; none in a one-player game.

    Return the shapes, and the y of the bottom in px.
    """
    shapes, y = list[Shape](), _WINNER_Y + _WINNER_HEIGHT + _ROWS_GAP
    for place in places if len(places) > 1 else ():
        shapes += _draw_row(place, names[place.seat - 1], y)
        y += _ROW
        if place.note:
            shapes.append(BODY.left(_ROW_NAME_X, y + 26, place.note, "note", INK_SOFT, max_width=RIGHT - _ROW_NAME_X))
            y += _NOTE
        shapes.append(hairline(y))
    return shapes, y


def _draw_row(place: RankingEntry, name: str, y: float) -> Iterator[Shape]:
    line = y + _ROW_LINE
    yield _PLACE.left(_PLACE_X, line, f"{place.place}", "place", INK_SOFT)
    yield player_chip(place.seat, _CHIP_X, y + _ROW / 2, _CHIP_SMALL)
    room = CONTENT_WIDTH * _NAME_SHARE
    yield _NAME.left(_ROW_NAME_X, line, name, "name", max_width=room, short=first_word(name))
    yield _SCORE.right(RIGHT - 16, line, _score_text(place), "total", max_width=RIGHT - _ROW_NAME_X - room - 16)


def _winner_names(places: Sequence[RankingEntry], names: Names) -> str:
    return join_words([names[place.seat - 1] for place in _first_places(places)])


def _win_text(places: Sequence[RankingEntry]) -> str:
    """Return the text under the winner's name: “wins” and the score.

    In a one-player game, the text is only the score.
    """
    if len(places) == 1:
        return " · ".join(filter(None, [_score_text(places[0]), places[0].note]))
    return f"{_win_verb(places)} · {_score_text(places[0])}"


def _win_verb(places: Sequence[RankingEntry]) -> str:
    return "wins" if sole_winner(places) else "share the win"


def _first_places(places: Sequence[RankingEntry]) -> list[RankingEntry]:
    return [place for place in places if place.place == 1]


def _score_text(place: RankingEntry) -> str:
    return place.words or f"{place.score:,}"


def _alt_text(game: Game[Any], places: Sequence[RankingEntry], names: Names, line: str, game_end: GameEnd) -> str:
    """Return the alt text of the card."""
    standing = [f"{place.place}. {name_with_number(names[place.seat - 1], _score_and_note(place))}" for place in places]
    win_sentence = f"{_winner_names(places, names)} {_win_verb(places)}. " if len(places) > 1 else ""
    return join_sentences(
        [f"Result of {game.name}, {game_end.day}. {line}.", f"{win_sentence}{'; '.join(standing)}.", game_end.how]
    )


def _score_and_note(place: RankingEntry) -> str:
    return f"{_score_text(place)} ({place.note})" if place.note else _score_text(place)
