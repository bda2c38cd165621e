"""Pictures that were made already are not made again; whoever wants them otherwise gets them otherwise."""

import pytest

from engine import redact
from engine.kit.kept import Budget, Kept
from render import PAINTERS, PLAIN, POST, Look, Scene, Style, draw, draw_all, finished
from tests.render.positions import GAME, NAMES, ends


def scenes(number: int, picture: str = "stocks") -> tuple[Scene, ...]:
    end = ends(4)[number]
    return PAINTERS[GAME.key].scenes(picture, redact(end.state, None), Look(NAMES, end.news))


def test_a_picture_that_is_wanted_again_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = draw_all(scenes(12), PLAIN, 10)
    monkeypatch.setattr(finished, "draw_parts", None)
    assert draw_all(scenes(12), PLAIN, 10) == made == tuple(map(draw, scenes(12)))


def test_another_position_palette_or_size_is_another_picture() -> None:
    wanted = [(12, PLAIN), (13, PLAIN), (12, Style("dark")), (12, Style(large=True))]
    made = {draw_all(scenes(number), style, 10) for number, style in wanted}
    assert len(made) == len(wanted)


def test_a_person_is_shown_the_file_of_a_post_but_a_post_has_a_small_file() -> None:
    quick = draw_all(scenes(14), PLAIN, 10)
    posted = draw_all(scenes(14), POST, 10)
    assert all(len(small.file) < len(large.file) for small, large in zip(posted, quick, strict=True))
    assert draw_all(scenes(14), PLAIN, 10) == posted


def test_rows_and_halves_of_a_scene_are_other_pictures() -> None:
    scene, style = scenes(12, "final")[0], Style(large=True)
    rows, halves = (finished._drawn(scene, style, halves=halves) for halves in (False, True))
    assert (len(rows), rows) != (len(halves), halves)
    assert finished._drawn(scene, style, halves=True) == halves


def test_what_was_used_least_recently_is_dropped_first() -> None:
    kept: Kept[str, str] = Kept(Budget(8), len)
    for key in ("one", "two", "one", "three"):
        kept.get(key, lambda key=key: key)
    assert [kept.get(key, lambda: "new") for key in ("one", "three", "two")] == ["one", "three", "new"]
