"""Time zones: parsing, storing, and formatting. Pure.

A zone is stored by its IANA name. Whole-hour offsets use IANA names such as “Etc/GMT-2”, whose sign is reversed; other
offsets are stored as “UTC+05:30”.
"""

import re
from datetime import datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.markdown import Markdown, escape_prose, join_words, md, quote
from engine.core.notation import DASHES
from engine.errors import Unreadable

COMMON_ZONES = (
    *("America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York"),
    *("America/Sao_Paulo", "UTC", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Madrid"),
    *("Europe/Athens", "Europe/Kyiv", "Africa/Johannesburg", "Europe/Istanbul", "Asia/Dubai", "Asia/Kolkata"),
    *("Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Asia/Seoul", "Australia/Sydney", "Pacific/Auckland"),
)
"""The zones offered without typing, roughly from west to east; few enough for one select."""
_COMMON_ABBREVIATIONS = {
    "pt": "America/Los_Angeles",
    "mt": "America/Denver",
    "ct": "America/Chicago",
    "et": "America/New_York",
    "brt": "America/Sao_Paulo",
    "gst": "Asia/Dubai",
    "sgt": "Asia/Singapore",
}
"""Common abbreviations that the time zone database lacks, each with its only zone."""

_EXAMPLES = md("Examples: Europe/Paris, America/New_York, Asia/Tokyo, and UTC+5:30.")
_EXCLUDED_ZONES = ("Factory", "localtime")
"""Zones of the time zone database that are not places."""
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(1[0-4]|0?[0-9])(?::?(00|30|45))?", re.IGNORECASE)
_STORED_OFFSET = re.compile(r"UTC([+-])([0-9]{2}):([0-9]{2})")
_MIN_OFFSET, _MAX_OFFSET = timedelta(hours=-12), timedelta(hours=14)
_MAX_SUGGESTIONS = 3
_YEAR = 2037
"""A year so late that only the current rules of each zone apply to it."""


class _ZonePlace(NamedTuple):
    """A zone with its offsets from UTC and its abbreviations, both as (winter, summer)."""

    name: str
    offsets: tuple[timedelta, timedelta]
    abbreviations: tuple[str, str]

    @property
    def has_summer_time(self) -> bool:
        """Whether the zone has daylight saving time."""
        return self.offsets[0] != self.offsets[1]


def parse_zone(typed: str) -> str:
    """The stored zone for an IANA name in any case, a city, or an offset such as “UTC+2” or “UTC+5:30”.

    Raises ``Unreadable`` with suggestions: places that use an abbreviation, or zones with a similar name.
    """
    folded = "_".join(typed.split()).casefold()
    if offset := _OFFSET.fullmatch(typed.translate(DASHES).strip()):
        return _zone_of_offset(offset[1], int(offset[2]), int(offset[3] or 0))
    if exact_zone := _find_exact_zone(folded):
        return exact_zone
    if places := _places_by_abbreviation().get(folded):
        raise Unreadable(_ambiguous_zone_text(typed, folded, places))
    cities = sorted(name for low, name in _zones_by_name().items() if folded and _city_of(low) == folded)
    if len(cities) == 1:
        return cities[0]
    similar = cities or _zones_with_word(folded)[:_MAX_SUGGESTIONS] or _similar_zones(folded)
    advice = md("Did you mean {}?", join_words(list(map(escape_prose, similar)), "or")) if similar else _EXAMPLES
    raise Unreadable(md("{} isn’t a valid time zone. {}", quote(typed), advice))


@lru_cache(64)
def tzinfo_of(zone: str) -> tzinfo:
    """Return the ``tzinfo`` of a stored zone."""
    if offset := _STORED_OFFSET.fullmatch(zone):
        return timezone(_to_offset(offset[1], int(offset[2]), int(offset[3])), zone)
    return ZoneInfo(zone)


def zone_label(zone: str) -> Markdown:
    """Return a stored zone in the form that people write: “UTC-5” or “UTC+5:30” for an offset, otherwise the name."""
    if _STORED_OFFSET.fullmatch(zone) or zone.startswith("Etc/GMT"):
        return _offset_label(_offset_in(tzinfo_of(zone), 1))
    return escape_prose(zone)


def _find_exact_zone(folded: str) -> str | None:
    """Return the zone with exactly this name; None if there is none.

    A name such as “EST” is refused: people use it in summer too, but its zone has no summer time. An abbreviation of a
    single zone without summer time is accepted.
    """
    places = _places_by_abbreviation().get(folded, ())
    if len(places) == 1 and not places[0].has_summer_time:
        return places[0].name
    zone = _zones_by_name().get(folded) or _COMMON_ABBREVIATIONS.get(folded)
    return None if zone is not None and places and not _load_place(zone).has_summer_time else zone


def _ambiguous_zone_text(typed: str, folded: str, places: tuple[_ZonePlace, ...]) -> Markdown:
    """Explain why an abbreviation is not a valid zone, and suggest places that use it."""
    offsets = {
        place.offsets[season]
        for place in places
        for season in (0, 1)
        if place.abbreviations[season].casefold() == folded
    }
    is_winter_only = any(place.has_summer_time and place.abbreviations[0].casefold() == folded for place in places)
    is_summer_only = all(place.abbreviations[0].casefold() != folded for place in places)
    places_text = join_words(
        [md("{} ({})", escape_prose(place.name), _offsets_text(place)) for place in _best_known(places)], "or"
    )
    if len(offsets) > 1:
        return md("{} means different times in different places. Enter a place: {}.", quote(typed), places_text)
    offset = _offset_label(*offsets)
    explanation = md("is used in several places")
    if is_summer_only:
        explanation = md("is only the time in summer, {}", offset)
    elif is_winter_only:
        explanation = md("has no daylight saving time: it’s {} all year", offset)
    return md(
        "{} {}. Enter a place: {}. For {} all year, enter “{}”.", quote(typed), explanation, places_text, offset, offset
    )


def _offsets_text(place: _ZonePlace) -> Markdown:
    winter, summer = map(_offset_label, place.offsets)
    return md("{}, in summer {}", winter, summer) if place.has_summer_time else md("{} all year", winter)


def _best_known(places: tuple[_ZonePlace, ...]) -> list[_ZonePlace]:
    common = [place for place in places if place.name in COMMON_ZONES]
    return [*common, *(place for place in places if place not in common)][:_MAX_SUGGESTIONS]


def _zone_of_offset(sign: str, hours: int, minutes: int) -> str:
    difference = _to_offset(sign, hours, minutes)
    if not _MIN_OFFSET <= difference <= _MAX_OFFSET:
        raise Unreadable(md("“{}” isn’t a valid time zone. They go from UTC-12 to UTC+14.", _offset_label(difference)))
    if minutes:
        return f"UTC{sign}{hours:02}:{minutes:02}"
    return f"Etc/GMT{'-' if sign == '+' else '+'}{hours}" if hours else "UTC"


def _to_offset(sign: str, hours: int, minutes: int) -> timedelta:
    offset = timedelta(hours=hours, minutes=minutes)
    return -offset if sign == "-" else offset


def _offset_label(difference: timedelta) -> Markdown:
    """A difference from UTC: “UTC”, “UTC-5”, “UTC+5:30”."""
    hours, minutes = divmod(abs(difference) // timedelta(minutes=1), 60)
    if not hours and not minutes:
        return md("UTC")
    sign = "-" if difference < timedelta() else "+"
    return escape_prose(f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else ""))


def _offset_in(rules: tzinfo, month: int) -> timedelta:
    offset = rules.utcoffset(datetime(_YEAR, month, 1))
    assert offset is not None
    return offset


def _load_place(name: str) -> _ZonePlace:
    rules = ZoneInfo(name)
    seasons = [(_offset_in(rules, month), rules.tzname(datetime(_YEAR, month, 1)) or "") for month in (1, 7)]
    winter, summer = sorted(seasons)
    return _ZonePlace(name, (winter[0], summer[0]), (winter[1], summer[1]))


@lru_cache(1)
def _places_by_abbreviation() -> dict[str, tuple[_ZonePlace, ...]]:
    """Map abbreviations to the places that use them. Places that will always have the same time count as one.

    (``zonenow.tab``)
    """
    lines = (files("tzdata.zoneinfo") / "zonenow.tab").read_text(encoding="utf-8").splitlines()
    places = dict[str, tuple[_ZonePlace, ...]]()
    for line in lines:
        if not line.startswith("#"):
            place = _load_place(line.split("\t")[2])
            for abbreviation in sorted({name.casefold() for name in place.abbreviations if name.isalpha()} - {"utc"}):
                places[abbreviation] = (*places.get(abbreviation, ()), place)
    return places


@lru_cache(1)
def _zones_by_name() -> dict[str, str]:
    """Map names in lower case to the names of zones."""
    return {name.casefold(): name for name in sorted(available_timezones()) if name not in _EXCLUDED_ZONES}


def _city_of(zone: str) -> str:
    return zone.rsplit("/", 1)[-1]


def _zones_with_word(folded: str) -> list[str]:
    """Return the zones with a word that begins with ``folded``; none for fewer than three letters."""
    if len(folded) < 3:
        return []
    pattern = re.compile(rf"(?:^|[/_-]){re.escape(folded)}")
    return [name for low, name in _zones_by_name().items() if pattern.search(low)]


def _similar_zones(folded: str) -> list[str]:
    places = {_city_of(low): name for low, name in _zones_by_name().items()} | _zones_by_name()
    return list(dict.fromkeys(places[match] for match in get_close_matches(folded, places, 3, 0.7)))
