"""Pictures of the stretch ahead: spaces that rolls reach, stops for trains, places for track and dynamite."""

from engine import redact
from engine.core import Seat
from engine.games.railroader.state.actions import Build, Dynamite, Engineer, Move, Roll, Stop
from engine.games.railroader.state.state import Rolling
from render import Choice, DrawingContext
from render.games.railroader import PAINTER
from render.games.railroader.board.signs import draw_derailed_sign
from render.palette import ACCENT
from render.scene import Box
from tests.games.railroader.table import railroad, table
from tests.render.railroader import KEYS, NAMES, asked, midway, offers, sprites, words


def test_a_row_for_each_choice_of_water_says_where_every_face_of_the_die_leads() -> None:
    cleo = midway(engine=64, sections=18, hand="water-3 water-5")
    (scene,) = asked(cleo, "waters", offers(cleo, Move))
    assert words(scene, "option") == ["3", "5", "3 + 5"]
    rows = words(scene, "landing")
    assert rows[:6] == ["68", "69", "70", "71", "72", "derails"]
    assert rows[6:12] == ["70", "71", "72", "derails", "derails", "derails"]
    assert rows[12:] == ["derails"] * 6
    assert words(scene, "key") == ["A", "B", "C"]
    assert "A (Water 3): die 1: space 68; 2: space 69, garrison; 3: space 70, red;" in scene.alt


def test_engineers_widen_what_a_roll_can_reach_and_avoid_the_end_of_the_track() -> None:
    cleo = midway(engine=64, sections=18, hand="water-5 engineer")
    (scene,) = asked(cleo, "engineers", offers(cleo, Move))
    assert words(scene, "option") == ["none", "1"]
    assert words(scene, "landing")[6:] == ["68–72", "69–72", "70–72", "71–72", "72", "derails"]


def test_more_options_than_fit_go_on_the_next_picture() -> None:
    cleo = midway(engine=40, sections=18, hand="water-3 water-4 water-5 water-6 water-6")
    scenes = asked(cleo, "waters", offers(cleo, Move))
    assert [scene.name for scene in scenes] == [f"ahead-{i}" for i in range(1, len(scenes) + 1)]
    assert sum(len(words(scene, "option")) for scene in scenes) == len({move.waters for move in offers(cleo, Move)})
    assert all(scene.height <= 1_600 for scene in scenes)


def test_dynamite_ends_every_roll_that_reaches_it() -> None:
    dov = table(railroad(48, 15, dynamite=51, hand="gold engineer"), line=26)
    (scene,) = asked(dov, "engineers", offers(dov, Roll))
    assert words(scene, "landing")[:6] == ["49", "50", "51", "51", "51", "51"]


def test_keys_stand_under_the_spaces_where_the_train_can_stop() -> None:
    rolling = midway(engine=60, sections=18).update_turn(rolled=True, rolling=Rolling((4,), 6, 2))
    (scene,) = asked(rolling, "space", offers(rolling, Stop))
    assert words(scene, "key") == list("ABCDEFGHI")
    assert words(scene, "second line") == ["Rolled 6: 10 spaces. On which space?"]
    assert draw_derailed_sign(68, 0).sprite in [placed.sprite for placed in sprites(scene, "meanings")]
    assert "I: space 74, river, no track." in scene.alt


def test_where_numbers_may_be_typed_all_spaces_are_marked_by_their_numbers() -> None:
    rolling = midway(engine=92, sections=25).update_turn(rolled=True, rolling=Rolling((4,), 4, 2))
    stops = offers(rolling, Stop)
    choices = tuple(Choice(str(stop.space), (stop,)) for stop in (*stops[:4], stops[-1]))
    (scene,) = PAINTER.choice_scenes(redact(rolling, Seat(3)), DrawingContext(NAMES), "space", choices)
    assert words(scene, "key") == [str(space) for space in range(96, 105)]


def test_a_saboteur_sees_the_rivals_track_ahead_of_the_train() -> None:
    cleo = midway(engine=49, sections=18, hand="saboteur")
    ada = [action for action in offers(cleo, Dynamite) if action.rival == 1]
    (scene,) = asked(cleo, "space", ada)
    assert len(words(scene, "key")) == len(ada)
    assert words(scene, "second line") == ["Ada’s track. On which space?"]


def test_a_saboteur_chooses_a_rival_by_a_key_and_confirms_what_is_not_done_yet() -> None:
    cleo = midway(engine=49, sections=18, hand="saboteur")
    (scene,) = asked(cleo, "rival", offers(cleo, Dynamite))
    rivals = dict.fromkeys(offer.rival for offer in offers(cleo, Dynamite))
    assert words(scene, "key") == list(KEYS[: len(rivals)])
    assert words(scene, "second line") == ["On whose track?"]
    assert "Choice A: Ada." in scene.alt and "Last move:" not in scene.alt
    (scene,) = PAINTER.preview_scenes(redact(cleo, Seat(3)), DrawingContext(NAMES), Dynamite(Seat(3), Seat(1), 59))
    assert words(scene, "second line") == ["Dynamite on Ada’s space 59"]
    assert "Dynamite on Ada’s space 59. " in scene.alt and "Last move:" not in scene.alt


def test_before_a_build_is_confirmed_the_new_track_is_drawn() -> None:
    cleo = midway(engine=52, sections=18, workers=3)
    (scene,) = PAINTER.preview_scenes(redact(cleo, Seat(3)), DrawingContext(NAMES), Build(Seat(3), 2))
    red = [box for box in scene.shapes_of_layer("track") if isinstance(box, Box) and box.fill == ACCENT]
    assert red
    assert words(scene, "second line") == ["2 more sections, up to space 80"]


def test_a_preview_shows_what_a_stop_does_and_nothing_for_a_train_that_stays() -> None:
    """Space 13 of lane A is purple; a preview no longer shows dynamite that the train has reached."""
    ada = table(railroad(13, 8, dynamite=15, hand="engineer gold"))
    (scene,) = PAINTER.preview_scenes(redact(ada, Seat(1)), DrawingContext(NAMES), Engineer(Seat(1), 15))
    assert words(scene, "second line") == [f"{NAMES[0]}’s train goes from 13 to 15"]
    assert sprites(scene, "trouble") == []
    (before,) = PAINTER.preview_scenes(redact(ada, Seat(1)), DrawingContext(NAMES), Engineer(Seat(1), 14))
    assert ["dynamite" in placed.sprite.name for placed in sprites(before, "trouble")] == [True]
    rolling = ada.update_turn(rolled=True, rolling=Rolling((), 2, 1))
    (stays,) = PAINTER.preview_scenes(redact(rolling, Seat(1)), DrawingContext(NAMES), Stop(Seat(1), 13))
    assert words(stays, "second line") == [f"{NAMES[0]}’s train stays on 13"]
    assert words(stays, "legend") == []
