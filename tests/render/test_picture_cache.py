"""The cache does not draw a picture again, but draws it in another palette or size."""

import pytest

from engine import redact
from engine.kit.sized_cache import CacheBudget, SizedCache
from render import (
    DEFAULT_OPTIONS,
    PAINTERS,
    POST_OPTIONS,
    DisplayOptions,
    DrawingContext,
    Scene,
    picture_cache,
    render_all,
    render_scene,
)
from tests.render.positions import GAME, NAMES, ends


def scenes(number: int, picture: str = "stocks") -> tuple[Scene, ...]:
    end = ends(4)[number]
    return PAINTERS[GAME.key].public_scenes(picture, redact(end.state, None), DrawingContext(NAMES, end.news))


def test_a_picture_that_is_wanted_again_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = render_all(scenes(12), DEFAULT_OPTIONS, 10)
    monkeypatch.setattr(picture_cache, "render_parts", None)
    assert render_all(scenes(12), DEFAULT_OPTIONS, 10) == made == tuple(map(render_scene, scenes(12)))


def test_another_position_palette_or_size_is_another_picture() -> None:
    wanted = [
        (12, DEFAULT_OPTIONS),
        (13, DEFAULT_OPTIONS),
        (12, DisplayOptions("dark")),
        (12, DisplayOptions(large=True)),
    ]
    made = {render_all(scenes(number), style, 10) for number, style in wanted}
    assert len(made) == len(wanted)


def test_posts_have_smaller_files_which_a_person_also_gets_once_they_exist() -> None:
    quick = render_all(scenes(14), DEFAULT_OPTIONS, 10)
    posted = render_all(scenes(14), POST_OPTIONS, 10)
    assert all(len(small.file) < len(large.file) for small, large in zip(posted, quick, strict=True))
    assert render_all(scenes(14), DEFAULT_OPTIONS, 10) == posted


def test_rows_and_halves_of_a_scene_are_other_pictures() -> None:
    scene, style = scenes(12, "final")[0], DisplayOptions(large=True)
    rows, halves = (picture_cache._render_scene(scene, style, halves=halves) for halves in (False, True))
    assert (len(rows), rows) != (len(halves), halves)
    assert picture_cache._render_scene(scene, style, halves=True) == halves


def test_what_was_used_least_recently_is_dropped_first() -> None:
    kept: SizedCache[str, str] = SizedCache(CacheBudget(8), len)
    for key in ("one", "two", "one", "three"):
        kept.get(key, lambda key=key: key)
    assert [kept.get(key, lambda: "new") for key in ("one", "three", "two")] == ["one", "three", "new"]
