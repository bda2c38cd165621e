"""Pages of the daily deal: buttons by time of day, places on the leaderboard, results, and past days."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.solo.daily_pages import (
    AttemptStanding,
    choice_page,
    end_page,
    past_day_page,
    past_page,
    scores_page,
    share_text,
    start_page,
)
from bot.solo.deal import DailyPosition, closing_time, deal_position, opening_time
from bot.ui.page import Page
from engine import GAMES, write_action
from engine.games.solo import daily_deal
from engine.store.dailies import DailyAttempt, DailyDeal

TITLE, OPTIONS = daily_deal(0)
DEAL = DailyDeal(3, TITLE, GAMES[TITLE].version, OPTIONS, "secret", 90)
HERE, ELSEWHERE = 7, 8


def attempt(user: int, score: int | None, guild: int | None = HERE, streak: int = 1) -> DailyAttempt:
    return replace(DailyAttempt(3, user, True, guild, (), 0.0), ended=9.0, score=score, streak=streak)


def presses(page: Page) -> list[str]:
    return [str(part["custom_id"]) for part in parts(page)]


def parts(page: Page) -> list[Any]:
    """Return the buttons and selects as Discord gets them."""
    return [item.to_component_dict() for row in page.buttons for item in row]


@pytest.mark.parametrize(
    ("at", "also"), [(opening_time(3), True), (closing_time(2) - 1, True), (closing_time(2), False)]
)
def test_yesterdays_daily_is_offered_while_open(at: float, also: bool) -> None:
    own, yesterday = ["q:3:0:begin1", "q:3:0:board", "q:3:0:past"], ["q:2:0:play"] if also else []
    assert presses(start_page(DEAL, at, 0)) == own + yesterday


def test_closed_day_offers_an_unranked_attempt() -> None:
    assert presses(past_day_page(DEAL, closing_time(3)))[0] == "q:3:0:begin0"


@pytest.mark.parametrize(("streak", "said"), [(0, False), (1, True)])
def test_streak_is_shown_if_there_is_one(streak: int, said: bool) -> None:
    assert ("Your streak is 1 day." in start_page(DEAL, opening_time(3), streak).text) == said


def test_equal_scores_share_a_place_on_the_leaderboard() -> None:
    done = [attempt(1, 95), attempt(3, 90), attempt(4, 90), attempt(5, 80), attempt(7, 80), attempt(8, 0)]
    lines = scores_page(DEAL, 8, done, opening_time(3)).text.splitlines()
    assert lines[1:8] == [
        "8 people finished it. Par is 90.",
        "1. <@1>: 95, 5 above par",
        "2. <@3>: 90, par",
        "2. <@4>: 90, par",
        "4. <@5>: 80, 10 short of par",
        "4. <@7>: 80, 10 short of par",
        "6. <@8>: 0, 90 short of par",
    ]
    alone = scores_page(DEAL, 8, None, opening_time(3)).text
    assert "<@" not in alone and "No one on this server" not in alone


def test_leaderboard_sections_can_be_empty() -> None:
    assert "No one on this server has finished it yet." in scores_page(DEAL, 12, (), opening_time(3)).text


def test_empty_leaderboard_says_so_once() -> None:
    assert scores_page(DEAL, 0, (), opening_time(3)).text.splitlines()[1:-1] == ["No one has finished it. Par is 90."]


def test_secret_is_shown_after_the_daily_closes() -> None:
    assert "secret" not in scores_page(DEAL, 0, (), closing_time(3) - 1).text
    assert "Secret: `secret`" in scores_page(DEAL, 0, (), closing_time(3)).text


@pytest.mark.parametrize(("others", "beaten", "better"), [(0, 0, ""), (3, 2, " · better than 66 %")])
def test_shared_result_has_score_par_percentile_streak_and_points(others: int, beaten: int, better: str) -> None:
    said = share_text(DEAL, AttemptStanding(attempt(1, 93, streak=4), (5, 12), others, beaten))
    assert said == f"Roundhouse Daily #3 · 93, 3 above par{better} · streak 4\n`5 12`"


def test_past_days_show_par_and_own_score() -> None:
    [days] = parts(past_page([DEAL, replace(DEAL, number=2)], {3: 0}))
    told = [(day["value"], day["description"]) for day in days["options"]]
    assert told == [("3", "Par 90, your score 0"), ("2", "Par 90, not played")]
    assert "No daily has closed yet" in past_page((), {}).text


@pytest.mark.parametrize(("score", "said"), [(91, "1 above par"), (90, "par"), (89, "1 short of par")])
def test_score_is_shown_relative_to_par(score: int, said: str) -> None:
    assert f"· {score}, {said} ·" in share_text(DEAL, AttemptStanding(attempt(1, score), (), 0, 0))


@pytest.mark.parametrize("ranked", [True, False])
def test_attempt_buttons_lead_on_and_back_within_it(ranked: bool) -> None:
    begun = DailyAttempt(3, 1, ranked, HERE, ("p1 pass", "p1 pass"), 0.0)
    at, mark = deal_position(DEAL), int(ranked)
    question = at.question
    assert question is not None
    first = choice_page(DEAL, begun, at, "Ada", (), 0)
    assert first.text.startswith("**Roundhouse Daily #3**" if ranked else "**Roundhouse Daily #3, unranked**")
    assert first.custom_id == f"q:3:2:m{mark}0" and "Back" not in [part.get("label") for part in parts(first)]
    assert first.text.splitlines()[1].startswith("-# ") and question.prompt in first.text
    assert not choice_page(DEAL, begun, DailyPosition(at.state), "Ada", (), 0).text.splitlines()[1].startswith("-# ")
    assert choice_page(DEAL, begun, at, "Ada", (), 1).custom_id == f"q:3:2:m{mark}1"
    action = next(iter(question.offers))
    last = choice_page(DEAL, begun, at, "Ada", write_action(action).split()[1:], 0)
    ways = {part.get("label"): part["custom_id"] for part in parts(last)}
    assert ways["Confirm"] == f"q:3:2:a{mark} {write_action(action)}" and ways["Back"].startswith(f"q:3:2:m{mark}0")
    assert "-# " not in last.text and question.prompt not in last.text
    assert choice_page(DEAL, begun, at, "Ada", ("nonsense",), 0).text == first.text


@pytest.mark.parametrize(
    ("ranked", "ways", "address"),
    [
        (True, ["q:3:0:share", "q:3:0:par1"], "q:3:0:play"),
        (False, ["q:3:0:again", "q:3:0:par0"], "q:3:0:begin0"),
    ],
)
def test_finished_attempt_can_be_shared_or_played_again(ranked: bool, ways: list[str], address: str) -> None:
    done = replace(attempt(1, 93), ranked=ranked)
    page = end_page(DEAL, deal_position(DEAL), AttemptStanding(done, (5,), 0, 0), "Ada", closing_time(3))
    assert presses(page) == [*ways, "q:3:0:board", "q:3:0:past"] and page.custom_id == address
    unranked = "Roundhouse Daily #3, unranked · 93, 3 above par"
    assert page.text == (share_text(DEAL, AttemptStanding(done, (5,), 0, 0)) if ranked else unranked)
