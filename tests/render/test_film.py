"""Films of whole games: their frames, what they leave out, and a file that decodes to the drawn frames."""

import itertools
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from engine import GAMES, redact
from engine.core import PhaseEnded, Seat
from engine.core.transcript import load_transcript
from render import PAINTERS, DrawingContext
from render.__main__ import _collect_keyframes, main
from render.animation import AnimationWriter, make_film
from render.film import CAPTION_HEIGHT, MAX_FRAMES, FrameComposer, Keyframe, thin_out
from render.fonts import text_width
from render.parts.page_layout import MARGIN, PAGE_WIDTH
from render.result_card import winner_words
from render.scene import all_texts

GAMES_FOLDER = Path(__file__).parent.parent / "games"
SHORT = "railroad_rivals/solitaire.game"
NAMES = ("Benedikt Lindqvist", "小林さくら", "W" * 32, "Дмитрий", "Ada", "Francesca")


def told(file: str):
    transcript = load_transcript((GAMES_FOLDER / file).read_bytes())
    game = GAMES[transcript.title]
    return game, PAINTERS[game.key], *_collect_keyframes(game, transcript)


def filmed(game, painter, cuts, views, most: int = 10**7) -> bytes:
    *_, made = make_film(
        game, painter, NAMES, cuts, lambda: [views[cut.seq] for cut in cuts], views[cuts[-1].seq], max_bytes=most
    )
    return made


def frames_of(made: bytes) -> tuple[list[Image.Image], list[int]]:
    shown, durations = [], []
    with Image.open(BytesIO(made)) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0
        for i in range(image.n_frames):
            image.seek(i)
            shown.append(image.convert("RGB"))
            durations.append(image.info["duration"])
    return shown, durations


def test_a_film_decodes_to_what_was_drawn_and_rests_on_its_last_frame():
    game, painter, cuts, views = told(SHORT)
    cuts = [*cuts[:4], cuts[-1]]
    shown, durations = frames_of(filmed(game, painter, cuts, views))
    camera = FrameComposer(game, painter, NAMES, views[cuts[-1].seq], len(cuts))
    reel = AnimationWriter(camera.screen, max_bytes=10**9, reduction=2)
    shots = [shot for cut in cuts if (shot := camera.compose_frame(cut, views[cut.seq]))]
    drawn = [reel._quantize(reel._compose_image(shot)).convert("RGB") for shot in (*shots, camera.closing_frame())]
    assert len(shown) == len(drawn)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(shown, drawn, strict=True))
    assert {image.size for image in shown} == {(800, drawn[0].height)}
    assert durations[-1] == 4000
    assert set(durations[1:-1]) == {900}


def test_the_window_of_a_film_grows_in_steps():
    game, painter, cuts, views = told(SHORT)
    some, near, end = cuts[:4], views[cuts[3].seq], views[cuts[-1].seq]
    camera = FrameComposer(game, painter, NAMES, end, len(some), [near, end])
    shots = [camera.compose_frame(cut, views[cut.seq]) for cut in some]
    for window, cut, shot in zip((near, near, end, end), some, shots, strict=True):
        look = DrawingContext(NAMES[: end.state.seats], cut.events)
        assert shot is None or shot.picture == painter.film_scene(views[cut.seq], look, window)
    assert painter.film_scene(near, look, near) != painter.film_scene(near, look, end)


def test_a_frame_names_who_sat_at_the_table_then_and_the_last_one_who_sits_there_now():
    game, painter, cuts, views = told("railroader/nobody-can-go-on.game")
    camera = FrameComposer(game, painter, ("Ada", "Dov"), views[cuts[-1].seq], len(cuts))
    then = camera.compose_frame(replace(cuts[0], names=("Ada", "Ben")), views[cuts[0].seq])
    said = [{text.words for text in all_texts(shot.caption)} for shot in (then, camera.closing_frame())]
    assert "Ben" in said[0] and "Dov" not in said[0] and "Dov" in said[1]


def test_names_above_a_frame_are_whole_where_all_have_room_and_else_in_their_first_words():
    game, painter, cuts, views = told("railroader/nobody-can-go-on.game")
    camera = FrameComposer(game, painter, ("Ada", "Dov"), views[cuts[-1].seq], len(cuts))
    for first in ("Ada (computer)", "Ada Augusta Byron of Lovelace"):
        shot = camera.compose_frame(replace(cuts[0], names=(first, "Ben Nevis")), views[cuts[0].seq])
        said = [text.words for text in all_texts(shot.caption) if text.role == "standing"]
        wanted = {first, "Ben Nevis"} if first.endswith("(computer)") else {"Ada", "Ben"}
        assert wanted <= set(said) and ("Ada" in said) == ("Ben" in said)


def test_a_film_with_the_dark_palette_has_the_same_frames_in_other_colors():
    game, painter, cuts, views = told(SHORT)
    screen = FrameComposer(game, painter, NAMES, views[cuts[-1].seq], 1).screen
    shot = FrameComposer(game, painter, NAMES, views[cuts[-1].seq], 1).compose_frame(cuts[0], views[0])
    files = []
    for palette in ("paper", "dark"):
        reel = AnimationWriter(screen, palette, max_bytes=10**9, reduction=2)
        reel.add_frame(shot)
        files.append(reel.finish())
    light, dark = (Image.open(BytesIO(file)) for file in files)
    assert light.tobytes() == dark.tobytes()
    assert light.convert("L").getpixel((1, 1)) > 200 > 60 > dark.convert("L").getpixel((1, 1))


def test_a_film_that_would_be_too_large_a_file_is_made_smaller():
    game, painter, cuts, views = told(SHORT)
    cuts = [*cuts[:3], cuts[-1]]
    large = filmed(game, painter, cuts, views)
    small = filmed(game, painter, cuts, views, most=len(large) - 1)
    assert len(small) < len(large)
    shown, _ = frames_of(small)
    assert shown[0].width == 533
    assert len(shown) == len(frames_of(large)[0])


def test_phases_that_change_nothing_on_the_picture_have_no_frame():
    game, painter, cuts, views = told("railroad_rivals/four-players-whole-order.game")
    camera = FrameComposer(game, painter, NAMES, views[cuts[-1].seq], len(cuts))
    taken = {cut.heading for cut in cuts[:9] if camera.compose_frame(cut, views[cut.seq])}
    assert {cut.heading for cut in cuts[:9]} - taken == {"Draft Tiles"}


def test_frames_of_a_long_game_are_evenly_spaced_and_lose_no_events():
    cuts = [Keyframe(n, f"phase {n}", frozenset({Seat(n % 4 + 1)}), (PhaseEnded(phase=str(n)),)) for n in range(200)]
    kept = thin_out(cuts)
    assert len(kept) == MAX_FRAMES
    assert (kept[0], kept[-1].seq) == (cuts[0], 199)
    assert [event for cut in kept for event in cut.events] == [event for cut in cuts for event in cut.events]
    steps = {b.seq - a.seq for a, b in itertools.pairwise(kept)}
    assert steps == {3, 4}
    assert kept[5].seats == {Seat(n % 4 + 1) for n in range(kept[4].seq + 1, kept[5].seq + 1)}
    assert thin_out(cuts[:MAX_FRAMES]) == tuple(cuts[:MAX_FRAMES])


@pytest.mark.parametrize(
    "file", ["railroad_rivals/six-players-full.game", "railroads_of_catan/four-players.game", SHORT]
)
def test_captions_stay_inside_the_picture_and_say_where_the_game_stands(file):
    game, painter, cuts, views = told(file)
    camera = FrameComposer(game, painter, NAMES, views[cuts[-1].seq], len(cuts))
    shots = [
        camera.compose_frame(cuts[0], views[0]),
        camera.compose_frame(cuts[-1], views[cuts[-1].seq]),
        camera.closing_frame(),
    ]
    for shot in shots:
        assert shot.caption.height == CAPTION_HEIGHT
        for text in all_texts(shot.caption):
            if text.role:
                wide = text_width(text.words, text.face, text.size)
                left = text.x - (wide if text.anchor == "right" else 0)
                assert MARGIN <= left <= left + wide <= PAGE_WIDTH - MARGIN
                assert text.size >= 44
    said = [[text.words for text in all_texts(shot.caption) if text.role == "caption"] for shot in shots]
    assert said[0] == [f"{game.name} · start"]
    ranking = game.rules.ranking(views[cuts[-1].seq].state)
    assert said[-1][0].startswith(winner_words(ranking, NAMES)[:20])
    final = {f"{place.score:,}" for place in game.rules.ranking(views[cuts[-1].seq].state)}
    assert final <= {text.words for text in all_texts(shots[-1].caption)}


@pytest.mark.parametrize(
    "file",
    [
        SHORT,
        "railroad_rivals/four-players-whole-order.game",
        "railroader/two-players-short-line.game",
        "railroads_of_catan/joined.game",
        "railway_rivals/two-players.game",
    ],
)
def test_a_frame_has_the_extent_of_the_last_one_and_is_the_same_for_every_view(file):
    _game, painter, cuts, views = told(file)
    end, begun, look = views[cuts[-1].seq], views[cuts[2].seq], DrawingContext(NAMES)
    frame, last = painter.film_scene(begun, look, end), painter.film_scene(end, look, end)
    assert frame.width == last.width
    assert abs(frame.height - last.height) <= 80, "a row of the legend more or less"
    assert painter.film_scene(redact(begun.state, Seat(1)), look, end) == frame


def test_the_command_line_makes_a_film(tmp_path, capsys):
    made = tmp_path / "game.gif"
    assert main([str(GAMES_FOLDER / "railroader" / "nobody-can-go-on.game"), "--film", str(made)]) == 0
    assert f"{made.stat().st_size:,} bytes" in capsys.readouterr().out
    assert len(frames_of(made.read_bytes())[0]) > 2
