"""A picture that comes late belongs to the press that asked for it."""

from bot.latest import Latest


def test_a_picture_that_a_later_press_has_superseded_is_not_shown() -> None:
    latest = Latest()
    latest.note(1, 10)
    latest.note(1, 11)
    assert not latest.is_from(1, 10) and latest.is_from(1, 11)
