"""Results of presses on pages of the daily deal, and the number of players that a user beat."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands import daily
from bot.offered_games import EVERY_GAME
from bot.solo import daily_pages
from bot.solo.deal import closing_time, opening_time
from bot.ui.components import ButtonPress
from engine import Refused, Unreadable
from engine.store.dailies import DailyAttempt

DAY, ADA = 3, 7
GOING = DailyAttempt(DAY, ADA, True, 1, ("p1 pass", "p1 pass"), 0.0)
OVER = replace(GOING, ended=9.0, score=40)


class Known:
    """The daily deals of a user with one attempt, and the pages shown."""

    def __init__(self, mine: DailyAttempt | None, now: float = opening_time(DAY)) -> None:
        self.mine, self.time, self.shown = mine, now, list[Any]()

    def now(self) -> float:
        return self.time

    async def has_deal(self, _: int) -> bool:
        return True

    async def load_deal(self, number: int) -> str:
        return f"deal {number}"

    async def load_attempt(self, _: int, __: int, *, ranked: bool) -> DailyAttempt | None:
        return self.mine if self.mine is not None and self.mine.ranked == ranked else None

    async def load_position(self, _: DailyAttempt) -> Any:
        return SimpleNamespace(marks="xo")

    async def load_streak(self, _: int) -> int:
        return 4

    async def count_other_attempts(self, _: DailyAttempt) -> tuple[int, int]:
        return 5, 3

    def is_shared(self, *_: int) -> bool:
        return False

    async def make_move(self, before: DailyAttempt, line: str) -> DailyAttempt:
        if line == "nonsense":
            raise Unreadable("That isn’t offered.")
        return replace(before, lines=(*before.lines, line))


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that sets up the deals. Pages are recorded by name and arguments."""

    def of(*about: Any) -> Known:
        found = Known(*about)
        at = SimpleNamespace(dailies=found, tables=SimpleNamespace(offered_games=EVERY_GAME))
        monkeypatch.setattr(daily, "services_of", lambda _: at)
        for name in ("start_page", "past_day_page", "choice_page", "end_page"):
            monkeypatch.setattr(daily_pages, name, lambda *of, name=name, **_: (name, of))

        async def show(_: Any, page: Any) -> None:
            found.shown.append(page)

        monkeypatch.setattr(daily, "send_page", show)
        return found

    return of


def asker(name: str = "Ada") -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=ADA, display_name=name, name="ada_1"), guild_id=1)


@pytest.mark.parametrize(
    ("mine", "now", "page"),
    [
        (None, opening_time(DAY), "start_page"),
        (None, closing_time(DAY) - 1, "start_page"),
        (None, closing_time(DAY), "past_day_page"),
        (GOING, opening_time(DAY), "choice_page"),
        (GOING, closing_time(DAY), "past_day_page"),
        (OVER, opening_time(DAY), "end_page"),
        (replace(GOING, ranked=False), opening_time(DAY), "start_page"),
        (replace(GOING, ranked=False), closing_time(DAY), "choice_page"),
        (replace(OVER, ranked=False), closing_time(DAY), "end_page"),
    ],
)
async def test_day_is_shown_at_the_users_progress(known: Any, mine: DailyAttempt | None, now: float, page: str) -> None:
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
async def test_attempt_press_moves_and_outdated_one_shows_progress(
    known: Any, rest: str, seq: int, values: tuple[str, ...], made: int, picked: tuple[str, ...], page: int
) -> None:
    found = known(GOING)
    await daily.handle_daily_press(asker(), ButtonPress("q", DAY, seq, rest, values))
    ((name, (deal, attempt, _, who, *where)),) = found.shown
    assert (name, deal, len(attempt.lines), who) == ("choice_page", "deal 3", made, "Ada")
    assert (tuple(where[0]), where[1]) == (picked, page)


@pytest.mark.parametrize("rest", ["a0 p1 draw", "s0"])
async def test_press_in_an_unstarted_attempt_is_refused(known: Any, rest: str) -> None:
    found = known(GOING)
    with pytest.raises(Refused, match="haven’t started"):
        await daily.handle_daily_press(asker(), ButtonPress("q", DAY, 2, rest))
    assert not found.shown


async def test_unreadable_display_name_falls_back_to_account_name(known: Any) -> None:
    found = known(GOING)
    await daily._show_attempt(asker("\u200b"), GOING)
    ((_, (_, _, _, who, *_)),) = found.shown
    assert who == "ada_1"


async def test_standing_combines_attempt_and_stored_numbers(known: Any) -> None:
    known(OVER)
    standing = await daily._attempt_standing(asker(), OVER)
    assert (standing.others, standing.beaten, standing.marks) == (5, 3, "xo")
