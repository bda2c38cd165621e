"""Notation of new track (``H01-V05-V10``) and of trips (``H17+2>V43>H18-2ore``)."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Self

from engine.core import shorten
from engine.core.notation import DASHES, NearMiss, normalize_path
from engine.games.railroads_of_catan.game_data.constants import TRAIN_CAPACITY
from engine.games.railroads_of_catan.game_data.island import NODE_POSITIONS, Good, NodeId, Track, track_between


class Path(NamedTuple):
    """New track as lines, each a sequence of points: ``H01-V05-V10,H17-V43``."""

    lines: tuple[tuple[NodeId, ...], ...]

    def __str__(self) -> str:
        return ",".join("-".join(line) for line in self.lines)

    @classmethod
    def read(cls, word: str) -> Self:
        """Parse a path such as ``H01-V05-V10,H17-V43``. Lower case, ``>``, and spaces are accepted.

        Raises ``ValueError``.
        """
        parts = [line.split("-") for line in normalize_path(word.replace(">", "-")).upper().split(",")]
        lines = tuple(tuple(map(_read_node, line)) for line in parts)
        if any(len(line) < 2 for line in lines):
            raise ValueError(word)
        return cls(lines)

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The tracks in the order in which they are laid."""
        return _tracks_along(self.lines)


@lru_cache(1024)
def _tracks_along(lines: tuple[tuple[NodeId, ...], ...]) -> tuple[Track, ...]:
    return tuple(track_between(a, b) for line in lines for a, b in pairwise(line))


class Ranking(NamedTuple):
    """Hexes in order of preference: ``H12>H05>H30``."""

    hexes: tuple[NodeId, ...]

    def __str__(self) -> str:
        return ">".join(self.hexes)

    @classmethod
    def read(cls, word: str) -> Self:
        """Parse a ranking such as ``H12>H05``; any separators are accepted. Raises ``ValueError``."""
        parts = re.split(r"[^A-Z0-9]+", word.strip(" _").upper())
        return cls(tuple(map(_read_node, parts)))


class Sale(NamedTuple):
    """A sale of barrels of one good; one of the barrels may fill an order. (ruling 78)"""

    good: Good
    barrels: int
    order: str = ""


class Stop(NamedTuple):
    """A point of a trip, and the work there: barrels thrown away, then sold, then loaded. (rulings 71-78)"""

    place: NodeId
    thrown: tuple[Good, ...] = ()
    sales: tuple[Sale, ...] = ()
    load: int = 0

    @property
    def has_work(self) -> bool:
        """Whether the train loads or sells at the stop, which takes a move. (ruling 71)"""
        return bool(self.sales or self.load)


class Trip(NamedTuple):
    """The points of a train's trip, from its current place, and the work at each point.

    In ``H17+2>V43>H18-ore:A-2wood+3>V50*ore``, ``+2`` loads two barrels, ``-2wood`` sells two, ``-ore:A`` sells one and
    fills order A, and ``*ore`` throws one away. Goods are written with their first three letters or in full.
    """

    stops: tuple[Stop, ...]

    def __str__(self) -> str:
        return ">".join(map(_write_stop, self.stops))

    @classmethod
    def read(cls, word: str) -> Self:
        """Parse a trip; spaces, dashes, and arrows may separate points. Raises ``ValueError``."""
        return cls(tuple(_read_stop(part) for part in _normalize(word).split(">")))

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The track of each step of the trip."""
        return tuple(track_between(a.place, b.place) for a, b in pairwise(self.stops))


_STOP_PATTERN = re.compile(r"(?P<place>[hv][0-9]{1,2})(?P<works>.*)")
_WORK_PATTERN = re.compile(
    r"\*(?P<thrown>[a-z]+)|-(?P<count>[1-5])?(?P<sold>[a-z]+)(?::(?P<order>[a-z]))?|\+(?P<load>[1-5])"
)


_MAX_BARRELS = max(TRAIN_CAPACITY.values())
"""Maximum number of barrels in one load."""

_GOOD_BY_WORD = {word: good for good in Good for word in (good.value, good[:3])}


_POINT_SEPARATOR_PATTERN = re.compile(r"\s*[\s>-]\s*(?=[hv][0-9])")


def _normalize(word: str) -> str:
    """Return the text in lower case, with ``>`` before each point, and without spaces and underscores."""
    text = word.replace("_", " ").translate(DASHES).replace("→", ">").strip().lower()
    return "".join(_POINT_SEPARATOR_PATTERN.sub(">", text).split())


def _read_node(word: str) -> NodeId:
    """Parse the name of a point; a number may have one digit instead of two. Raises ``ValueError``."""
    point = f"{word[0]}0{word[1]}" if len(word) == 2 else word
    if point not in NODE_POSITIONS:
        raise ValueError(word)
    return NodeId(point)


def _read_good(word: str) -> Good:
    if word not in _GOOD_BY_WORD:
        raise ValueError(word)
    return _GOOD_BY_WORD[word]


def _read_stop(word: str) -> Stop:
    match = _STOP_PATTERN.fullmatch(word)
    if match is None:
        raise ValueError(word)
    work_matches = list(_WORK_PATTERN.finditer(match["works"]))
    if hint := _spelling_hint(match["works"]):
        raise NearMiss(hint)
    if "".join(work.group() for work in work_matches) != match["works"]:
        raise ValueError(word)
    load = sum(int(work["load"]) for work in work_matches if work["load"])
    if load > _MAX_BARRELS:
        raise ValueError(word)
    return Stop(
        _read_node(match["place"].upper()),
        tuple(_read_good(work["thrown"]) for work in work_matches if work["thrown"]),
        tuple(
            Sale(_read_good(work["sold"]), int(work["count"] or 1), (work["order"] or "").upper())
            for work in work_matches
            if work["sold"]
        ),
        load,
    )


_LOAD_WITH_GOOD_PATTERN = re.compile(r"\+([1-5])[a-z]+")
_TOO_MANY_PATTERN = re.compile(r"[-+]([6-9]|[0-9]{2,})[a-z]*")


def _spelling_hint(works: str) -> str:
    """Return a sentence with the correct spelling if the text has a common mistake; otherwise ""."""
    if load_match := _LOAD_WITH_GOOD_PATTERN.search(works):
        return f"Write “+{load_match[1]}” in place of “{shorten(load_match[0])}”: a city loads what it makes."
    if number_match := _TOO_MANY_PATTERN.search(works):
        return f"“{shorten(number_match[0])}” is too many: a train holds up to {_MAX_BARRELS} barrels."
    return ""


def _write_stop(stop: Stop) -> str:
    thrown_text = "".join(f"*{good[:3]}" for good in stop.thrown)
    sales_text = "".join(
        f"-{sale.barrels if sale.barrels > 1 else ''}{sale.good[:3]}{':' + sale.order if sale.order else ''}"
        for sale in stop.sales
    )
    return f"{stop.place}{thrown_text}{sales_text}{f'+{stop.load}' if stop.load else ''}"
