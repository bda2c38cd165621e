"""Maps: terrain by hex, rivers and other features of hex sides, towns, and special runs.

A map is a text file that a player can proof-read; ``maps/README.md`` describes its format.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from importlib.resources import files
from typing import NewType

import msgspec

from engine.core import count_noun
from engine.errors import Unreadable
from engine.games.railway_rivals.game_data.constants import MAX_COMPANIES_PER_START
from engine.kit.data_sheets import SheetLine, SheetWord, read_sheet
from engine.kit.hex_grid import Axial, Corner, axial_from_offset, column_letters, column_number, neighbors, side_ends

Hex = NewType("Hex", str)
"""A hex by its printed reference: column letters and row number, ``K12``."""

Side = tuple[Hex, Hex]
"""A side of a hex, as the two neighboring hexes in alphabetical order."""

CardNumber = NewType("CardNumber", str)
"""The number on a Town Card: of a town (``11`` to ``66``) or a special run (``S1`` to ``S6``)."""


class Terrain(StrEnum):
    """The terrain of a hex; the value is its character in a map file."""

    PLAIN = "."
    HILL = "^"
    SEA = "~"
    BORDER = "w"
    BORDER_HILL = "W"
    FAR = "#"


_HILL_TERRAINS = frozenset({Terrain.HILL, Terrain.BORDER_HILL})
_ABROAD_TERRAINS = frozenset({Terrain.BORDER, Terrain.BORDER_HILL, Terrain.FAR})
_CLOSED_TERRAINS = frozenset({Terrain.SEA, Terrain.FAR})


class Town(msgspec.Struct, frozen=True):
    """A town, which has one hex; a big town has several numbers. (rulings 1, 48)"""

    name: str
    hex: Hex
    numbers: tuple[CardNumber, ...]
    is_port: bool = False
    is_start: bool = False


class SpecialRun(msgspec.Struct, frozen=True):
    """A destination other than a town: reaching any of its hexes connects it. (ruling 6)"""

    number: CardNumber
    name: str
    hexes: tuple[Hex, ...]


class HexMap(msgspec.Struct, frozen=True):
    """A map. ``neighbors_by_direction`` has six entries per hex, clockwise from the north."""

    key: str
    name: str
    about: str
    players: range
    """The numbers of players that the map allows."""
    terrain: Mapping[Hex, Terrain]
    neighbors_by_direction: Mapping[Hex, tuple[Hex | None, ...]]
    rivers: Mapping[str, tuple[Side, ...]]
    """The sides of each river, by name, from the source to the mouth."""
    estuaries: Mapping[str, tuple[Side, ...]]
    tunnels: Mapping[Side, int]
    """The total building cost of each tunnel, by its side."""
    tunnel_names: Mapping[Side, str]
    towns: tuple[Town, ...]
    special_runs: tuple[SpecialRun, ...]
    town_at: Mapping[Hex, Town]
    river_sides: frozenset[Side]
    """Sides with a river. (rulings 2, 3)"""
    estuary_sides: frozenset[Side]
    """Sides that track can cross only through a tunnel. (ruling 5)"""

    def is_hill(self, hex: Hex) -> bool:
        """Whether the hex counts as a hill; a town never does. (rulings 9, 32)"""
        return self.terrain[hex] in _HILL_TERRAINS and hex not in self.town_at

    def is_abroad(self, hex: Hex) -> bool:
        """Whether the hex is beyond the border. (R Crossing Borders)"""
        return self.terrain[hex] in _ABROAD_TERRAINS

    def is_closed(self, hex: Hex) -> bool:
        """Whether track can never enter the hex. (rulings 4, 51)"""
        return self.terrain[hex] in _CLOSED_TERRAINS

    def neighbors(self, hex: Hex) -> tuple[Hex, ...]:
        """The neighbors of a hex that are on the map."""
        return tuple(other for other in self.neighbors_by_direction[hex] if other is not None)

    @property
    def start_towns(self) -> tuple[Town, ...]:
        """The towns where companies may start. (R Setting Up, 4)"""
        return tuple(town for town in self.towns if town.is_start)

    @property
    def cards(self) -> tuple[CardNumber, ...]:
        """All Town Cards: each number of a town and of a special run once. (R Equipment)"""
        towns = (number for town in self.towns for number in town.numbers)
        return (*towns, *(run.number for run in self.special_runs))

    def hexes_of(self, number: CardNumber) -> tuple[Hex, ...]:
        """The hexes where a run of this card may begin or end."""
        hexes = [town.hex for town in self.towns if number in town.numbers]
        return tuple(hexes) or next(run.hexes for run in self.special_runs if run.number == number)

    def name_of(self, number: CardNumber) -> str:
        """The name of the town or special run of a card."""
        town = next((town.name for town in self.towns if number in town.numbers), "")
        return town or next(run.name for run in self.special_runs if run.number == number)

    def town_names_on(self, hexes: Iterable[Hex]) -> Mapping[Hex, str]:
        """The names of the towns among these hexes."""
        return {hex: self.town_at[hex].name for hex in hexes if hex in self.town_at}

    def find_town(self, name: str) -> Town | None:
        """The town with this name; None if there is none."""
        return next((town for town in self.towns if town.name == name), None)


def side_between(a: Hex, b: Hex) -> Side:
    """The side between two neighboring hexes, in any order."""
    return (a, b) if a < b else (b, a)


def axial_of(hex: Hex) -> Axial:
    """The grid coordinates of a hex. Raises ``ValueError`` if the text is not a hex reference."""
    name = hex.rstrip("0123456789")
    row = hex.removeprefix(name)
    if not row or row.startswith("0") or len(row) > _MAX_ROW_DIGITS or len(name) > _MAX_COLUMN_LETTERS:
        raise ValueError(hex)
    return axial_from_offset(column_number(name), int(row) - 1)


_MAX_ROW_DIGITS, _MAX_COLUMN_LETTERS = 2, 2


def read_hex_map(key: str, sheet: str) -> HexMap:
    """Parse a map. Raises ``Unreadable`` with the line, the column, and the expected text."""
    heads, sections = read_sheet(sheet, _HEAD_KEYS, _SECTION_TITLES, _WRAPPED_SECTIONS)
    terrain = _read_terrain(sections["hexes"])
    reader = _EntryReader(terrain)
    towns = reader.read_towns(sections["towns"])
    rivers, estuaries = reader.read_waters(sections["rivers"]), reader.read_waters(sections["estuaries"])
    barred = frozenset(side for sides in estuaries.values() for side in sides)
    tunnels = reader.read_tunnels(sections["tunnels"], barred)
    return HexMap(
        key=key,
        name=heads["name"].text,
        about=heads["about"].text,
        players=_read_players(heads["players"], sum(town.is_start for town in towns)),
        terrain=terrain,
        neighbors_by_direction=_find_neighbors(terrain),
        rivers=rivers,
        estuaries=estuaries,
        tunnels={side: cost for side, (_, cost) in tunnels.items()},
        tunnel_names={side: name for side, (name, _) in tunnels.items()},
        towns=towns,
        special_runs=reader.read_special_runs(sections["special runs"], towns),
        town_at={town.hex: town for town in towns},
        river_sides=frozenset(side for sides in rivers.values() for side in sides),
        estuary_sides=barred,
    )


_HEAD_KEYS = ("name", "about", "players")
_SECTION_TITLES = ("hexes", "rivers", "estuaries", "tunnels", "towns", "special runs")
_WRAPPED_SECTIONS = ("rivers", "estuaries", "special runs")

_SPECIAL_NUMBERS = tuple(f"S{digit}" for digit in range(1, 7))
"""The numbers that cards of special runs may have. (R Equipment; 42 Town Cards)"""

_MAX_ROWS, _MAX_COLUMNS = 99, 26 + 26 * 26
_PIECE_SEPARATOR = "|"


def _read_players(head: SheetWord, starts: int) -> range:
    words = head.text.split(" ")
    low, to, high = words if len(words) == 3 else ("", "", "")
    if to != "to" or not _is_small_number(low) or not _is_small_number(high) or not 2 <= int(low) <= int(high):
        raise head.error(f"“{head.text[:40]}” isn’t a valid number of players. Example: 2 to 6.")
    if int(high) > MAX_COMPANIES_PER_START * starts:
        most = MAX_COMPANIES_PER_START * starts
        raise head.error(f"{high} players don’t fit: {count_noun(starts, 'start town')} can take at most {most}.")
    return range(int(low), int(high) + 1)


def _read_terrain(lines: tuple[SheetLine, ...]) -> dict[Hex, Terrain]:
    """Read the grid: a line of column names, then a line per row with one character for each column."""
    if len(lines) < 2:
        raise Unreadable("The section [hexes] needs a line of column names and a line for every row.")
    names = [word.text for word in lines[0].words]
    for i, word in enumerate(lines[0].words):
        if word.text != column_letters(i) or i >= _MAX_COLUMNS:
            raise word.error("columns must be named A, B, … Z, AA, AB, … ZZ without a gap.")
    terrain_by_hex: dict[Hex, Terrain] = {}
    for row, line in enumerate(lines[1:], 1):
        number, *signs = line.words
        if number.text != str(row) or row > _MAX_ROWS:
            raise number.error(f"this must be row {row}. Rows are numbered from 1 to {_MAX_ROWS} at most.")
        if len(signs) != len(names):
            raise line.words[-1].error(f"row {row} has {len(signs)} signs, but there are {len(names)} columns.")
        for name, sign in zip(names, signs, strict=True):
            if sign.text not in set(Terrain):
                raise sign.error(f"“{sign.text[:20]}” of column {name} isn’t one of {' '.join(Terrain)}.")
            terrain_by_hex[Hex(f"{name}{row}")] = Terrain(sign.text)
    return terrain_by_hex


def _find_neighbors(terrain: Mapping[Hex, Terrain]) -> dict[Hex, tuple[Hex | None, ...]]:
    hex_by_position = {axial_of(hex): hex for hex in terrain}
    return {hex: tuple(map(hex_by_position.get, neighbors(where))) for where, hex in hex_by_position.items()}


class _EntryReader:
    """Reads the entries of a map file that refer to hexes of its grid."""

    def __init__(self, terrain: Mapping[Hex, Terrain]) -> None:
        self._terrain = terrain

    def read_towns(self, entries: tuple[SheetLine, ...]) -> tuple[Town, ...]:
        towns, names = [], _UniqueNames("among the towns")
        for entry in entries:
            town = self._read_town(entry)
            names.add(entry.words[0], *town.numbers, town.name, town.hex)
            towns.append(town)
        if not any(town.is_start for town in towns):
            raise Unreadable("The map has no start town.")
        return tuple(towns)

    def read_waters(self, entries: tuple[SheetLine, ...]) -> dict[str, tuple[Side, ...]]:
        """Read the sides of rivers or estuaries by name; ``|`` separates disconnected pieces."""
        courses, names = {}, _UniqueNames("in this section")
        for entry in entries:
            name, words = entry.split_name()
            names.add(entry.words[0], name)
            courses[name] = self._read_course(words)
        return courses

    def read_tunnels(self, entries: tuple[SheetLine, ...], barred: frozenset[Side]) -> dict[Side, tuple[str, int]]:
        tunnels, names = {}, _UniqueNames("among the tunnels")
        for entry in entries:
            name, words = entry.split_name()
            if len(words) != 2 or not _is_small_number(words[1].text):
                raise words[-1].error("a tunnel needs a side and its total cost. Example: Mersey Tunnel: C9/B9 5.")
            side = self._read_side(words[0])
            names.add(words[0], name, "/".join(side))
            if side not in barred:
                raise words[0].error(f"{words[0].text} isn’t a side of an estuary, so it needs no tunnel.")
            tunnels[side] = name, int(words[1].text)
        return tunnels

    def read_special_runs(self, entries: tuple[SheetLine, ...], towns: tuple[Town, ...]) -> tuple[SpecialRun, ...]:
        runs, names = [], _UniqueNames("among the special runs")
        for entry in entries:
            head, words = entry.split_name()
            number, _, name = head.partition(" ")
            if number not in _SPECIAL_NUMBERS or not name:
                raise entry.error("a special run needs S1 to S6, a name, a colon, and hexes.")
            names.add(entry.words[0], number, name)
            runs.append(SpecialRun(CardNumber(number), name, self._read_destinations(words, towns)))
        return tuple(runs)

    def _read_hex(self, word: SheetWord, text: str) -> Hex:
        if text not in self._terrain:
            raise word.error(f"“{text[:20]}” isn’t a hex on this map.")
        return Hex(text)

    def _read_side(self, word: SheetWord) -> Side:
        first, slash, second = word.text.partition("/")
        if not slash:
            raise word.error(f"“{word.text[:20]}” isn’t a valid side. Example: K12/K13.")
        a, b = self._read_hex(word, first), self._read_hex(word, second)
        if axial_of(b) not in neighbors(axial_of(a)):
            raise word.error(f"{a} and {b} aren’t neighbors.")
        return side_between(a, b)

    def _read_course(self, words: tuple[SheetWord, ...]) -> tuple[Side, ...]:
        sides: list[Side] = []
        ends_before: frozenset[Corner] = frozenset()
        for word in words:
            if word.text == _PIECE_SEPARATOR:
                ends_before = frozenset()
                continue
            side = self._read_side(word)
            ends = frozenset(side_ends(*map(axial_of, side)))
            if side in sides:
                raise word.error(f"{word.text} is here twice.")
            if ends_before and not ends_before & ends:
                raise word.error(
                    f"{word.text} doesn’t touch the side before it. Write “{_PIECE_SEPARATOR}” between pieces."
                )
            ends_before = ends - ends_before if ends_before & ends else ends
            sides.append(side)
        if not sides:
            raise words[0].error("sides must follow. Example: K12/K13.")
        return tuple(sides)

    def _read_town(self, entry: SheetLine) -> Town:
        marks = [word.text for word in entry.words if word.text in _TOWN_MARKS]
        numbers, *name_words = entry.words[: len(entry.words) - len(marks)]
        words_behind = [word.text for word in entry.words[len(name_words) + 1 :]]
        if len(name_words) < 2 or words_behind != marks:
            raise entry.error("a town needs numbers, a name, a hex, and “port” and “start” if it is one.")
        town_numbers = tuple(map(CardNumber, numbers.text.split(",")))
        if any(len(number) != 2 or not set(number) <= set("123456") for number in town_numbers):
            raise numbers.error(f"“{numbers.text[:40]}” aren’t valid town numbers. Each has two digits from 1 to 6.")
        name = " ".join(word.text for word in name_words[:-1])
        where = self._read_hex(name_words[-1], name_words[-1].text)
        if self._terrain[where] not in (Terrain.PLAIN, Terrain.HILL):
            raise name_words[-1].error(f"{name} at {where} isn’t on this country’s land.")
        return Town(name, where, town_numbers, "port" in marks, "start" in marks)

    def _read_destinations(self, words: tuple[SheetWord, ...], towns: tuple[Town, ...]) -> tuple[Hex, ...]:
        match [word.text for word in words]:
            case ["border"]:
                edge = (Terrain.BORDER, Terrain.BORDER_HILL)
                hexes = tuple(hex for hex, sign in self._terrain.items() if sign in edge)
            case ["ports"]:
                hexes = tuple(town.hex for town in towns if town.is_port)
            case _:
                hexes = tuple(self._read_hex(word, word.text) for word in words)
        if not hexes:
            raise words[0].error(f"this map has no hex for “{words[0].text}”.")
        for word, hex in zip(words, hexes, strict=False):
            if self._terrain[hex] in _CLOSED_TERRAINS or hexes.count(hex) > 1:
                raise word.error(f"{hex} is here twice, or no track can ever get there.")
        return hexes


_TOWN_MARKS = ("port", "start")


class _UniqueNames:
    """Checks that no name is used twice in a section of a map file."""

    def __init__(self, place_text: str) -> None:
        self._place_text, self._names = place_text, set[str]()

    def add(self, word: SheetWord, *names: str) -> None:
        for name in names:
            if name in self._names:
                raise word.error(f"{name} is {self._place_text} twice.")
            self._names.add(name)


def _is_small_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2


def _read_sheets() -> Iterator[tuple[str, str]]:
    for file in sorted(files(__package__).joinpath("maps").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".map"):
            yield file.name.removesuffix(".map"), file.read_text(encoding="utf-8")


HEX_MAPS: Mapping[str, HexMap] = {key: read_hex_map(key, sheet) for key, sheet in _read_sheets()}
"""All maps, by file name."""
