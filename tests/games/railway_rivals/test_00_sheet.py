"""The maps and their design, rulings 1 to 9, and errors of invalid map files."""

import heapq
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from itertools import combinations
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Refused, Unreadable
from engine.games.railway_rivals.game_data.hex_map import (
    HEX_MAPS,
    Hex,
    HexMap,
    Terrain,
    axial_of,
    read_hex_map,
    side_between,
)
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state.track import is_passable
from engine.kit.hex_grid import axial_from_offset, column_letters, neighbors

LONDON = HEX_MAPS["london-liverpool"]
TYNE = HEX_MAPS["tyne-tees"]

SHEET = """\
name: Little
about: A map for tests.
players: 2 to 2

[hexes]
     A B C D
  1  . . ~ W
  2  . ^ . w
  3  ^ . . #

[rivers]
Brook: A1/A2 A2/B1 | C2/C3
Ditch: A2/B1

[estuaries]
Mouth: B1/C1 B1/C2

[tunnels]
Tube: B1/C2 5

[towns]
11     Port Town  A1  port start
12,13  Hillham    A3
14     Eastend    C2

[special runs]
S1  Abroad: border
S2  Sea: ports
S3  South: A3
    C3
"""
LITTLE = read_hex_map("little", SHEET)

each_map = pytest.mark.parametrize("chart", HEX_MAPS.values(), ids=HEX_MAPS)


def far(chart: HexMap, starts: Iterable[Hex], *, cost: bool = False) -> dict[Hex, int]:
    """The distance of each hex from the starts, in steps or building costs."""
    best, heap = dict.fromkeys(starts, 0), [(0, hex) for hex in starts]
    while heap:
        here, a = heapq.heappop(heap)
        for b in chart.neighbors(a) if here == best[a] else ():
            there = here + (building_cost(chart, a, b) if cost else 1)
            if is_passable(chart, a, b) and there < best.get(b, 999):
                best[b] = there
                heapq.heappush(heap, (there, b))
    return best


def cheapest_tree(chart: HexMap) -> int:
    towns = [town.hex for town in chart.towns]
    costs, joined, total = {hex: far(chart, [hex], cost=True) for hex in towns}, {towns[0]}, 0
    while len(joined) < len(towns):
        cost, town = min((costs[a][b], b) for a in joined for b in towns if b not in joined)
        joined.add(town)
        total += cost
    return total


def runs(chart: HexMap) -> list[int]:
    """The shortest length of the run of each pair of cards; 0 for two special runs."""
    special = {run.number for run in chart.special_runs}
    steps = {town.hex: far(chart, [town.hex]) for town in chart.towns}
    lengths = []
    for a, b in combinations(chart.cards, 2):
        town, other = (b, a) if a in special else (a, b)
        here = steps[chart.hexes_of(town)[0]] if town not in special else {}
        lengths.append(min((here[hex] for hex in chart.hexes_of(other)), default=0) if here else 0)
    return lengths


# -- the maps there are


def test_london_and_liverpool_matches_its_design():
    assert len(LONDON.terrain) == 1_050
    assert Counter(LONDON.terrain.values()) == {
        Terrain.PLAIN: 816,
        Terrain.HILL: 127,
        Terrain.SEA: 63,
        Terrain.BORDER: 13,
        Terrain.BORDER_HILL: 12,
        Terrain.FAR: 19,
    }
    assert len(LONDON.rivers) == 18 and len(LONDON.river_sides) == 381 == sum(map(len, LONDON.rivers.values()))
    assert len(LONDON.estuary_sides) == 23
    home = [hex for hex in LONDON.terrain if not LONDON.is_abroad(hex) and not LONDON.is_closed(hex)]
    assert sum(LONDON.is_abroad(other) for hex in home for other in LONDON.neighbors(hex)) == 52
    assert len(LONDON.towns) == 33 and len(LONDON.cards) == 42
    assert Counter(number[0] for number in LONDON.cards) == dict.fromkeys("123456S", 6)
    assert [town.name for town in LONDON.start_towns] == ["Liverpool", "Hull", "Bristol", "London"]
    assert [town.name for town in LONDON.towns if len(town.numbers) > 1] == ["London"]


def test_distances_of_london_and_liverpool():
    steps = {town.hex: far(LONDON, [town.hex]) for town in LONDON.towns}
    lengths = [steps[a.hex][b.hex] for a, b in combinations(LONDON.towns, 2)]
    assert round(sum(lengths) / len(lengths), 1) == 16.5 and max(lengths) == 39
    assert round(sum(length < 6 for length in lengths) / len(lengths), 3) == 0.062
    every = runs(LONDON)
    legal = [length for length in every if length >= 6]
    assert round(len(legal) / len(every), 1) == 0.9
    assert round(sum(legal) / len(legal), 1) == 18.6
    assert cheapest_tree(LONDON) == 178


@pytest.mark.parametrize(
    ("a", "b", "cost"),
    [
        ("Manchester", "Sheffield", 17),
        ("Manchester", "Leeds", 16),
        ("Stoke", "Derby", 8),
        ("Gloucester", "Oxford", 12),
        ("Liverpool", "Manchester", 6),
        ("London", "Oxford", 13),
        ("Preston", "York", 19),
        ("Hull", "Lincoln", 14),
        ("Liverpool", "Birkenhead", 5),
    ],
)
def test_cheapest_paths_cost_as_designed(a, b, cost):
    first, second = LONDON.find_town(a), LONDON.find_town(b)
    assert far(LONDON, [first.hex], cost=True)[second.hex] == cost


def test_tyne_and_tees_is_a_small_map():
    assert 250 <= len(TYNE.terrain) <= 350
    assert len(TYNE.towns) == 19 and len(TYNE.cards) == 24 and len(TYNE.special_runs) == 4
    assert 60 <= cheapest_tree(TYNE) <= 90


@each_map
def test_every_map_can_be_played(chart):
    usable = {hex for hex in chart.terrain if not chart.is_closed(hex)}
    for town in chart.towns:
        assert set(far(chart, [town.hex])) == usable, town.name
    legal = [length for length in runs(chart) if length >= 6]
    assert len(legal) >= 2 / 3 * len(runs(chart))
    assert not any(chart.is_abroad(town.hex) for town in chart.towns)


@each_map
def test_terrain_makes_detours_worthwhile(chart):
    for start in chart.start_towns:
        steps, costs = far(chart, [start.hex]), far(chart, [start.hex], cost=True)
        ratio = sum(costs[town.hex] for town in chart.towns) / sum(steps[town.hex] for town in chart.towns)
        assert 1.1 < ratio < 2


def test_the_option_lists_the_maps():
    hint = next(f.type for f in msgspec.structs.fields(RailwayOptions) if f.name == "map")
    assert sorted(get_args(get_args(hint)[0])) == sorted(HEX_MAPS)


@each_map
def test_map_limits_the_number_of_players(chart):
    options = RailwayOptions(map=chart.key)
    for seats in chart.players:
        options.check_seats(seats)
    with pytest.raises(Refused, match=f"{chart.name} is for 2 to .* and there are {chart.players.stop}"):
        options.check_seats(chart.players.stop)


# -- rulings 1 to 9


@each_map
def test_ruling_1_every_hex_has_one_reference_and_every_town_one_hex(chart):
    assert len({axial_of(hex) for hex in chart.terrain}) == len(chart.terrain)
    assert len({town.hex for town in chart.towns}) == len(chart.towns)
    assert all(chart.town_at[town.hex] == town for town in chart.towns)


@each_map
def test_ruling_2_rivers_run_along_sides_in_their_course(chart):
    for a, b in chart.river_sides | chart.estuary_sides:
        assert b in chart.neighbors(a) and a < b


def test_ruling_3_two_rivers_on_one_side_cost_once():
    assert sum(("A2", "B1") in sides for sides in LITTLE.rivers.values()) == 2
    assert building_cost(LITTLE, "A2", "B1") == 1 + 2


@each_map
def test_ruling_4_sea_is_never_entered(chart):
    for hex, sign in chart.terrain.items():
        if sign is Terrain.SEA:
            assert not any(is_passable(chart, other, hex) for other in chart.neighbors(hex))


@each_map
def test_ruling_5_an_estuary_is_crossed_by_a_tunnel_alone(chart):
    for a, b in chart.estuary_sides:
        by_tunnel = (a, b) in chart.tunnels
        assert is_passable(chart, a, b) <= by_tunnel and is_passable(chart, b, a) <= by_tunnel
    for side, cost in chart.tunnels.items():
        assert is_passable(chart, *side) and building_cost(chart, *side) == cost == 5


def test_ruling_6_a_special_run_has_the_hexes_listed_for_it():
    assert LONDON.hexes_of("S1") == ("D1", "P1")
    assert LONDON.name_of("S1") == "Scotland & the North"
    assert LITTLE.hexes_of("S3") == ("A3", "C3")
    assert LONDON.hexes_of("61") == LONDON.hexes_of("64") == ("AA32",)
    assert LONDON.name_of("63") == "London"


@each_map
def test_ruling_7_hexes_of_special_runs_are_ordinary_except_across_the_border(chart):
    for run in chart.special_runs:
        for hex in run.hexes:
            into = [other for other in chart.neighbors(hex) if is_passable(chart, other, hex)]
            out = [other for other in chart.neighbors(hex) if is_passable(chart, hex, other)]
            assert into
            assert not out if chart.is_abroad(hex) else set(into) <= set(out)


def test_ruling_7_all_first_hexes_across_the_border_are_wales():
    assert len(LONDON.hexes_of("S2")) == 25
    assert all(LONDON.is_abroad(hex) and not LONDON.is_closed(hex) for hex in LONDON.hexes_of("S2"))


def test_ruling_8_special_run_to_any_port_has_all_ports():
    ports = ["Liverpool", "Birkenhead", "Hull", "Grimsby", "Bristol", "London"]
    assert sorted(town.name for town in LONDON.towns if town.is_port) == sorted(ports)
    assert set(LONDON.hexes_of("S6")) == {LONDON.find_town(port).hex for port in ports}


def test_ruling_9_a_town_never_counts_as_hill():
    assert LITTLE.terrain["A3"] is Terrain.HILL and not LITTLE.is_hill("A3")
    assert building_cost(LITTLE, "A3", "B2") == 1 + 2
    assert LITTLE.is_hill("B2") and LITTLE.is_hill("D1") and not LITTLE.is_hill("D2")


# -- the sheet


def test_neighbors_are_clockwise_from_the_north():
    assert LITTLE.neighbors_by_direction["B2"] == ("B1", "C2", "C3", "B3", "A3", "A2")
    assert LITTLE.neighbors_by_direction["A1"] == (None, None, "B1", "A2", None, None)
    for hex, around in LONDON.neighbors_by_direction.items():
        for place, other in zip(neighbors(axial_of(hex)), around, strict=True):
            assert other is None or axial_of(other) == place
    assert axial_of("AD35") == axial_from_offset(29, 34)


@pytest.mark.parametrize("word", ["", "A", "1", "A0", "A01", "a1", "A100", "AAA1", "Ä1", "A1B", "1A"])
def test_text_that_is_no_hex_reference_has_no_coordinates(word):
    with pytest.raises(ValueError, match=r".*"):
        axial_of(word)


def test_side_does_not_depend_on_the_order_of_its_hexes():
    assert side_between("K13", "K12") == side_between("K12", "K13") == ("K12", "K13")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2 to 2", "2 to 3", "Line 3, column 10: 3 players don’t fit: 1 start town can take at most 2"),
        ("2 to 2", "two", "Line 3, column 10: “two” isn’t a valid number of players. Example: 2 to 6"),
        ("2 to 2", "3 to 2", "isn’t a valid number of players"),
        ("2 to 2", "1 to 2", "isn’t a valid number of players"),
        ("A B C D", "A B D C", "Line 6, column 10: columns must be named A, B"),
        ("  2  .", "  3  .", "Line 8, column 3: this must be row 2"),
        ("^ . w", "^ w", "Line 8, column 10: row 2 has 3 signs, but there are 4 columns"),
        (". . ~ W", ". . x W", "Line 7, column 10: “x” of column C isn’t one of"),
        ("A1/A2 A2/B1 |", "A1/A9 A2/B1 |", "Line 12, column 8: “A9” isn’t a hex on this map"),
        ("A1/A2 A2/B1 |", "A1-A2 A2/B1 |", "Line 12, column 8: “A1-A2” isn’t a valid side. Example: K12/K13"),
        ("A1/A2 A2/B1 |", "A1/C2 A2/B1 |", "Line 12, column 8: A1 and C2 aren’t neighbors"),
        ("A2/B1 |", "A2/A1 |", "Line 12, column 14: A2/A1 is here twice"),
        ("A2/B1 |", "B1/A2", "Line 12, column 20: C2/C3 doesn’t touch the side before it. Write “|” between pieces"),
        ("A1/A2 A2/B1 | C2/C3", "|", "Line 12, column 8: sides must follow"),
        ("Brook: A1/A2", "Brook A1/A2", "Line 12, column 1: write a name, a colon, and what belongs to it"),
        ("Ditch: ", "Brook: ", "Line 13, column 1: Brook is in this section twice"),
        ("B1/C2 5", "B1/C2", "Line 19, column 7: a tunnel needs a side and its total cost"),
        ("B1/C2 5", "B1/C2 five", "Line 19, column 13: a tunnel needs a side and its total cost"),
        ("B1/C2 5", "B1/B2 5", "Line 19, column 7: B1/B2 isn’t a side of an estuary"),
        ("Tube: B1/C2 5", "Tube: B1/C2 5\nTube: B1/C1 5", "Line 20, column 7: Tube is among the tunnels twice"),
        ("14     Eastend", "12     Eastend", "Line 24, column 1: 12 is among the towns twice"),
        ("Eastend    C2", "Hillham    C2", "Line 24, column 1: Hillham is among the towns twice"),
        ("Eastend    C2", "Eastend    A3", "Line 24, column 1: A3 is among the towns twice"),
        ("Eastend    C2", "Eastend", "Line 24, column 1: a town needs numbers, a name, a hex"),
        ("Eastend    C2", "Eastend    C2 prot", "Line 24, column 22: “prot” isn’t a hex on this map"),
        ("Eastend    C2", "port Eastend C2", "Line 24, column 1: a town needs numbers, a name, a hex"),
        ("14     Eastend", "17     Eastend", "Line 24, column 1: “17” aren’t valid town numbers."),
        ("14     Eastend", "14,    Eastend", "Line 24, column 1: “14,” aren’t valid town numbers"),
        ("Eastend    C2", "Eastend    C1", "Line 24, column 19: Eastend at C1 isn’t on this country’s land"),
        ("Eastend    C2", "Eastend    D2", "Line 24, column 19: Eastend at D2 isn’t on this country’s land"),
        ("port start", "port", "The map has no start town"),
        ("S1  Abroad: border", "S7  Abroad: border", "Line 27, column 1: a special run needs S1 to S6"),
        ("S1  Abroad: border", "S1: border", "Line 27, column 1: a special run needs S1 to S6"),
        ("S2  Sea", "S1  Sea", "Line 28, column 1: S1 is among the special runs twice"),
        ("S2  Sea", "S2  Abroad", "Line 28, column 1: Abroad is among the special runs twice"),
        ("port start", "start", "Line 28, column 10: this map has no hex for “ports”"),
        ("South: A3", "South: A3 A3", "Line 29, column 12: A3 is here twice, or no track can ever get there"),
        ("South: A3", "South: C1", "Line 29, column 12: C1 is here twice, or no track can ever get there"),
        ("    C3", "    C4", "Line 30, column 5: “C4” isn’t a hex on this map"),
        ("[towns]", "[cities]", "Line 21, column 1: “.cities.” isn’t a section that belongs here"),
    ],
)
def test_invalid_map_is_refused_with_line_and_column(old, new, reason):
    assert old in SHEET
    with pytest.raises(Unreadable, match=reason):
        read_hex_map("broken", SHEET.replace(old, new, 1))


def test_map_without_a_grid_is_refused():
    empty = SHEET[: SHEET.index("     A B")] + SHEET[SHEET.index("[rivers]") :]
    with pytest.raises(Unreadable, match="The section .hexes. needs a line of column names"):
        read_hex_map("empty", empty)
    with pytest.raises(Unreadable, match="The sheet has no name, about, players, .hexes., .rivers."):
        read_hex_map("empty", "")


def test_a_grid_of_column_names_alone_is_refused():
    bare = SHEET[: SHEET.index("  1  . . ~ W")] + SHEET[SHEET.index("[rivers]") :]
    with pytest.raises(Unreadable, match="needs a line of column names and a line for every row"):
        read_hex_map("bare", bare)


def test_columns_end_at_zz():
    names = [column_letters(column) for column in range(26 + 26 * 26 + 1)]
    with pytest.raises(Unreadable, match="Line 6, column [0-9]+: columns must be named A, B, … Z, AA, AB, … ZZ"):
        read_hex_map("wide", SHEET.replace("A B C D", " ".join(names), 1))


MAPS = files("engine.games.railway_rivals.game_data") / "maps"
LINES = [line for key in HEX_MAPS for line in (MAPS / f"{key}.map").read_text(encoding="utf-8").splitlines()]
SCRAPS = (
    st.sampled_from(SHEET.split()) | st.text(max_size=8) | st.sampled_from(["|", ":", "/", "\n", "    ", "[towns]"])
)


@st.composite
def mangled(draw):
    """A small map file after random changes of words and lines."""
    lines = SHEET.splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "word", "blot", "other"])):
            case "drop":
                lines[at : at + 1] = [""]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words = lines[at].split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(SCRAPS)
                lines[at] = " ".join(words)
            case "blot":
                cut = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:cut] + draw(SCRAPS) + lines[at][cut + draw(st.integers(0, 3)) :]
            case _:
                lines[at] = draw(st.sampled_from(LINES))
    return "\n".join(lines)


@given(mangled())
def test_changed_map_file_is_read_or_refused(sheet):
    try:
        chart = read_hex_map("mangled", sheet)
    except Unreadable:
        return
    assert chart.start_towns
    assert all(len(chart.neighbors_by_direction[hex]) == 6 for hex in chart.terrain)


@given(st.text())
def test_any_text_is_read_or_refused(sheet):
    with pytest.raises(Unreadable):
        read_hex_map("text", sheet)
