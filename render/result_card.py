"""A picture to share of a finished game: game, date, winner, and everyone's place."""

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

_WINNER, _WINNER_TALL, _CHIP = 216, 216, 72
_WINNER_NAME, _WINNER_SCORE = TextStyle("hb", 112), TextStyle("hb", 76, ACCENT)
_NAME_X, _NAME_DOWN, _SCORE_DOWN = 232, 108, 186
_ROWS_GAP, _ROW = 28, 116
_PLACE, _NAME, _SCORE = TextStyle("hb", 64), TextStyle("s", 64), TextStyle("hb", 68)
_PLACE_X, _CHIP_X, _CHIP_SMALL, _ROW_NAME_X, _ROW_LINE = 64, 164, 32, 224, 78
_NOTE, _FOOT = 58, 92
_SHARE = 0.5
"""The largest share of a row that a name takes; its score has the rest."""


class GameEnd(msgspec.Struct, frozen=True):
    """The end of a game in words: the date, the length, and how it ended."""

    day: str
    length: str
    how: str


def result_card_scene(
    game: Game[Any], painter: Painter, names: tuple[str, ...], view: View[Any], game_end: GameEnd
) -> Scene:
    """The card of a game that is over, as ``view`` shows its end to a spectator."""
    shown_names, places = display_names(names, view.state.seats), game.rules.ranking(view.state)
    line = " · ".join(filter(None, [game.text.status_line(view), game_end.length]))
    rows, bottom = _draw_rows(places, shown_names)
    layers = (
        header_layer(game.name, game_end.day, line, tall=True),
        make_layer("winner", _draw_winner(places, shown_names)),
        make_layer("rows", rows),
        make_layer("end", [BODY.left(MARGIN, bottom + 62, game_end.how, "note", INK_SOFT, max_width=CONTENT_WIDTH)]),
    )
    palette = painter.film_scene(view, DrawingContext(shown_names), view).palette
    return paper_scene("result", bottom + _FOOT, palette, layers, _alt_text(game, places, shown_names, line, game_end))


def winner_words(places: Sequence[RankingEntry], names: Names) -> str:
    """The winner and the score: “Ada wins · 84 points”; for a player alone, the score."""
    return (
        f"{_winner_names(places, names)} · {_score_text(places[0])}"
        if len(places) == 1
        else (f"{_winner_names(places, names)} {_win_text(places)}")
    )


def _draw_winner(places: Sequence[RankingEntry], names: Names) -> Iterator[Shape]:
    """The winner and the score, as large as they fit, on a card."""
    yield Box(MARGIN - 16, _WINNER, CONTENT_WIDTH + 32, _WINNER_TALL, CARD, ACCENT, 6, 10)
    seat, middle = sole_winner(places), _WINNER + _WINNER_TALL / 2
    left = _NAME_X if seat else MARGIN + 32
    if seat:
        yield player_chip(seat, 136, middle, _CHIP)
    room = RIGHT - left - 16
    short = first_word(names[seat - 1]) if seat else count_noun(len(_first_places(places)), "player")
    yield _WINNER_NAME.left(
        left, _WINNER + _NAME_DOWN, _winner_names(places, names), "winner", max_width=room, short=short
    )
    yield _WINNER_SCORE.left(left, _WINNER + _SCORE_DOWN, _win_text(places), "total", max_width=room)


def _draw_rows(places: Sequence[RankingEntry], names: Names) -> tuple[list[Shape], int]:
    """A row for every player, best first, and where the last one ends; none for someone who played alone."""
    shapes, y = list[Shape](), _WINNER + _WINNER_TALL + _ROWS_GAP
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
    room = CONTENT_WIDTH * _SHARE
    yield _NAME.left(_ROW_NAME_X, line, name, "name", max_width=room, short=first_word(name))
    yield _SCORE.right(RIGHT - 16, line, _score_text(place), "total", max_width=RIGHT - _ROW_NAME_X - room - 16)


def _winner_names(places: Sequence[RankingEntry], names: Names) -> str:
    return join_words([names[place.seat - 1] for place in _first_places(places)])


def _win_text(places: Sequence[RankingEntry]) -> str:
    """The words under the winner’s name: that it is a win, unless someone played alone, and the score."""
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
    """Everything on the card in words."""
    standing = [f"{place.place}. {name_with_number(names[place.seat - 1], _score_and_note(place))}" for place in places]
    win_sentence = f"{_winner_names(places, names)} {_win_verb(places)}. " if len(places) > 1 else ""
    return join_sentences(
        [f"Result of {game.name}, {game_end.day}. {line}.", f"{win_sentence}{'; '.join(standing)}.", game_end.how]
    )


def _score_and_note(place: RankingEntry) -> str:
    return f"{_score_text(place)} ({place.note})" if place.note else _score_text(place)
