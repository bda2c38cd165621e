"""Personal pages that only their user sees: /settings, /games, and /stats."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot import limits
from bot.clocks.clock import seconds_left
from bot.clocks.quiet_hours import (
    holiday_of_days,
    local_time,
    parse_date,
    parse_holiday,
    parse_quiet_hours,
    quiet_hours_remark,
)
from bot.clocks.zones import COMMON_ZONES, parse_zone
from bot.errors import check_text
from bot.play.service import TableService
from bot.scheduler.holidays import change_holiday, check_holiday, latest_holiday
from bot.users import UserPreferences
from engine import Refused, RoundhouseError, Unreadable
from engine.store import Clock, Store
from tests.bot.seated_players import begun
from tests.bot.simulated_channel import Direct, World, world
from tests.bot.ui.test_limits import hold


async def settings(running: World, name: str = "Ada") -> Any:
    said = await running.person(name).slash(running.channel, "settings")
    assert said.ephemeral
    return said.response


async def test_setting_applies_at_once_and_survives_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = running.person("Ada"), await settings(running)
        await ada.select(page, ["dark"], custom_id="i:0:0:palette")
        await ada.click(page, label="You’re next: turn on")
        await running.restart()
        mine = running.bot.services.user_settings.preferences_of(ada.id)
        assert (mine.palette, mine.following) == ("dark", True)
        hold(running)


async def test_unknown_time_zone_is_refused_with_similar_ones(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        ada, page = running.person("Ada"), await settings(running)
        zones = (await ada.click(page, label="Time zone…")).response
        await ada.select(zones, ["Asia/Tokyo"])
        assert running.bot.services.user_settings.preferences_of(ada.id).zone == "Asia/Tokyo"
        hold(running)
        zones = (await ada.click(page, label="Time zone…")).response
        form = await ada.click(zones, label="Type another…")
        said = await ada.submit_modal(form, {"field0": "Berln"})
        assert "Europe/Berlin" in said.response.content


async def test_quiet_hours_and_holiday_use_the_users_time_zone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, people = running.person("Ada"), running.bot.services.user_settings
        await people.save(ada.id, UserPreferences(zone="Asia/Tokyo"))
        page = await settings(running)
        form = await ada.click(page, label="Quiet hours…")
        await ada.submit_modal(form, {"field0": "22:00", "field1": "7"})
        assert people.preferences_of(ada.id).quiet == (22, 7)
        today = local_time(running.bot.services.tables.now(), "Asia/Tokyo").date()
        holiday = (await ada.click(page, label="Holiday…")).response
        form = await ada.click(holiday, label="Choose dates…")
        last = today + timedelta(days=3)
        await ada.submit_modal(form, {"field0": today.isoformat(), "field1": last.isoformat()})
        end = local_time(people.preferences_of(ada.id).holiday[1], "Asia/Tokyo")
        assert (end.date(), end.hour) == (last + timedelta(days=1), 0)
        await ada.click(holiday, label="End holiday")
        for label, days in (("Through tomorrow", 1), ("For a week", 7)):
            await ada.click(holiday, label=label)
            end = local_time(people.preferences_of(ada.id).holiday[1], "Asia/Tokyo")
            assert (end.date(), end.hour) == (today + timedelta(days=days + 1), 0)
            await ada.click(holiday, label="End holiday")
        form = await ada.click(holiday, label="Choose dates…")
        refused = (await ada.submit_modal(form, {"field0": "1.2.2099", "field1": "32.2.2099"})).response
        assert "“32.2.2099” isn’t a valid date" in refused.content
        again = await ada.click(refused, label="Edit…")
        assert [field["component"]["value"] for field in again.modal["components"]] == ["1.2.2099", "32.2.2099"]
        assert people.preferences_of(ada.id).holiday == (0.0, 0.0)


async def test_test_notification_says_where_it_arrived(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = running.person("Ada"), await settings(running)
        await ada.select(page, ["direct"], custom_id="i:0:0:notices")
        said = await ada.click(page, label="Test my notice")
        assert "as a direct message" in said.response.content
        assert len(list(ada.user.dm_channel.history())) == 1


async def test_games_command_lists_longest_waiting_tables_first(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        other = running.guild.create_text_channel("other")
        await running.env.advance_time(60)
        await running.lobby("Ben", "Ada", channel=other)
        await running.person("Ben").slash(other, "game start")
        third = running.guild.create_text_channel("third")
        await running.lobby("Ada", channel=third)
        person, _ = await running.asked()
        name = next(name for name, known in running.people.items() if known is person)
        said = (await Direct(running, name).person.slash("games")).response.content
        first, *rest = said.splitlines()[1:]
        assert (
            f"<#{running.channel.id}>" in first
            and f"/{running.channel.id}/" in first
            and "Your turn began <t:" in first
        )
        assert any(f"<#{other.id}>" in line for line in rest)
        assert (f"<#{third.id}>: 1 at the table" in said) == (name == "Ada")


async def test_games_command_shows_how_long_the_user_is_to_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby("Ada", "Ben")
        sessions = running.bot.services.tables
        await sessions.set_term(lobby.id, "clock", "weekly")
        await running.person("Ada").slash(running.channel, "game start")
        asked_at = (await running.table()).since
        person, decision = await running.asked()
        await running.env.advance_time(3_600)
        async with sessions.lock_table(lobby.id) as held:
            clocks = held.table.clocks
            later = {decision.seat: replace(clocks[decision.seat], since=sessions.now())}
            await held.save(replace(held.table, clocks={**clocks, **later}))
        name = next(name for name, known in running.people.items() if known is person)
        said = (await Direct(running, name).person.slash("games")).response.content
        assert f"Your turn began <t:{int(asked_at)}:R>." in said


async def test_user_without_games_is_told_how_to_start(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        said = await running.person("Cleo").slash(running.channel, "games")
        assert said.ephemeral and "/game new" in said.response.content


async def test_results_of_others_are_shown_only_within_the_same_server(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        stranger = running.person("Dov").user
        said = await running.person("Ada").slash(running.channel, "stats", player=stranger)
        assert "hasn’t played at a table on this server" in said.response.content
        alone = await Direct(running, "Ada").person.slash("stats", player=running.person("Ben").user)
        assert "only your own" in alone.response.content


async def test_holiday_keeps_time_saved_by_an_earlier_one(store: Store, sessions: TableService) -> None:
    table = await begun(sessions)
    session = await store.load_table(table.id)
    assert session is not None
    seat = sessions.decisions(table)[0].seat
    user = table.players[seat - 1].user or 0
    async with sessions.lock_table(table.id) as held:
        await held.save(replace(session, clocks={seat: Clock(bank=900.0, since=100.0)}))
    await sessions.user_settings.save(user, UserPreferences(holiday=(200.0, 700.0)))
    before = (await sessions.get(table.id)).clocks[seat]
    had = seconds_left(before, sessions.user_settings.preferences_of(user), sessions.now())
    await change_holiday(sessions, user, (5_000.0, 6_000.0))
    after = (await sessions.get(table.id)).clocks[seat]
    assert (
        had
        == seconds_left(after, sessions.user_settings.preferences_of(user), sessions.now())
        == 900 - (1_000 - 100 - 500)
    )


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *(("Europe/Paris", "Europe/Paris"), ("europe/paris", "Europe/Paris"), ("new york", "America/New_York")),
        *(("tokyo", "Asia/Tokyo"), ("UTC", "UTC"), ("utc+2", "Etc/GMT-2"), ("GMT-5", "Etc/GMT+5"), ("+0", "UTC")),
    ],
)
def test_time_zone_is_parsed_as_people_write_it(typed: str, zone: str) -> None:
    assert parse_zone(typed) == zone


@pytest.mark.parametrize("typed", ["Berln", "", "Mars/Base", "utc+15", "localtime", "../etc/passwd", "x" * 500])
def test_unknown_time_zone_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(Unreadable, match=r"/|UTC"):
        parse_zone(typed)


def test_every_suggested_time_zone_exists() -> None:
    assert len(COMMON_ZONES) == len(set(COMMON_ZONES)) <= limits.SELECT_OPTIONS and [
        parse_zone(zone) for zone in COMMON_ZONES
    ] == list(COMMON_ZONES)


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("22", "7", (22, 7)),
        ("22:00", "24", (22, 0)),
        ("", " ", (0, 0)),
        ("10pm", "12 am", (22, 0)),
        ("22:30", "7.15", (23, 7)),
    ],
)
def test_quiet_hours_are_whole_hours(start: str, end: str, hours: tuple[int, int]) -> None:
    assert parse_quiet_hours(start, end) == hours


@pytest.mark.parametrize(("start", "end"), [("22:70", "7"), ("25", "7"), ("22", ""), ("ten", "eleven"), ("13pm", "7")])
def test_other_quiet_hours_are_refused(start: str, end: str) -> None:
    with pytest.raises(Unreadable):
        parse_quiet_hours(start, end)


def test_quiet_hours_are_twelve_at_most() -> None:
    assert parse_quiet_hours("21", "9") == (21, 9)
    with pytest.raises(Refused, match="at most 12 hours because other players are waiting. Yours would last 23"):
        parse_quiet_hours("13", "12")


NOON = 1_798_804_800.0  # 2027-01-01, 12:00 UTC


def test_next_holiday_starts_after_an_equally_long_time() -> None:
    week, day = 7 * 86_400.0, 86_400.0
    away = UserPreferences(holiday=(NOON, NOON + week))
    check_holiday((NOON + 6 * day, NOON + 9 * day), latest_holiday(away, NOON + 6 * day), NOON + 6 * day)  # it goes on
    on = UserPreferences(holiday=(NOON + 6 * day, NOON + 9 * day), rested=latest_holiday(away, NOON + 6 * day))
    assert latest_holiday(on, NOON + 12 * day) == (NOON, NOON + 9 * day)
    with pytest.raises(Refused, match="lasted 9 days"):
        check_holiday((NOON + 12 * day, NOON + 13 * day), latest_holiday(on, NOON + 12 * day), NOON + 12 * day)
    check_holiday((NOON + 18 * day, NOON + 30 * day), latest_holiday(on, NOON + 12 * day), NOON + 12 * day)
    check_holiday((0.0, 0.0), latest_holiday(on, NOON + 12 * day), NOON + 12 * day)  # none at all, however often
    with pytest.raises(Refused, match="at most 60 days"):
        check_holiday((NOON + 6 * day, NOON + 61 * day + 1), latest_holiday(away, NOON + 6 * day), NOON + 6 * day)
    check_holiday((NOON + 6 * day, NOON + 61 * day), latest_holiday(away, NOON + 6 * day), NOON + 6 * day)
    assert latest_holiday(UserPreferences(holiday=(0.0, 0.0), rested=(NOON, NOON + day)), NOON + week) == (
        NOON,
        NOON + day,
    )


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        ("2027-01-05", "2027-01-02", "end before it starts"),
        ("2027-01-05", "2027-09-05", "can last at most"),
        ("2026-12-01", "2026-12-24", "already be over"),
        ("soon", "2027-01-02", "isn’t a valid date"),
        ("", "3/1/2027", "could mean 2027-01-03 or 2027-03-01"),
        ("", "31.2.2027", "isn’t a valid date"),
        ("9999-12-31", "9999-12-31", "within a year"),
        ("", "", "needs a last day"),
    ],
)
def test_impossible_holiday_is_refused_with_a_sentence(start: str, end: str, said: str) -> None:
    with pytest.raises(RoundhouseError, match=said):
        parse_holiday(start, end, NOON, "UTC")


@pytest.mark.parametrize("typed", ["3.1.2027", "2027/1/3", "3 Jan 2027", "January 3rd, 2027", "3. Januar 2027"])
def test_date_is_parsed_as_people_write_it(typed: str) -> None:
    assert parse_date(typed, NOON, "UTC").isoformat() == "2027-01-03"


def test_corrected_quiet_hours_are_shown() -> None:
    assert quiet_hours_remark("22:00", "7") == ""
    assert quiet_hours_remark("22:30", "7") == "Quiet hours start and end on the hour. Yours are 23:00 to 7:00."
    assert "you have none" in quiet_hours_remark("22", "10pm")


def test_holiday_lasts_to_the_end_of_its_last_local_day() -> None:
    assert parse_holiday("", "tomorrow", NOON, "UTC") == (NOON, NOON + 36 * 3_600)
    start, end = parse_holiday("2027-01-03", "2027-01-03", NOON, "America/New_York")
    assert end - start == 24 * 3_600 and local_time(start, "America/New_York").hour == 0
    assert holiday_of_days(1, NOON, "UTC") == (NOON, NOON + 36 * 3_600)


async def test_lone_surrogate_is_refused_everywhere(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        for command, typed in (("move", {"line": "draft \ud800"}), ("orders", {"cancel": "\udfff"})):
            assert (
                "one of the characters you typed"
                in (await ada.slash(running.channel, command, **typed)).response.content
            )
        said = await ada.slash(running.channel, "orders", cancel="9" * 5_000)
        assert "Choose one of the suggested orders" in said.response.content
        with pytest.raises(Unreadable, match="one of the characters you typed"):
            check_text(["fine", "\ud800"])


async def test_only_a_new_notification_choice_retries_closed_direct_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, people = running.person("Ada"), running.bot.services.user_settings
        await people.save(ada.id, UserPreferences(notices="direct", closed=True))
        page = await settings(running)
        await ada.select(page, ["dark"], custom_id="i:0:0:palette")
        assert people.preferences_of(ada.id).closed
        await ada.select(page, ["both"], custom_id="i:0:0:notices")
        assert not people.preferences_of(ada.id).closed


async def test_desktop_pictures_can_be_turned_on_and_off(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = running.person("Ada"), await settings(running)
        await ada.click(page, label="Desktop pictures: turn on")
        assert running.bot.services.user_settings.preferences_of(ada.id).wide
        await ada.click(page, label="Desktop pictures: turn off")
        assert not running.bot.services.user_settings.preferences_of(ada.id).wide
