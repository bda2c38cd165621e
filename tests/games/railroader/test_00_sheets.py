"""The files of cards and board: their contents, and the errors of their loaders."""

from collections import Counter
from importlib.resources import files

import pytest

from engine.errors import Unreadable
from engine.games.railroader.game_data.board import BOARDS, LINE_LENGTHS, Space, read_lanes, section_of
from engine.games.railroader.game_data.cards import (
    CARDS,
    CRATE_THIEF,
    WORKER_SCARER,
    Kind,
    Waters,
    card_name,
    full_deck,
    read_cards,
    starting_cards,
)
from tests.games.railroader.table import cards

FULL = BOARDS[26]
SEATS = (1, 2, 3, 4)

LANES = (
    "...W..R.~~..P..R.W..~~.R.P..R..R.~~.W.R..P..P.~~.R..W.R.P.~~.P.R..R.WR.~~.R.P..R...~~.W.R.R.P..~~.R.....",
    "...W...R.~~..P..R.W~~...R.P..R..R.~~W..R..P..P.~~.RW.R.P.~~...P.R..R.WR.~~.R.P..R.~~..W..R.R.P..~~.R....",
    "....W.R..~~.P..R.W.~~..R.P..R..R...~~WR..P..P..~~R..W.RP~~...P.R..R.WR..~~R.P..R...~~..WR.R.P..~~.R.....",
    "....W..R..~~.PR.W.~~....R.P..R..R.~~W..R..P..P~~..R..WRP.~~...P.R..RW.R..~~R.P..R...~~W..R.R.P~~...R....",
)
RIVERS = (
    ((9, 10), (10, 11), (10, 11), (11, 12)),
    ((21, 22), (20, 21), (20, 21), (19, 20)),
    ((34, 35), (35, 36), (36, 37), (35, 36)),
    ((47, 48), (48, 49), (48, 49), (47, 48)),
    ((59, 60), (58, 59), (57, 58), (58, 59)),
    ((72, 73), (73, 74), (73, 74), (74, 75)),
    ((84, 85), (83, 84), (84, 85), (85, 86)),
    ((96, 97), (97, 98), (96, 97), (95, 96)),
)
FIRST = {
    "worker": 4,
    "gold": 5,
    "supplies-4": 3,
    "supplies-3": 1,
    "water-4": 3,
    "water-5": 4,
    "water-6": 3,
    "deputy": 3,
    "engineer": 3,
    "outlaw-crate": 1,
    "outlaw-workers": 2,
}
DECK = {
    "worker": 3,
    "gold": 5,
    "supplies-4": 1,
    "supplies-3": 1,
    "water-4": 4,
    "water-5": 6,
    "water-6": 2,
    "deputy": 1,
    "engineer": 6,
    "outlaw-crate": 1,
    "outlaw-workers": 2,
}


def spaces_of_kind(seat: int, space: Space) -> list[int]:
    return [n for n in range(1, 105) if FULL.space_kind(seat, n) is space]


# -- cards


@pytest.mark.parametrize("deck", ["balanced", "first"])
def test_there_are_64_cards(deck):
    assert len(full_deck(deck, 4)) == 64


def test_a_starting_set_has_the_cards_of_the_rulebook():
    assert Counter(starting_cards()) == Counter(
        cards("worker worker scout prospector saboteur gold supplies-4 water-3"),
    )


@pytest.mark.parametrize(("name", "counts"), [("balanced", DECK), ("first", FIRST)])
def test_a_deck_has_29_market_cards_and_3_outlaws(name, counts):
    deck = full_deck(name, 0)
    assert Counter(deck) == counts
    assert sum(CARDS[card].kind is not Kind.OUTLAW for card in deck) == 29


def test_ruling_7_one_outlaw_takes_crates_and_two_scare_workers():
    outlaws = {card: facts.deck for card, facts in CARDS.items() if facts.kind is Kind.OUTLAW}
    assert outlaws == {CRATE_THIEF: 1, WORKER_SCARER: 2}


def test_only_the_best_water_costs_two():
    assert {card for card, facts in CARDS.items() if facts.cost != 1} == {"water-6", CRATE_THIEF, WORKER_SCARER}
    assert CARDS["water-6"].cost == 2
    assert CARDS["gold"].value == 1


def test_card_names():
    assert [card_name(card) for card in cards("worker water-4 gold outlaw-crate")] == [
        "worker",
        "Water 4",
        "gold",
        "outlaw",
    ]


def test_waters_are_written_lowest_first():
    assert str(Waters.read("6+3+4")) == "3+4+6"
    assert Waters.read("4+3").cards == ("water-3", "water-4")


@pytest.mark.parametrize("word", ["", "3+", "+", "x", "-3", "3 4", "¾", "333"])
def test_invalid_waters_are_refused(word):
    with pytest.raises(ValueError, match=r".*"):
        Waters.read(word)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mule: - 1 0 1 1", "Line 2, column 1: “mule” isn’t a card: a name starts with one of worker"),
        ("worker: - 1 2 4", "Line 2, column 1: worker needs 5 words (a value, a cost, and three counts), not 4."),
        ("worker: - x 2 4 4", "Line 2, column 11: “x” isn’t a number. Write 0 to 99, or - for none."),
        ("worker: - 1 2 100 4", "Line 2, column 15: “100” isn’t a number"),
        ("water-4: 5 1 0 3 3", "Line 2, column 10: water-4 has the value 5, which isn’t the number in its name."),
        ("worker", "Line 2, column 1: write a name, a colon"),
        ("worker: - 1 2 4 4\nworker: - 1 2 4 4", "Line 3, column 1: worker is already on the sheet."),
        ("[more]", "Line 2, column 1: “[more]” isn’t a section that belongs here"),
    ],
)
def test_an_invalid_card_file_is_refused_with_line_and_column(line, why):
    with pytest.raises(Unreadable) as wrong:
        read_cards(f"[cards]\n{line}\n")
    assert str(wrong.value).startswith(why)


def test_a_number_of_a_card_may_have_two_digits():
    assert read_cards("[cards]\nworker: 99 10 12 40 40\n")["worker"].value == 99


# -- board


def test_a_section_has_four_spaces():
    assert [section_of(space) for space in (0, 1, 4, 5, 104)] == [0, 1, 1, 2, 26]


@pytest.mark.parametrize("seat", SEATS)
def test_each_lane_has_its_design(seat):
    assert "".join(FULL.lanes[seat - 1]) == LANES[seat - 1]


@pytest.mark.parametrize("seat", SEATS)
def test_a_lane_has_16_river_16_red_8_purple_and_6_white_spaces(seat):
    counts = Counter(FULL.lanes[seat - 1])
    assert counts == {Space.RIVER: 16, Space.RED: 16, Space.PURPLE: 8, Space.WHITE: 6, Space.PLAIN: 58}


@pytest.mark.parametrize("seat", SEATS)
def test_eight_rivers_cross_every_lane_on_two_spaces(seat):
    assert spaces_of_kind(seat, Space.RIVER) == [space for river in RIVERS for space in river[seat - 1]]


def test_a_river_crosses_the_lanes_within_four_spaces():
    for river in RIVERS:
        spaces = [space for crossing in river for space in crossing]
        assert max(spaces) - min(spaces) <= 3


@pytest.mark.parametrize("seat", SEATS)
def test_a_garrison_lies_2_to_11_spaces_before_each_ambush(seat):
    ambushes = spaces_of_kind(seat, Space.PURPLE)
    assert all(2 <= space - FULL.garrison_behind(seat, space) <= 11 for space in ambushes)
    assert all(FULL.space_kind(seat, FULL.garrison_behind(seat, space)) is Space.WHITE for space in ambushes)


@pytest.mark.parametrize("length", LINE_LENGTHS)
def test_a_line_ends_with_a_plain_section(length):
    board = BOARDS[length]
    assert (board.sections, board.last_space) == (length, 4 * length)
    for seat in SEATS:
        assert {board.space_kind(seat, space) for space in range(board.last_space - 3, board.last_space + 1)} == {
            Space.PLAIN
        }
        assert board.lanes[seat - 1][: board.last_space - 4] == FULL.lanes[seat - 1][: board.last_space - 4]


def test_the_full_line_has_colors_in_last_sections_of_shorter_lines():
    assert any(FULL.space_kind(seat, space) is not Space.PLAIN for seat in SEATS for space in range(61, 65))
    assert any(FULL.space_kind(seat, space) is not Space.PLAIN for seat in SEATS for space in range(77, 81))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("A: ...W", "E: ...W"), "Line 9, column 1: “E” isn’t a lane, or comes twice. The lanes are A, B, C, D."),
        (("B: ...W", "A: ...W"), "Line 11, column 1: “A” isn’t a lane, or comes twice."),
        (("A: ...W", "A: ..W"), "Line 9, column 4: “..W” isn’t a section. Write 4 of . ~ R P W."),
        (("A: ...W", "A: ..XW"), "Line 9, column 4: “..XW” isn’t a section"),
        (("A: ...W ", "A: "), "Line 9, column 1: Lane A has 25 sections, but needs 26."),
        (("D: ....", "    ...."), "Line 13, column 1: Lane C has 52 sections, but needs 26."),
        (("[lanes]", "[trains]"), "Line 8, column 1: “[trains]” isn’t a section"),
    ],
)
def test_an_invalid_board_file_is_refused_with_line_and_column(change, why):
    text = files("engine.games.railroader.game_data").joinpath("board.txt").read_text("utf-8")
    with pytest.raises(Unreadable) as wrong:
        read_lanes(text.replace(*change, 1))
    assert str(wrong.value).startswith(why)


def test_the_error_names_a_missing_lane():
    text = files("engine.games.railroader.game_data").joinpath("board.txt").read_text("utf-8")
    with pytest.raises(Unreadable, match=r"The sheet has no lane D\."):
        read_lanes(text[: text.index("D:")])


def test_the_game_uses_both_files():
    assert read_lanes(files("engine.games.railroader.game_data").joinpath("board.txt").read_text("utf-8")) == FULL.lanes
    assert read_cards(files("engine.games.railroader.game_data").joinpath("cards.txt").read_text("utf-8")) == CARDS
