"""Checks of every picture of Railroad Rivals, with and without Robber Baron, from the first phase to the last."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from engine import Seat, View, decisions, redact
from engine.core import field_names
from engine.games.railroad_rivals.state.actions import Bid
from engine.games.railroad_rivals.state.board import Board, Cell
from engine.games.railroad_rivals.state.events import CityPlaced
from render import PAINTERS, Choice, DrawingContext, Scene, render_scene
from render.scene import Placed, all_texts
from tests.render.city_framing import cut_cities
from tests.render.legibility import LONGEST_WORDS, alt_text_fits, is_legible, nothing_runs_out
from tests.render.positions import GAME, NAMES, Position, ends, positions

PAINTER = PAINTERS[GAME.key]


class Table(NamedTuple):
    """A number of players and the name of an option preset."""

    seats: int
    preset: str = "Base"

    def __str__(self) -> str:
        return f"{self.preset}-{self.seats}"

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]


TABLES = (*(Table(seats) for seats in (2, 3, 4, 5)), *(Table(seats, "Full") for seats in (2, 3, 4, 5, 6)), Table(6))
each_table = pytest.mark.parametrize("table", TABLES, ids=str)

EXEMPT = {"goods", "goods number", "turn count", "overview name", "overview badge", "sign"}
"""Roles that may be smaller than the floor. (style guide, section 10)

Crops follow an overview, and the words of a sign are on its card.
"""


def sampled(table: Table) -> list[Position]:
    """Return some phase ends of a game, including the first and the last."""
    found = ends(table.seats, preset=table.preset)
    return [*found[::5], found[-1]]


def public(position: Position, table: Table) -> Iterator[Scene]:
    view, look = redact(position.state, None), DrawingContext(table.names, position.news)
    for picture in PAINTER.public_pictures:
        yield from PAINTER.public_scenes(picture, view, look)


def private(position: Position, table: Table) -> Iterator[Scene]:
    """Yield the hand, the questions and the previews of each seat that is to move."""
    for decision in decisions(position.state):
        view, look = redact(position.state, decision.seat), DrawingContext(table.names, position.news)
        yield from PAINTER.private_scenes(view, look)
        kinds: dict[type, list] = {}
        for offer in decision.offers:
            kinds.setdefault(type(offer), []).append(offer)
        for kind, offers in kinds.items():
            for field in field_names(kind) if kind is not Bid else ():
                groups: dict[object, list] = {}
                for offer in offers:
                    groups.setdefault(getattr(offer, field), []).append(offer)
                keyed = [Choice("ABCDEFGHIJKLMNOPQRST"[i], tuple(g)) for i, g in enumerate(list(groups.values())[:20])]
                yield from PAINTER.choice_scenes(view, look, field, tuple(keyed))
                offers = max(groups.values(), key=len)
            yield from PAINTER.preview_scenes(view, look, offers[0])


@pytest.fixture(params=TABLES, ids=str, scope="module")
def every(request: pytest.FixtureRequest) -> list[Scene]:
    """Return the scenes of a table, which are drawn once for all tests."""
    table: Table = request.param
    shown = [scene for position in sampled(table) for scene in public(position, table)]
    for position in positions(table.seats, preset=table.preset)[::23]:
        shown += private(position, table)
    return shown


def test_a_phone_fits_every_picture_into_its_screen(every: list[Scene]) -> None:
    for scene in every:
        assert scene.width == 1600
        assert 400 <= scene.height <= 1975, scene.name


def test_every_text_has_a_role_and_none_that_carries_state_is_under_the_floor(every: list[Scene]) -> None:
    for scene in every:
        is_legible(scene, {*EXEMPT, "badge"})
        assert min((text.size for text in all_texts(scene) if text.role == "badge"), default=38) >= 38


def test_no_text_of_a_table_runs_out_of_the_picture(every: list[Scene]) -> None:
    for scene in every:
        nothing_runs_out(scene)


def test_the_alt_text_says_something_and_fits_discord(every: list[Scene]) -> None:
    for scene in every:
        alt_text_fits(scene)


@each_table
def test_public_pictures_are_the_same_for_every_viewer(table: Table) -> None:
    for position in sampled(table):
        look = DrawingContext(table.names, position.news)
        for picture in PAINTER.public_pictures:
            spectator = PAINTER.public_scenes(picture, redact(position.state, None), look)
            for seat in position.state.everyone:
                assert PAINTER.public_scenes(picture, redact(position.state, seat), look) == spectator


@each_table
def test_no_public_picture_names_a_city_of_a_hand_that_was_not_drafted_openly(table: Table) -> None:
    position = ends(table.seats, preset=table.preset)[0]
    hidden = {city for hand in position.state.hand.values() for city in hand.open()}
    for scene in public(position, table):
        shown = {text.words for text in all_texts(scene)}
        assert not shown & hidden
        assert not any(city in scene.alt for city in hidden)


def test_a_spectator_has_no_hand() -> None:
    assert PAINTER.private_scenes(redact(ends(4)[0].state, None), DrawingContext(NAMES[:4])) == ()


@each_table
def test_a_hand_shows_its_own_cities_and_nobody_elses(table: Table) -> None:
    position = ends(table.seats, preset=table.preset)[0]
    for seat in position.state.everyone:
        [scene] = PAINTER.private_scenes(redact(position.state, seat), DrawingContext(table.names))
        shown = {text.words for text in all_texts(scene)}
        assert set(position.state.hand[seat].open()) <= shown
        others = {c for s in position.state.everyone if s != seat for c in position.state.hand[s].open()}
        assert not shown & others


@each_table
def test_every_phase_is_followed_by_at_least_the_board_and_the_stocks(table: Table) -> None:
    for position in ends(table.seats, preset=table.preset):
        pictures = PAINTER.pictures_after_phase(
            redact(position.state, None), DrawingContext(table.names), position.ended or ""
        )
        assert {"overview", "stocks"} <= set(pictures)
        assert set(pictures) <= set(PAINTER.public_pictures)


def _posted_after(position: Position) -> tuple[str, ...]:
    look = DrawingContext(NAMES[:5], position.news)
    return PAINTER.pictures_after_phase(redact(position.state, None), look, position.ended or "")


def test_posts_begin_with_the_changes_of_a_large_table_or_the_whole_of_a_small_one() -> None:
    placed = [position for position in ends(5) if position.ended == "Place a City Tile"]
    delivered = [position for position in ends(5) if position.ended == "Deliver a Good" and position.state.flow]
    assert _posted_after(placed[0]) == ("overview", "stocks")
    assert _posted_after(placed[-1]) == ("changes", "overview", "stocks")
    assert _posted_after(delivered[0]) == ("overview", "stocks", "offer")
    assert _posted_after(delivered[-1]) == ("changes", "stocks", "offer", "overview")


LEAST_CUBE = 8
"""Minimum size of a cube in pixels on a desktop, which shows a picture 296 px wide."""


def test_what_changed_is_shown_with_goods_that_can_be_read_and_no_city_cut() -> None:
    changed = [position for position in ends(5) if _posted_after(position)[0] == "changes"]
    assert len(changed) > 4
    for position in changed:
        look = DrawingContext(NAMES[:5], position.news)
        [close] = PAINTER.public_scenes("changes", redact(position.state, None), look)
        cubes = [
            s for s in close.shapes_of_layer("goods") if isinstance(s, Placed) and s.sprite.name.startswith("cube")
        ]
        assert cubes
        assert min(cube.sprite.w for cube in cubes) * min(296 / close.width, 350 / close.height) >= LEAST_CUBE
        assert cut_cities(close) == set()


def _with_tiles(cells: set[Cell]) -> View[Any]:
    laid = tuple(replace(ends(2)[0].state.board.laid[0], at=cell) for cell in sorted(cells))
    return redact(replace(ends(2)[0].state, board=Board(laid)), None)


def test_the_posted_crops_show_the_city_that_was_just_placed() -> None:
    far = Cell(0, 8)
    view = _with_tiles({Cell(x, y) for x in range(13) for y in range(7)} | {far})
    city = view.state.board.laid[0].city
    news = CityPlaced(Seat(1), city, far, 0, ())
    posted = PAINTER.public_scenes("crops", view, DrawingContext(NAMES[:2], (news,)))
    assert sorted(len(scene.shapes_of_layer("marks")) for scene in posted) == [0, 1]
    assert list(map(_corner, posted)) == ["close look 1 of 2", "close look 2 of 2"], (
        "they are not all parts of the table"
    )


def _corner(scene: Scene) -> str:
    return next(text.words for text in all_texts(scene) if text.role == "corner")


def test_the_posted_crops_are_two_that_show_the_most_of_the_table() -> None:
    view = _with_tiles({Cell(x, y) for x in range(13) for y in range(7)} | {Cell(0, 8)})
    every = [scene.name for scene in PAINTER.public_scenes("board", view, DrawingContext(NAMES[:2]))[1:]]
    posted = [scene.name for scene in PAINTER.public_scenes("crops", view, DrawingContext(NAMES[:2]))]
    assert len(every) > len(posted) == 2


def test_an_offer_that_is_taken_is_not_posted_again() -> None:
    taken = next(p for p in ends(3) if p.ended == "Draft Tiles")
    names = PAINTER.pictures_after_phase(redact(taken.state, None), DrawingContext(NAMES[:3]), "Deliver a Good")
    assert names == ("overview", "stocks")


def test_the_last_phase_is_followed_by_the_final_table() -> None:
    last = ends(3)[-1]
    assert (
        PAINTER.pictures_after_phase(redact(last.state, None), DrawingContext(NAMES[:3]), "Deliver a Good")[0]
        == "final"
    )


def test_an_unknown_picture_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        PAINTER.public_scenes("timetable", redact(ends(2)[0].state, None), DrawingContext(()))


@each_table
def test_hostile_names_break_no_picture(table: Table) -> None:
    names = ("\u202e" * 40, "W" * 400, "", "**@everyone** <@1>", "😀😀😀", "\u202e")[: table.seats]
    found = ends(table.seats, preset=table.preset)
    for position in (found[0], found[len(found) // 2], found[-1]):
        for picture in PAINTER.public_pictures:
            for scene in PAINTER.public_scenes(
                picture, redact(position.state, None), DrawingContext(names, position.news)
            ):
                assert len(scene.alt) <= LONGEST_WORDS


def test_every_kind_of_scene_can_be_painted(every: list[Scene]) -> None:
    """The last scene of each kind shows most, so it is painted, with a sample of the others."""
    last = {scene.name: scene for scene in every}
    for scene in (*last.values(), *every[::25]):
        assert len(render_scene(scene).file) <= 300_000, scene.name
