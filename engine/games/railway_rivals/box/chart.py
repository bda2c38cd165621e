"""A map to build on: terrain by hex, what runs along and across its sides, towns and special runs. It has no rules.

A sheet is a text file a player can proof-read; ``maps/README.md`` describes it. ``read_chart`` is strict.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from importlib.resources import files
from typing import NewType

import msgspec

from engine.core import counted
from engine.errors import Unreadable
from engine.games.railway_rivals.box.figures import SHARED_START
from engine.kit.hexes import Axial, Tip, column, letters, neighbors, offset, tips
from engine.kit.sheets import SheetLine, Word, read_sheet

Hex = NewType("Hex", str)
"""A hex by its printed reference: column letters and row number, ``K12``."""

Side = tuple[Hex, Hex]
"""The side between two neighboring hexes, in alphabetical order of their references."""

Number = NewType("Number", str)
"""What a town card says: a town number (``11`` to ``66``) or a special run (``S1`` to ``S6``)."""


class Terrain(StrEnum):
    """The terrain of a hex; the value is its sign on the sheet."""

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
    players: range
    """For how many players it is made."""
    terrain: Mapping[Hex, Terrain]
    beside: Mapping[Hex, tuple[Hex | None, ...]]
    rivers: Mapping[str, tuple[Side, ...]]
    """From the source to the mouth."""
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
        """The towns where companies may begin. (R Setting Up, 4)"""
        return tuple(town for town in self.towns if town.start)

    @property
    def cards(self) -> tuple[Number, ...]:
        """All town cards: every town number and every special run once. (R Equipment)"""
        towns = (number for town in self.towns for number in town.numbers)
        return (*towns, *(run.number for run in self.special_runs))

    def hexes_of(self, number: Number) -> tuple[Hex, ...]:
        """The hexes where a card's run may begin or end."""
        found = [town.hex for town in self.towns if number in town.numbers]
        return tuple(found) or next(run.hexes for run in self.special_runs if run.number == number)

    def name_of(self, number: Number) -> str:
        """The town or the special run of a card."""
        found = [town.name for town in self.towns if number in town.numbers]
        return found[0] if found else next(run.name for run in self.special_runs if run.number == number)

    def towns_on(self, hexes: Iterable[Hex]) -> Mapping[Hex, str]:
        """The names of the towns among these hexes."""
        return {hex: self.town_at[hex].name for hex in hexes if hex in self.town_at}

    def town_named(self, name: str) -> Town | None:
        """The town of that name."""
        return next((town for town in self.towns if town.name == name), None)


def side_between(a: Hex, b: Hex) -> Side:
    """The side that two neighbors share, whichever is named first."""
    return (a, b) if a < b else (b, a)


def place_of(hex: Hex) -> Axial:
    """The place of a reference on the grid. Raises ``ValueError`` for what is no reference."""
    name = hex.rstrip("0123456789")
    row = hex.removeprefix(name)
    if not row or row.startswith("0") or len(row) > _ROW_DIGITS or len(name) > _COLUMN_LETTERS:
        raise ValueError(hex)
    return offset(column(name), int(row) - 1)


_ROW_DIGITS, _COLUMN_LETTERS = 2, 2


def read_chart(key: str, sheet: str) -> Chart:
    """The map of a sheet. Raises ``Unreadable`` with line, column and what would be right."""
    heads, sections = read_sheet(sheet, _HEADS, _SECTIONS, _WRAPPED)
    terrain = _terrain(sections["hexes"])
    reader = _Reader(terrain)
    towns = reader.towns(sections["towns"])
    rivers, estuaries = reader.waters(sections["rivers"]), reader.waters(sections["estuaries"])
    barred = frozenset(side for sides in estuaries.values() for side in sides)
    tunnels = reader.tunnels(sections["tunnels"], barred)
    return Chart(
        key=key,
        name=heads["name"].text,
        about=heads["about"].text,
        players=_players(heads["players"], sum(town.start for town in towns)),
        terrain=terrain,
        beside=_beside(terrain),
        rivers=rivers,
        estuaries=estuaries,
        tunnels={side: cost for side, (_, cost) in tunnels.items()},
        tunnel_names={side: name for side, (name, _) in tunnels.items()},
        towns=towns,
        special_runs=reader.special_runs(sections["special runs"], towns),
        town_at={town.hex: town for town in towns},
        wet=frozenset(side for sides in rivers.values() for side in sides),
        barred=barred,
    )


_HEADS = ("name", "about", "players")
_SECTIONS = ("hexes", "rivers", "estuaries", "tunnels", "towns", "special runs")
_WRAPPED = ("rivers", "estuaries", "special runs")

_SPECIAL_NUMBERS = tuple(f"S{digit}" for digit in range(1, 7))
"""What the cards of special runs may be called. (R Equipment; 42 Town Cards)"""

_MOST_ROWS, _MOST_COLUMNS = 99, 26 + 26 * 26
_PIECES = "|"


def _players(head: Word, starts: int) -> range:
    words = head.text.split(" ")
    low, to, high = words if len(words) == 3 else ("", "", "")
    if to != "to" or not _small(low) or not _small(high) or not 2 <= int(low) <= int(high):
        raise head.wrong(f"“{head.text[:40]}” isn’t a valid number of players. Example: 2 to 6.")
    if int(high) > SHARED_START * starts:
        most = SHARED_START * starts
        raise head.wrong(f"{high} players don’t fit: {counted(starts, 'start town')} can take at most {most}.")
    return range(int(low), int(high) + 1)


def _terrain(lines: tuple[SheetLine, ...]) -> dict[Hex, Terrain]:
    """The grid: a line of column names, then a line a row with its number and a sign for every column."""
    if len(lines) < 2:
        raise Unreadable("The section [hexes] needs a line of column names and a line for every row.")
    names = [word.text for word in lines[0].words]
    for i, word in enumerate(lines[0].words):
        if word.text != letters(i) or i >= _MOST_COLUMNS:
            raise word.wrong("columns must be named A, B, … Z, AA, AB, … ZZ without a gap.")
    found: dict[Hex, Terrain] = {}
    for row, line in enumerate(lines[1:], 1):
        number, *signs = line.words
        if number.text != str(row) or row > _MOST_ROWS:
            raise number.wrong(f"this must be row {row}. Rows are numbered from 1 to {_MOST_ROWS} at most.")
        if len(signs) != len(names):
            raise line.words[-1].wrong(f"row {row} has {len(signs)} signs, but there are {len(names)} columns.")
        for name, sign in zip(names, signs, strict=True):
            if sign.text not in set(Terrain):
                raise sign.wrong(f"“{sign.text[:20]}” of column {name} isn’t one of {' '.join(Terrain)}.")
            found[Hex(f"{name}{row}")] = Terrain(sign.text)
    return found


def _beside(terrain: Mapping[Hex, Terrain]) -> dict[Hex, tuple[Hex | None, ...]]:
    at = {place_of(hex): hex for hex in terrain}
    return {hex: tuple(map(at.get, neighbors(where))) for where, hex in at.items()}


class _Reader:
    """Entries of a sheet that name hexes of its grid."""

    def __init__(self, terrain: Mapping[Hex, Terrain]) -> None:
        self._terrain = terrain

    def towns(self, entries: tuple[SheetLine, ...]) -> tuple[Town, ...]:
        found, once = [], _Once("among the towns")
        for entry in entries:
            town = self._town(entry)
            once.add(entry.words[0], *town.numbers, town.name, town.hex)
            found.append(town)
        if not any(town.start for town in found):
            raise Unreadable("The map has no start town.")
        return tuple(found)

    def waters(self, entries: tuple[SheetLine, ...]) -> dict[str, tuple[Side, ...]]:
        """The waters that run along sides, by name, in the order of their course; ``|`` stands between their pieces."""
        found, once = {}, _Once("in this section")
        for entry in entries:
            name, words = entry.named()
            once.add(entry.words[0], name)
            found[name] = self._course(words)
        return found

    def tunnels(self, entries: tuple[SheetLine, ...], barred: frozenset[Side]) -> dict[Side, tuple[str, int]]:
        found, once = {}, _Once("among the tunnels")
        for entry in entries:
            name, words = entry.named()
            if len(words) != 2 or not _small(words[1].text):
                raise words[-1].wrong("a tunnel needs a side and its total cost. Example: Mersey Tunnel: C9/B9 5.")
            side = self._side(words[0])
            once.add(words[0], name, "/".join(side))
            if side not in barred:
                raise words[0].wrong(f"{words[0].text} isn’t a side of an estuary, so it needs no tunnel.")
            found[side] = name, int(words[1].text)
        return found

    def special_runs(self, entries: tuple[SheetLine, ...], towns: tuple[Town, ...]) -> tuple[SpecialRun, ...]:
        found, once = [], _Once("among the special runs")
        for entry in entries:
            head, words = entry.named()
            number, _, name = head.partition(" ")
            if number not in _SPECIAL_NUMBERS or not name:
                raise entry.wrong("a special run needs S1 to S6, a name, a colon, and hexes.")
            once.add(entry.words[0], number, name)
            found.append(SpecialRun(Number(number), name, self._destinations(words, towns)))
        return tuple(found)

    def _hex(self, word: Word, text: str) -> Hex:
        if text not in self._terrain:
            raise word.wrong(f"“{text[:20]}” isn’t a hex on this map.")
        return Hex(text)

    def _side(self, word: Word) -> Side:
        first, slash, second = word.text.partition("/")
        if not slash:
            raise word.wrong(f"“{word.text[:20]}” isn’t a valid side. Example: K12/K13.")
        a, b = self._hex(word, first), self._hex(word, second)
        if place_of(b) not in neighbors(place_of(a)):
            raise word.wrong(f"{a} and {b} aren’t neighbors.")
        return side_between(a, b)

    def _course(self, words: tuple[Word, ...]) -> tuple[Side, ...]:
        sides: list[Side] = []
        tip: frozenset[Tip] = frozenset()
        for word in words:
            if word.text == _PIECES:
                tip = frozenset()
                continue
            side = self._side(word)
            ends = frozenset(tips(*map(place_of, side)))
            if side in sides:
                raise word.wrong(f"{word.text} is here twice.")
            if tip and not tip & ends:
                raise word.wrong(f"{word.text} doesn’t touch the side before it. Write “{_PIECES}” between pieces.")
            tip = ends - tip if tip & ends else ends
            sides.append(side)
        if not sides:
            raise words[0].wrong("sides must follow. Example: K12/K13.")
        return tuple(sides)

    def _town(self, entry: SheetLine) -> Town:
        marks = [word.text for word in entry.words if word.text in _MARKS]
        numbers, *named = entry.words[: len(entry.words) - len(marks)]
        behind = [word.text for word in entry.words[len(named) + 1 :]]
        if len(named) < 2 or behind != marks:
            raise entry.wrong("a town needs numbers, a name, a hex, and “port” and “start” if it is one.")
        found = tuple(map(Number, numbers.text.split(",")))
        if any(len(number) != 2 or not set(number) <= set("123456") for number in found):
            raise numbers.wrong(f"“{numbers.text[:40]}” aren’t valid town numbers. Each has two digits from 1 to 6.")
        name = " ".join(word.text for word in named[:-1])
        where = self._hex(named[-1], named[-1].text)
        if self._terrain[where] not in (Terrain.PLAIN, Terrain.HILL):
            raise named[-1].wrong(f"{name} at {where} isn’t on this country’s land.")
        return Town(name, where, found, "port" in marks, "start" in marks)

    def _destinations(self, words: tuple[Word, ...], towns: tuple[Town, ...]) -> tuple[Hex, ...]:
        match [word.text for word in words]:
            case ["border"]:
                edge = (Terrain.BORDER, Terrain.BORDER_HILL)
                hexes = tuple(hex for hex, sign in self._terrain.items() if sign in edge)
            case ["ports"]:
                hexes = tuple(town.hex for town in towns if town.port)
            case _:
                hexes = tuple(self._hex(word, word.text) for word in words)
        if not hexes:
            raise words[0].wrong(f"this map has no hex for “{words[0].text}”.")
        for word, hex in zip(words, hexes, strict=False):
            if self._terrain[hex] in _CLOSED or hexes.count(hex) > 1:
                raise word.wrong(f"{hex} is here twice, or no track can ever get there.")
        return hexes


_MARKS = ("port", "start")


class _Once:
    """Names that may stand but once in a part of a sheet."""

    def __init__(self, where: str) -> None:
        self._where, self._seen = where, set[str]()

    def add(self, word: Word, *names: str) -> None:
        for name in names:
            if name in self._seen:
                raise word.wrong(f"{name} is {self._where} twice.")
            self._seen.add(name)


def _small(text: str) -> bool:
    """Whether it is a whole number of one or two digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 2


def _sheets() -> Iterator[tuple[str, str]]:
    for file in sorted(files(__package__).joinpath("maps").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".map"):
            yield file.name.removesuffix(".map"), file.read_text(encoding="utf-8")


CHARTS: Mapping[str, Chart] = {key: read_chart(key, sheet) for key, sheet in _sheets()}
"""The maps there are, by the name of their file."""
