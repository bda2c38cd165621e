"""Where a press on a page of the daily deal leads, and how many others somebody did better than."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands import daily
from bot.offered import EVERY_GAME
from bot.solo import daily_pages
from bot.solo.deal import closes, opens
from bot.ui.components import Press
from engine import Refused, Unreadable
from engine.store.dailies import Attempt

DAY, ADA = 3, 7
GOING = Attempt(DAY, ADA, True, 1, ("p1 pass", "p1 pass"), 0.0)
OVER = replace(GOING, ended=9.0, score=40)


class Known:
    """Mutable: the dailies of a person with one attempt, and what was shown of them."""

    def __init__(self, mine: Attempt | None, now: float = opens(DAY)) -> None:
        self.mine, self.time, self.shown = mine, now, list[Any]()

    def now(self) -> float:
        return self.time

    async def is_known(self, _: int) -> bool:
        return True

    async def deal(self, number: int) -> str:
        return f"deal {number}"

    async def attempt(self, _: int, __: int, *, ranked: bool) -> Attempt | None:
        return self.mine if self.mine is not None and self.mine.ranked == ranked else None

    async def point(self, _: Attempt) -> Any:
        return SimpleNamespace(marks="xo")

    async def streak(self, _: int) -> int:
        return 4

    async def others(self, _: Attempt) -> tuple[int, int]:
        return 5, 3

    def is_shared(self, *_: int) -> bool:
        return False

    async def move(self, before: Attempt, line: str) -> Attempt:
        if line == "nonsense":
            raise Unreadable("That isn’t offered.")
        return replace(before, lines=(*before.lines, line))


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pages are noted by their name and by what they are of."""

    def of(*about: Any) -> Known:
        found = Known(*about)
        at = SimpleNamespace(dailies=found, sessions=SimpleNamespace(offered=EVERY_GAME))
        monkeypatch.setattr(daily, "desk", lambda _: at)
        for name in ("before_page", "closed_page", "choice_page", "end_page"):
            monkeypatch.setattr(daily_pages, name, lambda *of, name=name, **_: (name, of))

        async def show(_: Any, page: Any) -> None:
            found.shown.append(page)

        monkeypatch.setattr(daily, "show", show)
        return found

    return of


def asker(name: str = "Ada") -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=ADA, display_name=name, name="ada_1"), guild_id=1)


@pytest.mark.parametrize(
    ("mine", "now", "page"),
    [
        (None, opens(DAY), "before_page"),
        (None, closes(DAY) - 1, "before_page"),
        (None, closes(DAY), "closed_page"),
        (GOING, opens(DAY), "choice_page"),
        (GOING, closes(DAY), "closed_page"),
        (OVER, opens(DAY), "end_page"),
        (replace(GOING, ranked=False), opens(DAY), "before_page"),
        (replace(GOING, ranked=False), closes(DAY), "choice_page"),
        (replace(OVER, ranked=False), closes(DAY), "end_page"),
    ],
)
async def test_a_day_is_shown_as_far_as_somebody_is_in_it(
    known: Any, mine: Attempt | None, now: float, page: str
) -> None:
    found = known(mine, now)
    await daily._show_daily(asker(), DAY)
    assert [name for name, _ in found.shown] == [page]


@pytest.mark.parametrize(
    ("rest", "seq", "values", "made", "picked", "page"),
    [
        ("a1 p1 draw", 2, (), 3, (), 0),
        ("a1 nonsense", 2, (), 2, (), 0),
        ("a1 p1 draw", 1, (), 2, (), 0),
        ("a1 p1 draw", 3, (), 2, (), 0),
        ("s1 p1", 2, ("draw",), 2, ("p1", "draw"), 0),
        ("m14 p1", 2, (), 2, ("p1",), 4),
        ("m10", 2, (), 2, (), 0),
    ],
)
async def test_a_press_in_an_attempt_moves_or_leads_on_and_an_old_one_shows_how_far_it_is(
    known: Any, rest: str, seq: int, values: tuple[str, ...], made: int, picked: tuple[str, ...], page: int
) -> None:
    found = known(GOING)
    await daily.daily_pressed(asker(), Press("q", DAY, seq, rest, values))
    ((name, (deal, attempt, _, who, *where)),) = found.shown
    assert (name, deal, len(attempt.lines), who) == ("choice_page", "deal 3", made, "Ada")
    assert (tuple(where[0]), where[1]) == (picked, page)


@pytest.mark.parametrize("rest", ["a0 p1 draw", "s0"])
async def test_a_press_in_an_attempt_that_was_never_begun_is_refused(known: Any, rest: str) -> None:
    found = known(GOING)
    with pytest.raises(Refused, match="haven’t started"):
        await daily.daily_pressed(asker(), Press("q", DAY, 2, rest))
    assert not found.shown


async def test_somebody_whose_name_is_nothing_but_signs_has_the_name_of_the_account(known: Any) -> None:
    found = known(GOING)
    await daily._show_attempt(asker("\u200b"), GOING)
    ((_, (_, _, _, who, *_)),) = found.shown
    assert who == "ada_1"


async def test_a_standing_has_the_marks_of_the_attempt_and_the_numbers_of_the_store(known: Any) -> None:
    known(OVER)
    standing = await daily._standing(asker(), OVER)
    assert (standing.others, standing.beaten, standing.marks) == (5, 3, "xo")
