"""The board, the island, and the components; rulings 1 to 6 and 66."""

from collections import Counter

import pytest

from engine.core import rng_from_seed
from engine.games.railroads_of_catan.game_data.island import (
    CHITS,
    CORNERS_BY_HEX,
    DOTS_BY_CHIT,
    GOOD_BY_TERRAIN,
    GOOD_CARD_COUNTS,
    HEXES,
    HEXES_BY_CORNER,
    HEXES_BY_TRACK,
    LIST_PRICES,
    NEIGHBORS,
    NODE_POSITIONS,
    TERRAIN_COUNTS,
    TRACKS,
    Good,
    Terrain,
    TrackKind,
    is_coastal,
    is_hex,
    kind_of,
    track_ends,
)
from engine.games.railroads_of_catan.phases.setup import make_island
from tests.games.railroads_of_catan.table import LAYOUT, kinds

ISLANDS = [make_island(rng_from_seed(seed))[0] for seed in range(40)]


def test_ruling_1_the_board_is_a_hexagon_with_four_hexes_on_a_side():
    rows = Counter(hex.r for hex in HEXES.values())
    assert [rows[r] for r in sorted(rows)] == [4, 5, 6, 7, 6, 5, 4]


def test_board_has_133_points_and_354_possible_tracks():
    assert (len(HEXES), len(HEXES_BY_CORNER), len(NODE_POSITIONS)) == (37, 96, 133)
    spokes = [track for track in TRACKS if any(map(is_hex, track_ends(track)))]
    assert (len(TRACKS), len(spokes)) == (354, 222)
    assert Counter(len(HEXES_BY_TRACK[track]) for track in TRACKS if track not in spokes) == {2: 90, 1: 42}


def test_center_has_six_tracks_and_corner_six_five_or_three():
    assert all(len(NEIGHBORS[hex]) == 6 for hex in HEXES)
    assert Counter(len(NEIGHBORS[corner]) for corner in HEXES_BY_CORNER) == {6: 54, 5: 18, 3: 24}


def test_points_are_numbered_in_reading_order():
    for names in (sorted(HEXES), sorted(HEXES_BY_CORNER)):
        spots = [(round(NODE_POSITIONS[name].y, 3), NODE_POSITIONS[name].x) for name in names]
        assert spots == sorted(spots)
    assert CORNERS_BY_HEX["H01"] == ("V05", "V01", "V06", "V11", "V16", "V10")


def test_ruling_1_all_hexes_are_shuffled():
    for island in ISLANDS:
        assert Counter(island.terrain) == TERRAIN_COUNTS
    assert len({island.terrain_of("H01") for island in ISLANDS}) > 3


def test_ruling_2_and_3_sea_and_land_can_be_anywhere():
    """Any hexes can be sea, and an island can be split."""
    assert {island.terrain_of("H19") for island in ISLANDS} >= {Terrain.SEA, Terrain.FOREST}


def test_ruling_4_chits_are_on_productive_land_without_2_and_12():
    for island in ISLANDS:
        numbers = Counter(island.chits)
        assert numbers == Counter(CHITS) - Counter([2, 12]) + Counter({0: 21})
        assert all(island.terrain_of(hex) in GOOD_BY_TERRAIN for hex in HEXES if island.chit_of(hex))


def test_there_are_four_cities_of_each_number_of_dots():
    assert {dots: len(LAYOUT.hexes_with_dots(dots)) for dots in (5, 4, 3, 2)} == dict.fromkeys((5, 4, 3, 2), 4)
    assert {number: DOTS_BY_CHIT[number] for number in (6, 8, 5, 9, 4, 10, 3, 11)} == {
        6: 5, 8: 5, 5: 4, 9: 4, 4: 3, 10: 3, 3: 2, 11: 2,
    }  # fmt: skip


@pytest.mark.parametrize("hex", ["H08", "H10", "H03", "H36"])
def test_ruling_5_hex_without_chit_has_no_good(hex):
    assert LAYOUT.good_of(hex) is None
    assert LAYOUT.dots_of(hex) == 0


def test_ruling_6_red_numbers_can_be_neighbors():
    found = [
        island
        for island in ISLANDS
        for around in HEXES_BY_CORNER.values()
        if sum(island.dots_of(hex) == 5 for hex in around) > 1
    ]
    assert found


def test_good_of_a_hex_depends_on_its_terrain():
    made = {"H01": Good.WOOD, "H02": Good.BRICK, "H09": Good.ORE, "H19": Good.SHEEP, "H24": Good.WHEAT}
    assert {hex: LAYOUT.good_of(hex) for hex in made} == made
    assert sum(GOOD_CARD_COUNTS.values()) == 95


def test_the_kinds_of_track_on_the_example_island():
    assert {kind: len(kinds(kind)) for kind in TrackKind} == {
        TrackKind.PLAIN: 135,
        TrackKind.COAST: 46,
        TrackKind.WATER: 149,
        TrackKind.MOUNTAIN: 24,
    }


@pytest.mark.parametrize(
    ("track", "kind", "price"),
    [
        ("H01-V01", "plain", 1_000),  # a spoke of land
        ("V11-V16", "plain", 1_000),  # between two land hexes
        ("H03-V03", "water", 2_000),  # a spoke of the sea
        ("V23-V30", "water", 2_000),  # between two sea hexes
        ("H09-V14", "mountain", 2_000),  # a spoke of mountains
        ("V14-V20", "mountain", 2_000),  # a mountain's rim of the board
        ("V10-V16", "coast", 1_000),  # land on one side
        ("V65-V72", "plain", 1_000),  # fields beside mountains
    ],
)
def test_ruling_66_price_of_track_depends_on_its_terrain(track, kind, price):
    assert kind_of(LAYOUT, track) == kind
    assert LIST_PRICES[kind_of(LAYOUT, track)] == price


def test_ruling_66_a_coast_beside_mountains_has_the_price_of_a_coast():
    assert kind_of(LAYOUT, "V14-V19") is TrackKind.COAST


@pytest.mark.parametrize(("place", "wet"), [("H03", True), ("V12", True), ("V11", False), ("H01", False)])
def test_ruling_36_a_coast_point_touches_the_sea(place, wet):
    assert is_coastal(LAYOUT, place) is wet
