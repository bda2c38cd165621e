"""Time zones: as people type them, as they are stored, and as they are shown. Pure.

A zone is stored by its IANA name. An offset of whole hours is one of the IANA names “Etc/GMT-2”, whose sign is the
opposite of the usual one; any other offset is stored as “UTC+05:30”.
"""

import re
from datetime import datetime, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.markdown import Markdown, escape_prose, listed, md, quoted
from engine.core.notation import DASHES
from engine.errors import Unreadable

USUAL = (
    *("America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York"),
    *("America/Sao_Paulo", "UTC", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Madrid"),
    *("Europe/Athens", "Europe/Kyiv", "Africa/Johannesburg", "Europe/Istanbul", "Asia/Dubai", "Asia/Kolkata"),
    *("Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Asia/Seoul", "Australia/Sydney", "Pacific/Auckland"),
)
"""The zones offered without typing, roughly from west to east; few enough for one select."""
_SPOKEN = {
    "pt": "America/Los_Angeles",
    "mt": "America/Denver",
    "ct": "America/Chicago",
    "et": "America/New_York",
    "brt": "America/Sao_Paulo",
    "gst": "Asia/Dubai",
    "sgt": "Asia/Singapore",
}
"""Abbreviations of one zone in daily use that the time zone database does not have."""

_EXAMPLES = md("Examples: Europe/Paris, America/New_York, Asia/Tokyo, and UTC+5:30.")
_NO_PLACES = ("Factory", "localtime")
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(1[0-4]|0?[0-9])(?::?(00|30|45))?", re.IGNORECASE)
_STORED_OFFSET = re.compile(r"UTC([+-])([0-9]{2}):([0-9]{2})")
_LOWEST, _HIGHEST = timedelta(hours=-12), timedelta(hours=14)
_PLACES_OFFERED = 3
_YEAR = 2037
"""A year for which the database has only the rules that are known now."""


class _Place(NamedTuple):
    """A zone, its offsets from UTC in winter and summer, and the abbreviations of both."""

    name: str
    offsets: tuple[timedelta, timedelta]
    called: tuple[str, str]

    @property
    def changes(self) -> bool:
        """Whether its clocks change."""
        return self.offsets[0] != self.offsets[1]


def zone_of(typed: str) -> str:
    """The stored zone for an IANA name in any case, its city alone, or an offset such as “UTC+2” or “UTC+5:30”.

    Raises ``Unreadable`` with places: for an abbreviation, those that use it, and else those with a similar name.
    """
    wanted = "_".join(typed.split()).casefold()
    if offset := _OFFSET.fullmatch(typed.translate(DASHES).strip()):
        return _fixed(offset[1], int(offset[2]), int(offset[3] or 0))
    if found := _named(wanted):
        return found
    if places := _abbreviations().get(wanted):
        raise Unreadable(_which(typed, wanted, places))
    cities = sorted(name for low, name in _zones().items() if wanted and _city(low) == wanted)
    if len(cities) == 1:
        return cities[0]
    near = cities or _with_word(wanted)[:_PLACES_OFFERED] or _near(wanted)
    others = md("Did you mean {}?", listed(list(map(escape_prose, near)), "or")) if near else _EXAMPLES
    raise Unreadable(md("{} isn’t a valid time zone. {}", quoted(typed), others))


@lru_cache(64)
def tzinfo_of(zone: str) -> tzinfo:
    """The rules of a stored zone."""
    if offset := _STORED_OFFSET.fullmatch(zone):
        return timezone(_difference(offset[1], int(offset[2]), int(offset[3])), zone)
    return ZoneInfo(zone)


def zone_label(zone: str) -> Markdown:
    """A stored zone as people write it: an offset as “UTC-5” or “UTC+5:30”, any other by its name."""
    if _STORED_OFFSET.fullmatch(zone) or zone.startswith("Etc/GMT"):
        return _label(_offset_in(tzinfo_of(zone), 1))
    return escape_prose(zone)


def _named(wanted: str) -> str | None:
    """The zone of exactly this name; None for an abbreviation that leaves out the daylight saving time of its places.

    An abbreviation of one zone whose clocks never change is as good as a name.
    """
    places = _abbreviations().get(wanted, ())
    if len(places) == 1 and not places[0].changes:
        return places[0].name
    found = _zones().get(wanted) or _SPOKEN.get(wanted)
    return None if found is not None and places and not _place(found).changes else found


def _which(typed: str, wanted: str, places: tuple[_Place, ...]) -> Markdown:
    """Explains an abbreviation, and offers the places that use it."""
    meant = {place.offsets[at] for place in places for at in (0, 1) if place.called[at].casefold() == wanted}
    is_winters = any(place.changes and place.called[0].casefold() == wanted for place in places)
    is_summers = all(place.called[0].casefold() != wanted for place in places)
    shown = listed([md("{} ({})", escape_prose(place.name), _hours(place)) for place in _first(places)], "or")
    if len(meant) > 1:
        return md("{} means different times in different places. Enter a place: {}.", quoted(typed), shown)
    offset = _label(*meant)
    about = md("is used in several places")
    if is_summers:
        about = md("is only the time in summer, {}", offset)
    elif is_winters:
        about = md("has no daylight saving time: it’s {} all year", offset)
    return md("{} {}. Enter a place: {}. For {} all year, enter “{}”.", quoted(typed), about, shown, offset, offset)


def _hours(place: _Place) -> Markdown:
    winter, summer = map(_label, place.offsets)
    return md("{}, in summer {}", winter, summer) if place.changes else md("{} all year", winter)


def _first(places: tuple[_Place, ...]) -> list[_Place]:
    """The best known of these places."""
    known = [place for place in places if place.name in USUAL]
    return [*known, *(place for place in places if place not in known)][:_PLACES_OFFERED]


def _fixed(sign: str, hours: int, minutes: int) -> str:
    difference = _difference(sign, hours, minutes)
    if not _LOWEST <= difference <= _HIGHEST:
        raise Unreadable(md("“{}” isn’t a valid time zone. They go from UTC-12 to UTC+14.", _label(difference)))
    if minutes:
        return f"UTC{sign}{hours:02}:{minutes:02}"
    return f"Etc/GMT{'-' if sign == '+' else '+'}{hours}" if hours else "UTC"


def _difference(sign: str, hours: int, minutes: int) -> timedelta:
    whole = timedelta(hours=hours, minutes=minutes)
    return -whole if sign == "-" else whole


def _label(difference: timedelta) -> Markdown:
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


def _place(name: str) -> _Place:
    rules = ZoneInfo(name)
    seasons = [(_offset_in(rules, month), rules.tzname(datetime(_YEAR, month, 1)) or "") for month in (1, 7)]
    winter, summer = sorted(seasons)
    return _Place(name, (winter[0], summer[0]), (winter[1], summer[1]))


@lru_cache(1)
def _abbreviations() -> dict[str, tuple[_Place, ...]]:
    """The places that use each abbreviation: one of all that have the same time from now on (``zonenow.tab``)."""
    lines = (files("tzdata.zoneinfo") / "zonenow.tab").read_text(encoding="utf-8").splitlines()
    found = dict[str, tuple[_Place, ...]]()
    for line in lines:
        if not line.startswith("#"):
            place = _place(line.split("\t")[2])
            for called in sorted({name.casefold() for name in place.called if name.isalpha()} - {"utc"}):
                found[called] = (*found.get(called, ()), place)
    return found


@lru_cache(1)
def _zones() -> dict[str, str]:
    """Every zone by its name in lower case."""
    return {name.casefold(): name for name in sorted(available_timezones()) if name not in _NO_PLACES}


def _city(zone: str) -> str:
    return zone.rsplit("/", 1)[-1]


def _with_word(wanted: str) -> list[str]:
    """The zones with a word in their names that begins so; none for two letters or fewer, which begin too many."""
    if len(wanted) < 3:
        return []
    begins = re.compile(rf"(?:^|[/_-]){re.escape(wanted)}")
    return [name for low, name in _zones().items() if begins.search(low)]


def _near(wanted: str) -> list[str]:
    """Names that look alike, by the whole of it or by the city."""
    places = {_city(low): name for low, name in _zones().items()} | _zones()
    return list(dict.fromkeys(places[found] for found in get_close_matches(wanted, places, 3, 0.7)))
