"""The daily deal: its window, seed, proof, and play."""

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from msgspec.structs import replace

from bot.solo.deal import (
    OPEN_HOURS,
    SEAT,
    closing_time,
    compute_par,
    date_of,
    deal_position,
    is_open,
    newest_number,
    open_numbers,
    opening_time,
    par_game,
    play_move,
    replay_attempt,
    score_of,
    secret_hash,
    seed_of,
)
from engine import GAMES, Refused, write_action
from engine.games.solo import daily_deal
from engine.store.dailies import DailyDeal

TITLE, OPTIONS = daily_deal(0)
DEAL = DailyDeal(5, TITLE, GAMES[TITLE].version, OPTIONS, "secret", 90)


def test_par_game_is_finished_and_nearest_to_par() -> None:
    deal = msgspec.structs.replace(DEAL, par=compute_par(DEAL))
    par = par_game(deal)
    assert par.question is None and par.marks
    assert abs(score_of(deal, par) - deal.par) <= 2
    assert par_game(msgspec.structs.replace(deal, par=10_000)) != par


def test_deal_opens_at_midnight_and_closes_36_hours_later() -> None:
    for number in (1, 2, 200):
        assert datetime.fromtimestamp(opening_time(number), UTC).hour == 0
        assert not is_open(number, opening_time(number) - 0.001) and is_open(number, opening_time(number))
        assert is_open(number, closing_time(number) - 0.001) and not is_open(number, closing_time(number))
        assert closing_time(number) - opening_time(number) == OPEN_HOURS * 3600


def test_two_deals_are_open_until_noon_and_one_after() -> None:
    at = opening_time(9)
    assert open_numbers(at) == (9, 8) and open_numbers(at + 12 * 3600 - 1) == (9, 8)
    assert open_numbers(at + 12 * 3600) == (9,) and open_numbers(at - 1) == (8,)
    assert open_numbers(opening_time(1)) == (1,) and open_numbers(opening_time(0)) == ()


@pytest.mark.parametrize("offset", range(-12, 15))
def test_every_time_zone_has_one_whole_day(offset: int) -> None:
    """Some local day is covered from 8 in the morning to 8 in the evening."""
    number = 7
    day = date_of(number)
    for shift in (-1, 0, 1):
        morning = datetime(day.year, day.month, day.day, 8, tzinfo=UTC) + timedelta(days=shift, hours=-offset)
        if is_open(number, morning.timestamp()) and is_open(number, morning.timestamp() + 12 * 3600):
            return
    raise AssertionError("no day in the window")


def test_daily_number_belongs_to_its_day() -> None:
    assert date_of(1) == date(2026, 11, 23)
    assert [newest_number(opening_time(number) + more) for number in (1, 2) for more in (0, 86_399)] == [1, 1, 2, 2]
    assert daily_deal(date_of(7).weekday()) == daily_deal(6) != (TITLE, OPTIONS), "day 7 is a Sunday"


def test_seed_depends_only_on_the_secret() -> None:
    assert seed_of(DEAL) == seed_of(replace(DEAL, par=1))
    assert len({seed_of(DEAL), seed_of(replace(DEAL, secret="other")), seed_of(replace(DEAL, number=6))}) == 3
    assert seed_of(DailyDeal(5, "any", 1, {}, "secret", 90)) == 16_660_800_758_180_255_154, (
        "whoever knows the secret deals the same"
    )
    assert secret_hash("secret") != secret_hash("other") and "secret" not in secret_hash("secret")


def test_all_players_of_a_deal_see_the_same() -> None:
    first = deal_position(DEAL)
    assert first == deal_position(DEAL)
    assert first.question is not None
    lines = []
    while first.question is not None:
        lines.append(write_action(next(iter(first.question.offers))))
        first = play_move(DEAL, first, lines[-1])
    assert replace(replay_attempt(DEAL, lines), news=()) == replace(first, news=())
    assert score_of(DEAL, first) >= sum(first.marks) > 0
    with pytest.raises(Refused):
        replay_attempt(DEAL, [*lines, lines[-1]])


def test_par_is_deterministic_good_play() -> None:
    par = compute_par(DEAL)
    assert par == compute_par(DEAL)
    assert 60 < par < 140


def test_deal_of_other_rules_is_not_played() -> None:
    with pytest.raises(Refused, match="rules have changed"):
        deal_position(replace(DEAL, version=DEAL.version + 1))


def test_deal_is_played_on_its_only_seat() -> None:
    question = deal_position(DEAL).question
    assert question is not None and question.seat == SEAT
