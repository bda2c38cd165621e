"""Pages of a server: problems of its settings, the queue, the ladder, and `/setup`."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.guilds import GuildPreferences
from bot.matchmaking.guild_page import CLOCKS, guild_page, morning_form, morning_form_refused_page
from bot.matchmaking.ladder import SeasonPlayer
from bot.matchmaking.ladder_page import Ladder, ladder_page
from bot.matchmaking.queue_page import queue_page
from bot.matchmaking.setup_checks import TABLE_PERMISSIONS, THREAD_PERMISSIONS, _setup_problems
from bot.offered_games import EVERY_GAME
from bot.persons.stats import Rating
from engine.store.matchmaking import Seeker
from engine.store.table_settings import DAY
from tests.bot.seated_players import GAME, TITLE

ALL = frozenset((*TABLE_PERMISSIONS, *THREAD_PERMISSIONS))
HOME, KNOWN, OPEN = 5, 6, 7
"""Ids of the home channel, of an existing role, and of a role that everybody may mention."""


def labels(page: Any) -> list[list[str]]:
    return [[item.label for item in row if hasattr(item, "label")] for row in page.buttons]


@pytest.mark.parametrize(
    ("granted", "server", "found"),
    [
        (ALL, GuildPreferences(HOME), []),
        (ALL - {"embed_links"}, GuildPreferences(HOME), ["I lack Embed Links."]),
        (ALL - set(THREAD_PERMISSIONS), GuildPreferences(HOME), []),
        (
            ALL - set(THREAD_PERMISSIONS),
            GuildPreferences(HOME, threads=True),
            ["I lack Create Public Threads and Send Messages in Threads."],
        ),
        (ALL, GuildPreferences(HOME, opener=KNOWN), []),
        (ALL, GuildPreferences(HOME, opener=9), ["The role that may open tables is gone"]),
        (ALL, GuildPreferences(HOME, role=9), ["The role to call is gone."]),
        (ALL, GuildPreferences(HOME, role=KNOWN), ["I can’t mention <@&6>."]),
        (ALL, GuildPreferences(HOME, role=OPEN), []),
        (ALL | {"mention_everyone"}, GuildPreferences(HOME, role=KNOWN), []),
        (frozenset(), GuildPreferences(HOME, opener=9, role=9), ["I lack", "open tables is gone", "to call is gone"]),
    ],
)
def test_each_problem_of_a_server_is_explained_in_a_sentence(
    granted: Any, server: GuildPreferences, found: list[str]
) -> None:
    roles = {number: SimpleNamespace(id=number, mentionable=number == OPEN) for number in (KNOWN, OPEN)}
    there: Any = SimpleNamespace(guild=SimpleNamespace(get_role=roles.get))
    said = list(_setup_problems(there, server, discord.Permissions(**dict.fromkeys(granted, True))))
    assert len(said) == len(found) and all(part in text for part, text in zip(found, said, strict=True))


def seeker(user: int, **more: Any) -> Seeker:
    return Seeker(
        **{"guild": 1, "user": user, "title": TITLE, "clock": "daily", "since": 0.0, "until": 3 * DAY, **more}
    )


@pytest.mark.parametrize(
    ("mine", "others", "said"),
    [
        (seeker(1), [seeker(1)], "2 more people can play."),
        (seeker(1), [seeker(1), seeker(2)], "1 more person can play."),
        (seeker(1), [seeker(1), seeker(2, clock="live")], "2 more people can play."),
        (seeker(1), [seeker(1), seeker(2, title="gone")], "2 more people can play."),
        (seeker(1), [seeker(1), seeker(2, opening=4)], "2 more people can play."),
        (seeker(1, opening=4), [seeker(2)], "a table is ready. Press *Join* in my message there."),
    ],
)
def test_the_queue_counts_who_waits_for_the_same_game_with_the_same_clock(
    mine: Seeker, others: list[Seeker], said: str
) -> None:
    page = queue_page([mine], others, "daily", 1.0, EVERY_GAME)
    assert page.text.splitlines()[-1].endswith(said) and labels(page)[-1] == ["Leave queue"]


def test_button_of_the_chosen_clock_is_disabled_in_the_queue() -> None:
    page = queue_page([], [], "daily", 1.0, EVERY_GAME)
    clocks, (games,), leave = cast(Any, page.buttons)
    assert [item.label for item in clocks if item.disabled] == ["Clock: daily"] and not leave
    assert games.custom_id == f"B:0:{CLOCKS.index('daily')}:play daily" and games.options[0].label == GAME.name
    assert (
        cast(Any, queue_page([seeker(1)] * 2, [seeker(1)], "none", 1.0, EVERY_GAME).buttons[1][0]).custom_id
        == "B:2:0:play none"
    )


def rating(who: int, points: int) -> Rating:
    return Rating(who, points, 5, 1)


@pytest.mark.parametrize(
    ("season", "ways"), [(1, ["Later season"]), (2, ["Earlier season", "Later season"]), (3, ["Earlier season"])]
)
def test_ladder_buttons_lead_from_the_first_season_to_the_last(season: int, ways: list[str]) -> None:
    page = ladder_page(Ladder(TITLE, season, (), (), 1, 3))
    *games, seasons = cast(Any, page.buttons)
    assert [item.label for item in seasons] == ways
    to = {"Earlier season": season - 1, "Later season": season + 1}
    assert [item.custom_id for item in seasons] == [f"L:{to[way]}:0:{TITLE}" for way in ways]
    assert [item.label for row in games for item in row if item.disabled] == [GAME.name]


def test_the_ladder_lists_ten_players_and_equal_ones_share_a_place() -> None:
    best = [rating(1, 900), *(rating(who, 800) for who in (2, 3)), *(rating(who, 700) for who in range(4, 12))]
    lines = ladder_page(Ladder(TITLE, 1, best, (), 1, 1)).text.splitlines()
    assert [line.split(" ")[0] for line in lines[1:-1]] == ["1\\.", "2\\.", "2\\.", *["4\\."] * 7]
    assert lines[1] == "1\\. <@1> · 900 · 5 games, 1 won"


def test_ladder_names_the_three_most_active_and_the_three_most_reliable_players() -> None:
    regulars = [SeasonPlayer(user, 9, 9 - user, 0) for user in (1, 2, 3, 4)]
    *_, most, sure, _ = ladder_page(Ladder(TITLE, 1, [rating(1, 9)], regulars, 1, 1)).text.splitlines()
    assert most == "Most rated games finished, of all kinds: <@1> (8 games), <@2> (7 games), <@3> (6 games)"
    assert sure.startswith("Most reliable: <@1> (8 of 9 games finished), <@2>") and sure.count("<@") == 3
    nobody = ladder_page(Ladder(TITLE, 1, [], [SeasonPlayer(1, 1, 0, 0)], 1, 1)).text
    assert "Most" not in nobody and "No one has played 5 rated games of it" in nobody


@pytest.mark.parametrize(
    ("server", "told", "ways"),
    [
        (GuildPreferences(), "none. everyone none channel none none", ["Threads: turn on", "Morning post…"]),
        (
            GuildPreferences(HOME, KNOWN, "daily", True, OPEN, 0, "Asia/Tokyo"),
            "<#5>. <@&6> daily thread <@&7> 0:00",
            ["Threads: turn off", "Morning post…", "Remove post"],
        ),
    ],
)
def test_page_of_a_server_shows_its_settings_and_problems(server: GuildPreferences, told: str, ways: list[str]) -> None:
    page = guild_page(server, ["a channel"])
    lines = page.text.splitlines()
    assert all(word.strip(".") in line for word, line in zip(told.split(), lines[2:], strict=False))
    assert lines[-1] == "⚠ a channel" and labels(page)[-1] == ways
    (home,), (opener,), (clock,), (role,), _ = cast(Any, page.buttons)
    chosen = [[one.id for one in select.default_values] for select in (home, opener, role)]
    assert chosen == ([[HOME], [KNOWN], [OPEN]] if server.home else [[], [], []])
    assert [one.value for one in clock.options if one.default] == [server.clock]
    assert [select.min_values for select in (opener, role)] == [0, 0]


@pytest.mark.parametrize(("morning", "chosen"), [(None, "none"), (0, "0"), (8, "8")])
def test_the_form_of_the_morning_post_has_every_hour_and_none(morning: int | None, chosen: str) -> None:
    shown: Any = morning_form(GuildPreferences(HOME, morning=morning, zone="Asia/Tokyo")).to_dict()
    _, hour, zone = shown["components"]
    options = hour["component"]["options"]
    assert [one["value"] for one in options] == ["none", *map(str, range(24))]
    assert [one["value"] for one in options if one.get("default")] == [chosen]
    assert (zone["component"]["value"], zone["component"]["max_length"]) == ("Asia/Tokyo", 60)


def test_typed_morning_post_settings_are_kept_if_the_custom_id_has_room() -> None:
    ((again,),) = cast(Any, morning_form_refused_page("No.", "12345", "x" * 61).buttons)
    assert again.custom_id == f"S:0:0:morning again 1234 {'x' * 60}" and len(again.custom_id) <= 100
