"""Which people of the queue are called to a table, and when, without Discord."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from bot.matchmaking.matcher import QUEUE_SECONDS, form_parties, is_multiplayer, missing_players_text, next_change
from engine.games import GAMES
from engine.store.matchmaking import Seeker
from engine.store.table_settings import DAY, HOUR
from tests.bot.simulated_channel import TITLE

NOW = 100 * DAY


def seeker(user: int, waited: float = HOUR, **more: float | str | None) -> Seeker:
    """Return a person who has waited for that many seconds."""
    found = Seeker(1, user, TITLE, "daily", NOW - waited, NOW - waited + QUEUE_SECONDS)
    return replace(found, **more)


def called(*seekers: Seeker) -> list[tuple[int, ...]]:
    return [party.users for party in form_parties(seekers, NOW)]


def test_three_longest_waiting_people_make_a_table_and_a_fourth_waits() -> None:
    assert called(seeker(4), seeker(1, 2 * HOUR), seeker(2, 2 * HOUR), seeker(3, 3 * HOUR)) == [(3, 1, 2)]
    assert called(*map(seeker, range(1, 7))) == [(1, 2, 3), (4, 5, 6)]


@pytest.mark.parametrize(("waited", "found"), [(DAY - 1, []), (DAY, [(1, 2)])])
def test_two_are_enough_once_the_first_has_waited_a_day(waited: float, found: list[tuple[int, ...]]) -> None:
    assert called(seeker(1, waited), seeker(2)) == found


@pytest.mark.parametrize(
    ("more", "free"),
    [
        ({"opening": 5}, False),
        ({"called": NOW - 6 * HOUR + 1}, False),
        ({"called": NOW - 6 * HOUR}, True),
        ({"until": NOW}, False),
        ({"until": NOW + 1}, True),
        ({"title": "gone"}, False),
        ({"clock": "live"}, False),
    ],
)
def test_third_player_is_called_if_free_and_looking_for_the_same_game(more: dict[str, float | str], free: bool) -> None:
    assert called(seeker(1), seeker(2), seeker(3, **more)) == ([(1, 2, 3)] if free else [])


def test_nobody_is_called_to_two_tables() -> None:
    twice = [replace(seeker(user), clock=clock) for user in (1, 2, 3) for clock in ("daily", "live")]
    assert called(*twice) == [(1, 2, 3)]


def test_next_change_is_the_end_of_rest_patience_or_search() -> None:
    one = seeker(1, HOUR, called=NOW - 2 * HOUR)
    assert next_change([one], NOW) == NOW + 4 * HOUR
    assert next_change([one], NOW + 4 * HOUR) == NOW + 23 * HOUR
    assert next_change([one], NOW + 23 * HOUR) == NOW + 71 * HOUR
    assert next_change([one], NOW + 71 * HOUR) == NOW + 95 * HOUR


def test_number_of_missing_players_is_shown_and_never_zero() -> None:
    said = [missing_players_text([*map(seeker, range(waiting))], NOW).split(" when ")[1] for waiting in (1, 2, 3)]
    assert [text[:13] for text in said] == ["2 more people", "1 more person", "1 more person"]


@pytest.mark.parametrize(("waited", "said"), [(DAY - 1, "2 more people"), (DAY, "1 more person")])
def test_player_who_waited_a_day_reads_that_one_more_is_enough(waited: float, said: str) -> None:
    assert said in missing_players_text([seeker(1, waited)], NOW)


def test_queue_accepts_only_known_multiplayer_games() -> None:
    found = {title: is_multiplayer(title) for title in (*GAMES, "gone")}
    assert found == {title: any(seats > 1 for seats in game.seats) for title, game in GAMES.items()} | {"gone": False}


def test_one_person_makes_no_table_of_any_game() -> None:
    for title in filter(is_multiplayer, GAMES):
        alone = replace(seeker(1, 2 * DAY), title=title)
        assert called(alone) == [] and called(alone, replace(seeker(2), title=title)) in ([], [(1, 2)])


@pytest.mark.parametrize(("seats", "found"), [((1,), False), ((1, 2), True), ((2, 3, 4), True)])
def test_solo_games_have_no_queue(monkeypatch: pytest.MonkeyPatch, seats: tuple[int, ...], found: bool) -> None:
    monkeypatch.setattr("bot.matchmaking.matcher.GAMES", {"new": SimpleNamespace(seats=seats)})
    assert is_multiplayer("new") == found
