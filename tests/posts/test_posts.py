"""The command that measures and draws posts. The sizes themselves are not tested."""

from tests.posts.contact_sheets import DESKTOP, PHONE, fitted
from tests.posts.post_sizes import row
from tests.posts.recorded_game import Attached, Report


def test_picture_is_fitted_whole_and_never_enlarged() -> None:
    assert fitted((1600, 1018), DESKTOP) == (550, 350) and fitted((1600, 1975), PHONE) == (324, 400)
    assert fitted((100, 50), DESKTOP) == (100, 50)


def test_row_has_median_and_maximum_of_post_sizes_and_requests() -> None:
    pictures = [Attached("1-board.png", bytes(size), small=False) for size in (1_000, 2_000, 6_000)]
    made = [Report("", "", (picture,), cost) for picture, cost in zip(pictures, (4, 5, 3), strict=True)]
    assert row("a title", made) == "| a title | 3 | 2 | 6 | 1.0 | 1 | 4.0 | 5 |"
