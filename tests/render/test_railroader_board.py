"""Pictures of RailRoader's board, in constructed positions and in a played game."""

from collections.abc import Iterator
from functools import lru_cache

import pytest

from engine import GAMES, PhaseEnded, decisions, play, redact
from engine.core import Event, Seat, all_seats
from engine.games.railroader.game_data.board import BOARDS, LINE_LENGTHS, Space
from engine.games.railroader.game_data.cards import Waters
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Build, Dynamite, Engineer, Move, Stop
from engine.games.railroader.state.state import Rolling
from render import DrawingContext, Scene, render_scene
from render.fonts import text_width
from render.games.railroader import PAINTER
from render.games.railroader.board.lanes import full_layout, row_sprite
from render.games.railroader.board.signs import draw_cavalry, draw_dynamite
from render.games.railroader.board.trains import draw_engine
from render.games.railroader.colors import PALETTE, PURPLE
from render.palette import ACCENT, PLAYERS
from render.scene import Box, Disc
from tests.games.railroader.table import railroad, table
from tests.render.legibility import LONGEST_WORDS, alt_text_fits, is_legible, nothing_runs_out
from tests.render.railroader import NAMES, ROLLING, asked, board, midway, offered, offers, sprites, words


@lru_cache(None)
def played() -> tuple[Scene, ...]:
    """Return the board at the end of every third turn of a short game."""
    return tuple(_played())


def _played() -> Iterator[Scene]:
    game = GAMES["railroader"]
    state, since = game.new_game(game.options.presets()["Short line"], 3, 5)
    count = 0
    while questions := decisions(state):
        view = redact(state, questions[0].seat)
        state, news = play(state, max(questions[0].offers, key=lambda offer: game.agent.score_action(view, offer)))
        since = (*since, *news)
        if any(isinstance(event, PhaseEnded) for event in news):
            count += 1
            if count % 3 == 0 or not state.flow:
                yield board(state, since)
            since = ()


@lru_cache(None)
def shown() -> tuple[Scene, ...]:
    """Return pictures of all kinds."""
    cleo = midway(engine=52, sections=18, hand="water-3 water-4 water-5 engineer engineer", workers=3)
    stopping = cleo.update_turn(rolled=True, rolling=Rolling((5,), 6, 2)).update_railroad(Seat(3), engine=60)
    saboteur = midway(engine=49, sections=18, hand="saboteur").update_railroad(Seat(1), engine=30, cavalry=None)
    moves, ben = offers(cleo, Move), [one for one in offers(saboteur, Dynamite) if one.rival == 1]
    scenes = [
        *asked(cleo, "waters", moves),
        *asked(cleo, "engineers", [move for move in moves if move.waters == Waters((5,))]),
        *asked(cleo, "space", offers(cleo, Engineer)),
        *asked(cleo, "sections", offers(cleo, Build)),
        *asked(stopping, "space", offers(stopping, Stop)),
        *asked(saboteur, "rival", offers(saboteur, Dynamite)),
        *asked(saboteur, "space", ben),
    ]
    for state, kind in ((cleo, Move), (cleo, Engineer), (cleo, Build), (stopping, Stop), (saboteur, Dynamite)):
        for action in (offers(state, kind)[0], offers(state, kind)[-1]):
            scenes += PAINTER.preview_scenes(redact(state, Seat(3)), DrawingContext(NAMES), action)
    boards = [board(midway(line, seats), ROLLING if seats > 2 else ()) for line in (26, 20) for seats in (2, 3, 4)]
    start = table(railroad(hand="gold"), seats=2, line=16, at=1, round=1)
    return (*scenes, *boards, board(start), *played())


# -- what holds for every picture


def test_a_picture_is_1600_px_wide_and_at_most_as_high() -> None:
    for scene in shown():
        assert scene.width == 1600
        assert 340 <= scene.height <= 1600, (scene.name, scene.height)


def test_no_text_that_carries_state_is_under_the_floor() -> None:
    for scene in shown():
        is_legible(scene)


def test_no_text_runs_out_of_the_picture() -> None:
    for scene in shown():
        nothing_runs_out(scene)


def test_the_alt_text_says_something_and_fits_discord() -> None:
    for scene in shown():
        alt_text_fits(scene)


def test_the_palette_is_that_of_the_title_and_files_are_small() -> None:
    assert len(PALETTE) <= 256
    assert all(scene.palette == PALETTE for scene in shown())
    for scene in (shown()[0], board(midway(), ROLLING)):
        assert len(render_scene(scene).file) <= 300_000


def test_hostile_names_break_no_picture() -> None:
    names = ("\u202e" * 40, "W" * 400, "", "**@everyone** <@1>")
    news = (e.TrackBuilt(Seat(2), 2, 17), e.TrainMoved(Seat(2), 35, 48, (4, 3), 6), e.RailheadRaided(Seat(3), 1, 1, ()))
    scene = board(midway(), news, names)
    assert len(scene.alt) <= LONGEST_WORDS
    assert all(text_width(line, "s", 44) <= 1_460 for line in words(scene, "second line"))


def test_equal_states_give_equal_pictures_for_every_viewer() -> None:
    state = midway()
    for seat in all_seats(4):
        assert PAINTER.public_scenes("board", redact(state, seat), DrawingContext(NAMES, ROLLING)) == (
            board(state, ROLLING),
        )


def test_an_unknown_picture_is_a_key_error_and_other_questions_have_no_board() -> None:
    with pytest.raises(KeyError):
        PAINTER.public_scenes("timetable", redact(midway(), None), DrawingContext(NAMES))
    assert "board" in PAINTER.pictures_after_phase(redact(midway(), None), DrawingContext(NAMES), "Turn")


# -- the ground


@pytest.mark.parametrize("line", LINE_LENGTHS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lanes_ground_is_drawn_once_for_all_tables(line: int, seats: int) -> None:
    there = full_layout(BOARDS[line], seats, 188)
    assert [row_sprite(there, i) for i in range(len(there.rows))] == [
        placed.sprite for placed in sprites(board(table(seats=seats, line=line)), "ground")
    ]
    assert row_sprite(there, 0) is row_sprite(there, 0)


def test_lines_of_all_lengths_share_their_first_systems() -> None:
    assert row_sprite(full_layout(BOARDS[26], 4, 188), 0) == row_sprite(full_layout(BOARDS[16], 4, 188), 0)
    assert row_sprite(full_layout(BOARDS[26], 4, 188), 2) != row_sprite(full_layout(BOARDS[16], 4, 188), 2)


@pytest.mark.parametrize("line", LINE_LENGTHS)
def test_no_river_is_split_between_two_systems(line: int) -> None:
    for _, last in full_layout(BOARDS[line], 4, 188).rows[:-1]:
        for seat in all_seats(4):
            assert {BOARDS[line].space_kind(seat, last), BOARDS[line].space_kind(seat, last + 1)} != {Space.RIVER}


@pytest.mark.parametrize("line", LINE_LENGTHS)
def test_every_space_lies_once_inside_the_picture(line: int) -> None:
    there = full_layout(BOARDS[line], 4, 188)
    places = {there.space_point(seat, space) for seat in range(1, 5) for space in range(1, 4 * line + 1)}
    assert len(places) == 4 * 4 * line
    assert all(124 < x < 1_564 and 188 < y < there.bottom for x, y in places)


# -- trains and what troubles them


def test_the_train_that_just_moved_has_a_red_line_and_a_ring_at_its_start() -> None:
    scene, there = board(midway(), ROLLING), full_layout(BOARDS[26], 4, 188)
    rings = [shape for shape in scene.shapes_of_layer("trains") if isinstance(shape, Disc) and shape.ink == ACCENT]
    assert [(ring.x, ring.y) for ring in rings] == [there.space_point(3, 52)]
    assert draw_engine(3, *there.space_point(3, 64), 1, around=ACCENT) in scene.shapes_of_layer("trains")
    assert draw_engine(2, *there.space_point(2, 48)) in scene.shapes_of_layer("trains")


def test_an_ambushed_train_has_a_purple_line_and_its_cavalry_is_shown() -> None:
    scene, there = board(midway(), ROLLING), full_layout(BOARDS[26], 4, 188)
    assert draw_engine(1, *there.space_point(1, 57), 1, around=PURPLE) in scene.shapes_of_layer("trains")
    assert draw_cavalry(*there.space_point(1, 53)) in scene.shapes_of_layer("trouble")
    assert draw_dynamite(*there.space_point(4, 51)) in scene.shapes_of_layer("trouble")


def test_a_derailed_train_lies_across_and_says_so() -> None:
    scene = board(midway(engine=72, sections=18, derailed=True), (e.Derailed(Seat(3), 72, 2),))
    assert draw_engine(
        3, *full_layout(BOARDS[26], 4, 188).space_point(3, 72), 1, derailed=True
    ) in scene.shapes_of_layer("trains")
    assert words(scene, "second line") == ["Cleo ran 2 spaces off the track"]
    assert "Cleo (triangle): train on space 72, derailed" in scene.alt


def test_cars_stand_behind_the_engine_as_far_as_there_are_spaces() -> None:
    counts = [len(sprites(board(table(railroad(at, 5))), "trains")) for at in (0, 1, 2, 3)]
    assert counts == [2, 2, 3, 4]  # the other train, in Junction City, has no cars either


def test_new_track_has_red_rails() -> None:
    news = (e.TrackBuilt(Seat(3), 2, 18),)
    red = [box for box in board(midway(), news).shapes_of_layer("track") if isinstance(box, Box) and box.fill == ACCENT]
    assert sum(box.w - 6 for box in red) == 2 * 8 * 60
    assert not [box for box in board(midway()).shapes_of_layer("track") if isinstance(box, Box) and box.fill == ACCENT]


def test_all_track_of_several_turns_in_the_news_is_new() -> None:
    def red(*news: Event) -> float:
        rails = board(midway(), news).shapes_of_layer("track")
        return sum(box.w - 6 for box in rails if isinstance(box, Box) and box.fill == ACCENT)

    first, second = e.TrackBuilt(Seat(3), 1, 16), e.TrackBuilt(Seat(3), 2, 18)
    assert red(first, PhaseEnded(phase="Turn"), second) > red(second) == 2 * red(first) > 0


def test_a_bar_of_the_players_color_ends_the_track_until_it_is_complete() -> None:
    scene = board(table(railroad(3, 20), railroad(3, 7), line=20))
    bars = {box.fill for box in scene.shapes_of_layer("railheads") if isinstance(box, Box)}
    assert PLAYERS[1].color in bars
    assert PLAYERS[0].color not in bars


@pytest.mark.parametrize("line", LINE_LENGTHS)
def test_the_table_shows_train_and_track_of_every_player(line: int) -> None:
    scene = board(table(railroad(12, 4), railroad(0, 0), railroad(9, 3), seats=3, line=line), (), NAMES)
    assert words(scene, "player") == ["Ada", "Ben", "Cleo"]
    assert words(scene, "train") == ["train 12", "at start", "train 9"]
    assert words(scene, "track") == ["track 16", "no track", "track 12"]


def test_the_alt_text_describes_the_state() -> None:
    alt = board(midway(), ROLLING).alt
    assert alt.startswith("RailRoader, round 14.")
    assert "Last move: Cleo moved to 64 (Water 4 + 3, rolled 5)." in alt
    assert "Ada (disc): train on space 57, ambushed, cavalry on 53, track to 72 (18 sections), ahead: " in alt
    assert "Ben (square): train on space 48 (river), track to 68 (17 sections), ahead: " in alt
    assert "Dov (diamond): train on space 39, dynamite on 51, track to 60 (15 sections), ahead: red on 40, " in alt


# -- what just happened


def told(*news: Event) -> str:
    return words(board(midway(), news), "second line")[0]


def test_the_second_line_says_the_turn_in_words() -> None:
    cleo = Seat(3)
    assert told(e.TrackBuilt(cleo, 2, 18), *ROLLING) == "Cleo built track to 72 and moved to 64 (Water 4 + 3, rolled 5)"
    bought = tuple(e.CardBought(cleo, card, 1) for card in offered("water-4 worker"))
    assert told(*bought) == "Cleo bought Water 4 and a worker"
    assert told(*bought, e.RailheadRaided(Seat(1), 1, 1, ())) == (
        "Cleo bought Water 4 and a worker; outlaws raided Ada"
    )
    assert told(*(e.CardDiscarded(cleo, card, "pile") for card in offered("worker gold"))) == "Cleo discarded 2 cards"
    assert told() == "Cleo’s turn"
    assert told(e.RailheadRaided(Seat(1), 1, 1, ())) == "Cleo’s turn; outlaws raided Ada"
    assert told(e.DeputyUsed(Seat(1), tuple(offered("outlaw-crate")))) == "Cleo’s turn; a deputy saved Ada"


def test_what_matters_least_is_left_out_of_a_full_line() -> None:
    built, ambushed = e.TrackBuilt(Seat(3), 2, 18), e.Ambushed(Seat(3), 64, 53)
    discarded, raid = e.CardDiscarded(Seat(3), offered("gold")[0], "pile"), e.RailheadRaided(Seat(1), 1, 1, ())
    whole = "Cleo built track to 72, moved to 64 (Water 4 + 3, rolled 5), and was ambushed"
    assert told(built, *ROLLING, ambushed, discarded) == whole
    line = "Cleo moved to 64 (Water 4 + 3, rolled 5) and was ambushed"
    assert told(*ROLLING, ambushed, discarded, raid) == f"{line}; outlaws raided Ada"


def test_the_board_of_a_finished_game_names_the_winner() -> None:
    scene = played()[-1]
    assert " wins, in Buffalo Creek" in words(scene, "second line")[0]
    assert words(scene, "corner")[0].endswith("game over")
