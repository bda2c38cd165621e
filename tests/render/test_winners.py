"""The picture in the last post of a game shows the winner's network or train, and nothing of other players."""

from functools import lru_cache
from typing import NamedTuple

import pytest

from engine import GAMES, Seat, redact
from render import PAINTERS, DrawingContext, Scene
from render.palette import PLAYERS
from render.scene import Box, Group, Line, Placed, Polygon, Shape, Sheet, Text
from tests.posts.recorded_game import PEOPLE
from tests.render.phase_ends import PhaseEnd
from tests.render.test_picture_heights import phases

WINNING = {"railroader": "train"}
"""Key of a game -> name of its picture, if that is not a network."""
THINGS = {
    "railroad-rivals": ("network tracks", "network plates"),
    "railroader": ("train", "trains"),
    "railroads-of-catan": ("track", "trains"),
    "railway-rivals": ("track",),
}
"""Key of a game -> layers with things of players, none of which may belong to a rival."""


class Finished(NamedTuple):
    """The end of a game, the picture of the winner's network or train, and the winner."""

    end: PhaseEnd
    posted: tuple[str, ...]
    scene: Scene
    winner: Seat


@lru_cache(None)
def finished(title: str) -> Finished:
    *_, end = phases(title)
    painter, view = PAINTERS[title], redact(end.state, None)
    look = DrawingContext(PEOPLE[: end.state.seats], end.news)
    [scene] = painter.public_scenes(WINNING.get(title, "network"), view, look)
    first = GAMES[title].rules.ranking(end.state)[0]
    return Finished(end, painter.pictures_after_phase(view, look, end.ended), scene, first.seat)


@pytest.mark.parametrize("title", GAMES)
def test_the_end_of_a_game_shows_what_won_after_the_final_table(title: str) -> None:
    one = finished(title)
    assert one.posted[:2] == ("final", WINNING.get(title, "network"))
    said = {text.role: text.words for text in one.scene.shapes_of_layer("header") if isinstance(text, Text)}
    assert said["title"] == f"THE WINNER’S {WINNING.get(title, 'network').upper()}"
    assert PEOPLE[one.winner - 1] in said["second line"]
    assert one.scene.alt.startswith(f"The winner’s {WINNING.get(title, 'network')}")
    assert PEOPLE[one.winner - 1] in one.scene.alt


@pytest.mark.parametrize("title", GAMES)
def test_the_picture_has_things_of_the_winner_only(title: str) -> None:
    one = finished(title)
    shapes = [shape for name in THINGS[title] for shape in one.scene.shapes_of_layer(name)]
    colors = {color for shape in shapes for color in _colors(shape)}
    players = {player.color: Seat(seat) for seat, player in enumerate(PLAYERS, 1)}
    assert {players[color] for color in colors if color in players} == {one.winner}


def test_the_cities_of_the_network_are_those_that_the_winners_links_join() -> None:
    one = finished("railroad-rivals")
    joined = {city for link in one.end.state.board.links if link.owner == one.winner for city in (link.a, link.b)}
    shown = {shape.name for shape in one.scene.shapes_of_layer("network cards") if isinstance(shape, Group)}
    assert shown == {f"card {city}" for city in joined}


def _colors(shape: Shape) -> set[str]:
    """Return the colors in which a shape is painted."""
    match shape:
        case Placed(sprite=sprite):
            return {color for part in sprite.shapes for color in _colors(part)}
        case Sheet(shapes=shapes) | Group(shapes=shapes):
            return {color for part in shapes for color in _colors(part)}
        case Line(ink=ink):
            return {ink}
        case Polygon(fill=fill, ink=ink) | Box(fill=fill, ink=ink):
            return {color for color in (fill, ink) if color}
        case _:
            return set()
