"""Time zones as people type them: abbreviations, offsets, and how a stored zone is shown."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.quiet_hours import local_time
from bot.clocks.zones import parse_zone, tzinfo_of, zone_label
from engine.errors import Unreadable
from tests.bot.simulated_channel import world

JULY = datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (
            "EST",
            "“EST” has no daylight saving time: it’s UTC-5 all year. Enter a place: America/New_York (UTC-5, in summer "
            "UTC-4) or America/Jamaica (UTC-5 all year). For UTC-5 all year, enter “UTC-5”.",
        ),
        ("mst", "it’s UTC-7 all year. Enter a place: America/Denver (UTC-7, in summer UTC-6), America/Phoenix"),
        ("GMT", "it’s UTC all year. Enter a place: Europe/London (UTC, in summer UTC+1),"),
        ("HST", "Pacific/Honolulu (UTC-10 all year)"),
        ("AEST", "Enter a place: Australia/Sydney (UTC+10, in summer UTC+11) or Australia/Brisbane (UTC+10 all year)"),
        ("EDT", "“EDT” is only the time in summer, UTC-4. Enter a place: America/New_York"),
        (
            "IST",
            "means different times in different places. Enter a place: Asia/Kolkata (UTC+5:30 all year), "
            "Europe/Dublin (UTC, in summer UTC+1), or Asia/Jerusalem (UTC+2, in summer UTC+3).",
        ),
        ("cst", "means different times in different places. Enter a place: America/Chicago (UTC-6, in summer UTC-5), "),
        ("UTC+14:30", "“UTC+14:30” isn’t a valid time zone. They go from UTC-12 to UTC+14."),
        ("UTC+5:20", "isn’t a valid time zone."),
    ],
)
def test_ambiguous_time_zone_is_refused_with_suggested_places(typed: str, words: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_zone(typed)
    assert words in str(refused.value).replace("\\", "")


@pytest.mark.parametrize("typed", ["ist", "est", "Berln", "lin", "bst"])
def test_no_place_is_suggested_for_letters_inside_a_word(typed: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_zone(typed)
    assert "Boa_Vista" not in str(refused.value) and "Bucharest" not in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("JST", "Asia/Tokyo"),
        ("MSK", "Europe/Moscow"),
        ("ET", "America/New_York"),
        ("CET", "CET"),
        ("Utc", "UTC"),
        ("UTC+0", "UTC"),
        ("etc/gmt+5", "Etc/GMT+5"),
    ],
)
def test_unambiguous_time_zone_is_accepted(typed: str, zone: str) -> None:
    assert parse_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "shown", "minutes"),
    [
        ("UTC-5", "UTC-5", -300),
        ("+2", "UTC+2", 120),
        ("gmt −3:30", "UTC-3:30", -210),
        ("UTC+5:30", "UTC+5:30", 330),
        ("utc+0530", "UTC+5:30", 330),
        ("UTC+5:45", "UTC+5:45", 345),
        ("UTC+14", "UTC+14", 840),
        ("UTC-0:30", "UTC-0:30", -30),
        ("Europe/Paris", "Europe/Paris", 120),
    ],
)
def test_offset_is_stored_and_shown_as_typed(typed: str, shown: str, minutes: int) -> None:
    zone = parse_zone(typed)
    assert zone_label(zone) == shown and parse_zone(shown) == zone
    assert local_time(JULY, zone).utcoffset() == timedelta(minutes=minutes)
    assert tzinfo_of(zone).utcoffset(datetime(2026, 7, 1)) == timedelta(minutes=minutes)


async def typed_zone(running: Any, text: str) -> Any:
    """Return the answer to a time zone that Ada types in her settings."""
    ada = running.person("Ada")
    page = (await ada.slash(running.channel, "settings")).response
    zones = (await ada.click(page, label="Time zone…")).response
    form = await ada.click(zones, label="Type another…")
    return (await ada.submit_modal(form, {"field0": text})).response


async def test_settings_show_offset_as_typed_and_use_it(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        for typed in ("UTC-5", "UTC+5:30"):
            said = (await typed_zone(running, typed)).content.replace("\\", "")
            assert f"**{typed}**, where it is" in said
        ada = running.person("Ada")
        page = (await ada.slash(running.channel, "settings")).response
        form = await ada.click(page, label="Quiet hours…")
        assert form.modal["title"] == "Quiet hours in UTC+5:30"
        await ada.submit_modal(form, {"field0": "22:00", "field1": "7"})
        assert running.bot.services.user_settings.preferences_of(ada.id).quiet == (22, 7)


async def test_settings_suggest_places_for_an_abbreviation(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        said = await typed_zone(running, "EST")
        assert "America/New_York (UTC-5, in summer UTC-4)" in said.content.replace("\\", "")
        assert running.bot.services.user_settings.preferences_of(running.person("Ada").id).zone == "UTC"
