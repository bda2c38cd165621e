"""The sheet of city tiles: agreement with the rulebook, and errors with line and column."""

from collections import Counter

import pytest

from engine.errors import Unreadable
from engine.games.railroad_rivals.game_data.printed_data import (
    BASE_CITIES,
    CITY_TILES,
    RAILROADS,
    merge_sheets,
    read_cities,
)

ROW = "Denver            2      UP    CBQ   ATSF  UP\n"


def test_there_are_37_city_tiles_on_twelve_railroads():
    assert len(BASE_CITIES) == 37
    assert {road for city in BASE_CITIES for road in CITY_TILES[city].edges if road} == set(RAILROADS)
    assert len(RAILROADS) == 12


def test_tiles_agree_with_the_examples_of_the_rulebook():
    assert CITY_TILES["Pittsburgh"].goods == 2
    assert Counter(CITY_TILES["Pittsburgh"].edges)["B&O"] >= 2
    assert Counter(CITY_TILES["Cleveland"].edges)["NYC"] == 2
    assert None in CITY_TILES["Cleveland"].edges
    assert None in CITY_TILES["El Paso"].edges
    assert "B&O" in CITY_TILES["Washington"].edges
    assert {"B&O", "IC"} <= set(CITY_TILES["St. Louis"].edges)
    assert "IC" in CITY_TILES["Chicago"].edges
    assert all(CITY_TILES[city].goods >= 1 for city in BASE_CITIES)


def test_the_reconstruction_has_the_balance_that_its_comments_claim():
    edges = Counter(road for city in BASE_CITIES for road in CITY_TILES[city].edges)
    assert edges[None] == 22
    assert sum(CITY_TILES[city].goods for city in BASE_CITIES) == 60
    assert {edges[road] for road in RAILROADS} == {9, 10, 11, 12}


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (ROW + ROW, "Line 2: Denver appears twice"),
        (ROW.replace("ATSF", "XYZ"), "Line 1, column S: “XYZ” isn’t one of ACL"),
        (ROW.replace("UP    CBQ", "XYZ   CBQ"), "Line 1, column N: “XYZ” isn’t one of ACL"),
        (ROW.replace("CBQ", "XYZ"), "Line 1, column E: “XYZ” isn’t one of ACL"),
        (ROW.replace("ATSF  UP", "ATSF  XYZ"), "Line 1, column W: “XYZ” isn’t one of ACL"),
        (ROW.replace("2  ", "two"), "Line 1, goods: “two” isn’t a whole number"),
        (ROW.replace("2  ", "0  "), "Line 1, goods: “0” isn’t a whole number from 1 to 9"),
        ("# a comment\n\nDenver            2      UP    CBQ", "Line 3: “Denver 2 UP CBQ” isn’t a city tile."),
        (ROW.rstrip() + "  finish", "Add “start” if it can start a game"),
    ],
)
def test_an_invalid_sheet_is_refused_with_line_and_column(sheet, reason):
    with pytest.raises(Unreadable, match=reason):
        read_cities(sheet)


@pytest.mark.parametrize(("end", "start"), [("", False), ("    start", True)])
def test_a_row_is_read_word_by_word(end, start):
    (city,) = read_cities(f"{ROW.rstrip()}{end}\n").values()
    assert (city.city, city.goods, city.edges, city.start) == ("Denver", 2, ("UP", "CBQ", "ATSF", "UP"), start)


def test_a_city_in_two_sheets_is_refused():
    with pytest.raises(Unreadable, match="Denver: in two sheets"):
        merge_sheets(read_cities(ROW), read_cities(ROW))
