"""A map to build on: terrain by hex, what runs along and across its sides, towns and special runs. It has no rules.

A sheet is a text file a player can proof-read; ``maps/README.md`` describes it. ``read_chart`` is strict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.resources import files
from typing import NewType

import msgspec

from engine.errors import Unreadable
from engine.kit.hexes import Axial, column, letters, neighbors, offset

__all__ = [
    "CHARTS",
    "Chart",
    "Hex",
    "Number",
    "Side",
    "SpecialRun",
    "Terrain",
    "Town",
    "place_of",
    "read_chart",
    "side_between",
]

Hex = NewType("Hex", str)
"""A hex by its printed reference: column letters and row number, ``K12``."""

Side = tuple[Hex, Hex]
"""The side between two neighboring hexes, in alphabetical order of their references."""

Number = NewType("Number", str)
"""What a town card says: a town number (``11`` to ``66``) or a special run (``S1`` to ``S6``)."""


class Terrain(StrEnum):
    """What a hex is; the value is its sign on the sheet."""

    PLAIN = "."
    HILL = "^"
    SEA = "~"
    BORDER = "w"
    BORDER_HILL = "W"
    FAR = "#"


_HILLS = frozenset({Terrain.HILL, Terrain.BORDER_HILL})
_ABROAD = frozenset({Terrain.BORDER, Terrain.BORDER_HILL, Terrain.FAR})
_CLOSED = frozenset({Terrain.SEA, Terrain.FAR})


class Town(msgspec.Struct, frozen=True):
    """A town on its one hex; a big one has several numbers. (rulings 1, 48)"""

    name: str
    hex: Hex
    numbers: tuple[Number, ...]
    port: bool = False
    start: bool = False


class SpecialRun(msgspec.Struct, frozen=True):
    """A destination that is no town of its own: reaching any of its hexes connects it. (ruling 6)"""

    number: Number
    name: str
    hexes: tuple[Hex, ...]


class Chart(msgspec.Struct, frozen=True):
    """A whole map. ``beside`` has six entries a hex, clockwise from the north, None off the map."""

    key: str
    name: str
    about: str
    terrain: Mapping[Hex, Terrain]
    beside: Mapping[Hex, tuple[Hex | None, ...]]
    rivers: Mapping[str, tuple[Side, ...]]
    estuaries: Mapping[str, tuple[Side, ...]]
    tunnels: Mapping[Side, int]
    """What a tunnel costs in all."""
    tunnel_names: Mapping[Side, str]
    towns: tuple[Town, ...]
    special_runs: tuple[SpecialRun, ...]
    town_at: Mapping[Hex, Town]
    wet: frozenset[Side]
    """Sides with a river. (rulings 2, 3)"""
    barred: frozenset[Side]
    """Sides that only a tunnel crosses. (ruling 5)"""

    def hilly(self, hex: Hex) -> bool:
        """Whether it counts as a hill; a town never does. (rulings 9, 32)"""
        return self.terrain[hex] in _HILLS and hex not in self.town_at

    def abroad(self, hex: Hex) -> bool:
        """Whether it lies over the border. (R Crossing Borders)"""
        return self.terrain[hex] in _ABROAD

    def closed(self, hex: Hex) -> bool:
        """Whether no track may ever enter it. (rulings 4, 51)"""
        return self.terrain[hex] in _CLOSED

    def neighbors(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes around that are on the map."""
        return tuple(other for other in self.beside[hex] if other is not None)

    @property
    def start_towns(self) -> tuple[Town, ...]:
        """Where companies may begin. (R Setting Up, 4)"""
        return tuple(town for town in self.towns if town.start)

    @property
    def cards(self) -> tuple[Number, ...]:
        """All town cards: every town number and every special run once. (R Equipment)"""
        towns = (number for town in self.towns for number in town.numbers)
        return (*towns, *(run.number for run in self.special_runs))

    def hexes_of(self, number: Number) -> tuple[Hex, ...]:
        """Where a card's run may begin or end."""
        found = [town.hex for town in self.towns if number in town.numbers]
        return tuple(found) or next(run.hexes for run in self.special_runs if run.number == number)

    def name_of(self, number: Number) -> str:
        """The town or the special run of a card."""
        found = [town.name for town in self.towns if number in town.numbers]
        return found[0] if found else next(run.name for run in self.special_runs if run.number == number)

    def town_named(self, name: str) -> Town | None:
        """The town of that name."""
        return next((town for town in self.towns if town.name == name), None)


def side_between(a: Hex, b: Hex) -> Side:
    """The side that two neighbors share, whichever is named first."""
    return (a, b) if a < b else (b, a)


def place_of(hex: Hex) -> Axial:
    """Where a reference lies on the grid. Raises ``ValueError`` for what is no reference."""
    name = hex.rstrip("0123456789")
    row = hex.removeprefix(name)
    if not row or row.startswith("0") or len(row) > _ROW_DIGITS or len(name) > _COLUMN_LETTERS:
        raise ValueError(hex)
    return offset(column(name), int(row) - 1)


_ROW_DIGITS, _COLUMN_LETTERS = 2, 2


def read_chart(key: str, sheet: str) -> Chart:
    """The map of a sheet. Raises ``Unreadable`` with the line and what would be right."""
    heads, sections = _split(sheet)
    terrain = _terrain(sections["hexes"])
    reader = _Reader(terrain)
    towns = tuple(reader.town(line) for line in sections["towns"])
    rivers = dict(reader.run_of_sides(line) for line in sections["rivers"])
    estuaries = dict(reader.run_of_sides(line) for line in sections["estuaries"])
    tunnels = [reader.tunnel(line) for line in sections["tunnels"]]
    runs = tuple(reader.special_run(line, towns) for line in sections["special runs"])
    _check_towns(towns, terrain, sections["towns"])
    return Chart(
        key=key,
        name=heads["name"],
        about=heads["about"],
        terrain=terrain,
        beside=_beside(terrain),
        rivers=rivers,
        estuaries=estuaries,
        tunnels={side: cost for _, side, cost in tunnels},
        tunnel_names={side: name for name, side, _ in tunnels},
        towns=towns,
        special_runs=runs,
        town_at={town.hex: town for town in towns},
        wet=frozenset(side for sides in rivers.values() for side in sides),
        barred=frozenset(side for sides in estuaries.values() for side in sides),
    )


class _Line(msgspec.Struct, frozen=True):
    number: int
    text: str

    def wrong(self, why: str) -> Unreadable:
        return Unreadable(f"Line {self.number}: {why}")


_SECTIONS = ("hexes", "rivers", "estuaries", "tunnels", "towns", "special runs")
_HEADS = ("name", "about")


def _split(sheet: str) -> tuple[dict[str, str], dict[str, list[_Line]]]:
    """The heads and the lines of every section; a line that begins with blanks after a colon goes on from the last."""
    heads: dict[str, str] = {}
    sections: dict[str, list[_Line]] = {}
    lines: list[_Line] | None = None
    for number, text in enumerate(sheet.splitlines(), 1):
        line = _Line(number, text)
        if not text.strip() or text.startswith("#"):
            continue
        if text.startswith("["):
            title = text[1:].partition("]")[0]
            if title not in _SECTIONS or title in sections:
                raise line.wrong(
                    f"“[{title}]” is not a section that is still to come; they are {', '.join(_SECTIONS)}."
                )
            lines = sections[title] = []
        elif lines is None:
            head, colon, value = text.partition(":")
            if not colon or head not in _HEADS or not value.strip():
                raise line.wrong(f"before the first section stand {' and '.join(_HEADS)}, such as “name: London”.")
            heads[head] = value.strip()
        elif text.startswith("    ") and lines and title in ("rivers", "estuaries", "special runs"):
            lines[-1] = _Line(lines[-1].number, f"{lines[-1].text} {text.strip()}")
        else:
            lines.append(line)
    missing = [f"[{name}]" for name in _SECTIONS if name not in sections] + [n for n in _HEADS if n not in heads]
    if missing:
        raise Unreadable(f"The map has no {', '.join(missing)}.")
    return heads, sections


def _terrain(lines: list[_Line]) -> dict[Hex, Terrain]:
    """The grid: a line of column names, then a line a row with its number and a sign for every column."""
    if len(lines) < 2:
        raise Unreadable("The section [hexes] has a line of column names and a line for every row.")
    names = lines[0].text.split()
    if names != [letters(i) for i in range(len(names))]:
        raise lines[0].wrong("the columns are named A, B, … Z, AA, AB, … without a gap.")
    found: dict[Hex, Terrain] = {}
    for row, line in enumerate(lines[1:], 1):
        number, *signs = line.text.split()
        if number != str(row) or len(signs) != len(names):
            raise line.wrong(f"here stands row {row} with {len(names)} signs, one for every column.")
        for name, sign in zip(names, signs, strict=True):
            if sign not in set(Terrain):
                raise line.wrong(f"column {name}: “{sign}” is not one of {' '.join(Terrain)}.")
            found[Hex(f"{name}{row}")] = Terrain(sign)
    return found


def _beside(terrain: Mapping[Hex, Terrain]) -> dict[Hex, tuple[Hex | None, ...]]:
    at = {place_of(hex): hex for hex in terrain}
    return {hex: tuple(at.get(place) for place in neighbors(where)) for where, hex in at.items()}


class _Reader:
    """Words of a sheet that name hexes of its grid."""

    def __init__(self, terrain: Mapping[Hex, Terrain]) -> None:
        self._terrain = terrain

    def hex(self, line: _Line, word: str) -> Hex:
        if word not in self._terrain:
            raise line.wrong(f"“{word}” is not a hex of this map.")
        return Hex(word)

    def side(self, line: _Line, word: str) -> Side:
        first, slash, second = word.partition("/")
        if not slash:
            raise line.wrong(f"“{word}” is not a side; a side is written with both its hexes, such as K12/K13.")
        a, b = self.hex(line, first), self.hex(line, second)
        if place_of(b) not in neighbors(place_of(a)):
            raise line.wrong(f"{a} and {b} are not neighbors.")
        return side_between(a, b)

    def run_of_sides(self, line: _Line) -> tuple[str, tuple[Side, ...]]:
        name, words = _named(line)
        sides = tuple(self.side(line, word) for word in words)
        if len(set(sides)) < len(sides):
            raise line.wrong(f"{name} names a side twice.")
        return name, sides

    def tunnel(self, line: _Line) -> tuple[str, Side, int]:
        name, words = _named(line)
        if len(words) != 2 or not words[1].isdecimal():
            raise line.wrong("a tunnel is written with its side and its cost in all, such as “Mersey Tunnel: C9/B9 5”.")
        return name, self.side(line, words[0]), int(words[1])

    def town(self, line: _Line) -> Town:
        numbers, *words = line.text.split()
        marks = [word for word in words if word in ("port", "start")]
        named = words[: len(words) - len(marks)]
        if len(named) < 2 or words[len(named) :] != marks:
            raise line.wrong("a town is written as numbers, name, hex, and perhaps “port” and “start”.")
        if any(not _is_number(number) for number in numbers.split(",")):
            raise line.wrong(f"“{numbers}” are not town numbers; each has two digits from 1 to 6.")
        where = self.hex(line, named[-1])
        found = tuple(map(Number, numbers.split(",")))
        return Town(" ".join(named[:-1]), where, found, "port" in marks, "start" in marks)

    def special_run(self, line: _Line, towns: tuple[Town, ...]) -> SpecialRun:
        head, words = _named(line)
        number, _, name = head.partition(" ")
        if number not in SPECIAL_NUMBERS or not name.strip():
            raise line.wrong("a special run is written as S1 to S6, its name, a colon and its hexes.")
        match words:
            case ["border"]:
                edge = (Terrain.BORDER, Terrain.BORDER_HILL)
                hexes = tuple(hex for hex, sign in self._terrain.items() if sign in edge)
            case ["ports"]:
                hexes = tuple(town.hex for town in towns if town.port)
            case _:
                hexes = tuple(self.hex(line, word) for word in words)
        if not hexes:
            raise line.wrong(f"{name.strip()} leads to no hex.")
        return SpecialRun(Number(number), name.strip(), hexes)


SPECIAL_NUMBERS = tuple(f"S{digit}" for digit in range(1, 7))


def _named(line: _Line) -> tuple[str, list[str]]:
    name, colon, rest = line.text.partition(":")
    if not colon or not rest.split():
        raise line.wrong("here stands a name, a colon, and what belongs to it.")
    return name.strip(), rest.split()


def _is_number(word: str) -> bool:
    return len(word) == 2 and all(digit in "123456" for digit in word)


def _check_towns(towns: tuple[Town, ...], terrain: Mapping[Hex, Terrain], lines: list[_Line]) -> None:
    seen: set[str] = set()
    for town, line in zip(towns, lines, strict=True):
        for word in (town.name, town.hex, *town.numbers):
            if word in seen:
                raise line.wrong(f"{word} stands among the towns twice.")
            seen.add(word)
        if terrain[town.hex] not in (Terrain.PLAIN, Terrain.HILL):
            raise line.wrong(f"{town.name} at {town.hex} does not lie on this country's land.")
    if not any(town.start for town in towns):
        raise Unreadable("The map has no start town.")


def _sheets() -> Iterator[tuple[str, str]]:
    for file in sorted(files(__package__).joinpath("maps").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".map"):
            yield file.name.removesuffix(".map"), file.read_text(encoding="utf-8")


CHARTS: Mapping[str, Chart] = {key: read_chart(key, sheet) for key, sheet in _sheets()}
"""The maps there are, by the name of their file."""
