"""Lists of tiles that hosts write: invalid ones are refused with the line and the correction."""

import json
import re

import pytest

from engine.errors import Unreadable
from engine.games.railroad_rivals.game_data.printed_data import BASE_CITIES, CITY_TILES
from engine.games.railroad_rivals.game_data.printing import Printing, city_tiles
from tests.games.railroad_rivals.own_tiles import LINES, TEXT
from tests.source_files import ROOT

DENVER = next(line for line in LINES if line.startswith("Denver"))
EDGES = DENVER.removeprefix("Denver 4 ")
TILE = {"name": "Denver", "goods": 4, "edges": ["UP", None, "SP", "MP"]}
RAILROADS = "ACL, ATSF, B&O, C&O, CBQ, IC, MP, NP, NYC, PRR, SP, UP, NYNH&H or -."
SHAPE = (
    "isn’t a city tile. Write a name, a number of goods, and four edges, separated by spaces, such as "
    "“Denver 2 UP CBQ - UP”. Add “start” if it can start a game."
)
LETTERS = "A name consists of Latin letters, spaces, periods, hyphens, and apostrophes."
NUMBER = "isn’t a whole number from 1 to 9."
FORM = 'Write a tile as {"name": "Denver", "goods": 2, "edges": ["UP", "CBQ", null, "UP"], "start": false}.'
WHOLE_FORM = 'The JSON isn’t a list of tiles. Write {"cities": [{"name": "Denver"'

LINES_OF_DENVER = [
    ("Denver 4 UP XYZ UP UP", f"Line 21, column E: “XYZ” isn’t one of {RAILROADS}"),
    ("Denver 4 up UP UP UP", f"Line 21, column N: “up” isn’t one of {RAILROADS}"),
    ("Denver 4 UP UP any UP", f"Line 21, column S: “any” isn’t one of {RAILROADS}"),
    ("Denver 4 UP UP UP UP,", f"Line 21, column W: “UP,” isn’t one of {RAILROADS}"),
    (f"Denver 0 {EDGES}", f"Line 21, goods: “0” {NUMBER}"),
    (f"Denver 10 {EDGES}", f"Line 21, goods: “10” {NUMBER}"),
    (f"Denver {'9' * 5000} {EDGES}", f"Line 21, goods: “{'9' * 39}…” {NUMBER}"),
    (f"Denver -1 {EDGES}", f"Line 21, goods: “-1” {NUMBER}"),
    (f"Denver 4.5 {EDGES}", f"Line 21, goods: “4.5” {NUMBER}"),
    (f"Denver four {EDGES}", f"Line 21, goods: “four” {NUMBER}"),
    (f"Denver four {EDGES} start", f"Line 21, goods: “four” {NUMBER}"),
    (f"Denver ⁴ {EDGES}", f"Line 21, goods: “⁴” {NUMBER}"),
    (f"Denver ٤ {EDGES}", f"Line 21, goods: “٤” {NUMBER}"),
    ("Denver", f"Line 21: “Denver” {SHAPE}"),
    ("Denver 4", f"Line 21: “Denver 4” {SHAPE}"),
    ("4 UP UP UP UP", f"Line 21: “4 UP UP UP UP” {SHAPE}"),
    ("Denver 4 UP UP UP", f"Line 21: “Denver 4 UP UP UP” {SHAPE}"),
    ("Denver,4,UP,CBQ,ATSF,UP,start", f"Line 21: “Denver,4,UP,CBQ,ATSF,UP,start” {SHAPE}"),
    (f"Denver 4 {EDGES} UP", f"Line 21: “Denver 4 {EDGES} UP” {SHAPE}"),
    (f"Denver 4 {EDGES} Start", f"Line 21: “Denver 4 {EDGES} Start” {SHAPE}"),
    (f"Denver 4 {EDGES} start start", f"Line 21: “Denver 4 {EDGES} start start” {SHAPE}"),
    (f"{DENVER} {DENVER}", f"Line 21: “{DENVER} Denver 4 CBQ AT…” {SHAPE}"),
    (f"{DENVER}\n{DENVER}", "Line 22: Denver is already in line 21. Each city has one tile."),
    (f"{DENVER}\nDENVER 1 UP - - -", "Line 22: DENVER is already in line 21. Each city has one tile."),
    (f"Denver_City 4 {EDGES}", f"Line 21: “Denver_City” contains “_”. {LETTERS}"),
    (f"Denver of the West 4 {EDGES}", "Line 21: “Denver of the West” has 18 letters. Shorten the name to 14."),
    (f"丹佛 4 {EDGES}", f"Line 21: “丹佛” contains “丹”. {LETTERS}"),
    (f"*Denver* 4 {EDGES}", f"Line 21: “*Denver*” contains “*”. {LETTERS}"),
    (f"Den;ver 4 {EDGES}", f"Line 21: “Den;ver” contains “;”. {LETTERS}"),
    (f"Denver🚂 4 {EDGES}", f"Line 21: “Denver🚂” contains “🚂”. {LETTERS}"),
    (f"Den\u202ever 4 {EDGES}", f"Line 21: “Den\u202ever” contains “U+202E”. {LETTERS}"),
    (f"’Denver 4 {EDGES}", f"Line 21: “’Denver” doesn’t begin with a letter. {LETTERS}"),
    (f"UP 4 {EDGES}", "Line 21: UP is another tile’s name. Choose another name."),
    (f"merger 4 {EDGES}", "Line 21: merger is another tile’s name. Choose another name."),
    (f"Headquarters 4 {EDGES}", "Line 21: Headquarters is another tile’s name. Choose another name."),
    ("Denver 4 - - - -", "Line 21: Denver has no railroad. Give it one at least."),
    (
        "Denver 2 NYNH&H - - -",
        "Line 21: only New York NH, Boston NH, Providence, Worcester, New Haven, Hartford, and Springfield can have the"
        " NYNH&H.",
    ),
]
"""(lines in place of Denver's, the refusal) pairs."""

WHOLE_LISTS = [
    ("\n".join(LINES[:35]), "The list has 35 city tiles of the base game. It needs 36 to 60."),
    ("", "The list has no city tiles of the base game. It needs 36 to 60."),
    (
        TEXT + "".join(f"Town {chr(65 + i)} 1 UP - - -\n" for i in range(24)),
        "The list has 61 city tiles of the base game. It needs 36 to 60.",
    ),
    (TEXT.replace(" start", ""), "The list marks no cities “start”. Mark 1 to 6 starting tiles."),
    (
        re.sub(r"(?m)^(A.*|B.*)$", r"\1 start", TEXT),
        "The list marks 7 cities “start”. Mark 1 to 6 starting tiles.",
    ),
    (
        TEXT.replace("St. Louis 2", "St. Paul 2"),
        "The list has no St. Louis. Add it under this name, because solitaire games start with it.",
    ),
    (
        re.sub(r"(?m)^St. Louis.*$", "St. Louis 2 PRR - B&O -", TEXT),
        "St. Louis needs an edge of the IC, because solitaire games start with it.",
    ),
    (
        re.sub(r"(?m)^Washington.*$", "Washington 2 PRR - - -", TEXT),
        "Washington needs an edge of the B&O, because solitaire games start with it.",
    ),
]
"""(file with valid lines, the refusal of the whole list) pairs."""

JSON = [
    ('// ours\n{"cities": []}', "Line 1, column 1: the JSON is broken (Expecting value)."),
    ("{", "Line 1, column 2: the JSON is broken (Expecting property name enclosed in double quotes)."),
    ('{"cities": [\n{"name": "Denver",}]}', "Line 2, column "),
    ("[1]", WHOLE_FORM),
    ('{"towns": []}', WHOLE_FORM),
    ('{"cities": {}}', WHOLE_FORM),
    ("[" * 100_000, WHOLE_FORM),
    ({**TILE, "edges": ["UP"]}, f"Tile 1: Expected `array` of length 4, got 1 - at `$.edges`. {FORM}"),
    ({**TILE, "edges": ["UP", 3, None, None]}, f"Tile 1: Expected `str | null`, got `int` - at `$.edges[1]`. {FORM}"),
    ({**TILE, "cubes": 4}, f"Tile 1: Object contains unknown field `cubes`. {FORM}"),
    ({**TILE, "goods": "4"}, f"Tile 1: Expected `int`, got `str` - at `$.goods`. {FORM}"),
    ({**TILE, "goods": 44}, f"Tile 1, goods: “44” {NUMBER}"),
    ({**TILE, "edges": ["UP", "XYZ", None, None]}, f"Tile 1, column E: “XYZ” isn’t one of {RAILROADS}"),
    ({**TILE, "name": ""}, "Tile 1: “4 UP - SP MP” isn’t a city tile."),
]
"""(file in JSON or the first tile of one, the refusal) pairs."""


@pytest.mark.parametrize(("line", "said"), LINES_OF_DENVER)
def test_an_invalid_line_is_refused_with_its_number(line, said):
    (problem,) = Printing.file_problems("our copy", TEXT.replace(DENVER, line))
    assert problem == said
    with pytest.raises(Unreadable) as refused:
        Printing.from_file("our copy", TEXT.replace(DENVER, line))
    assert str(refused.value) == said


@pytest.mark.parametrize(("text", "said"), WHOLE_LISTS)
def test_a_list_that_is_unsuitable_for_a_game_is_refused(text, said):
    assert Printing.file_problems("our copy", text) == (said,)


@pytest.mark.parametrize(("text", "said"), JSON)
def test_invalid_json_is_refused_with_its_line_or_tile(text, said):
    file = text if isinstance(text, str) else json.dumps({"cities": [text]})
    assert Printing.file_problems("our copy", file)[0].startswith(said)


def test_every_problem_of_a_file_is_named_in_the_order_of_its_lines():
    text = TEXT.replace(DENVER, "Merger x XYZ UP UP ZYX").replace("Chicago 3", "Chicago 33")
    number = next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith("Chicago"))
    places = [problem.partition(":")[0] for problem in Printing.file_problems("our copy", text)]
    assert places == [f"Line {number}, goods", "Line 21, goods", "Line 21, column N", "Line 21, column W", "Line 21"]


def test_letters_with_accents_are_read_however_they_are_encoded():
    composed, split = (TEXT.replace("Denver", name) for name in ("D\u00e9nver", "De\u0301nver"))
    assert Printing.from_file("our copy", split) == Printing.from_file("our copy", composed)


@pytest.mark.parametrize("name", ["", "a:b", "a;b", "x" * 31, "-", "our\ncopy"])
def test_a_list_needs_a_name_that_players_can_choose(name):
    said = "can’t name a list. Use 1 to 30 letters A to Z, digits, spaces, and hyphens."
    assert Printing.file_problems(name, TEXT)[0].endswith(said)
    with pytest.raises(Unreadable, match=re.escape(said)):
        Printing.from_file(name, TEXT)


@pytest.mark.parametrize("name", ["reconstruction", "Reconstruction"])
def test_a_list_cannot_have_the_name_of_the_reconstruction(name):
    said = f"“{name}” is the name of the bot’s own tiles. Choose another name for the file."
    assert Printing.file_problems(name, TEXT) == (said,)


@pytest.mark.parametrize("dash", ["–", "—", "−"])
def test_dashes_of_word_processors_are_hyphens(dash):
    assert Printing.from_file("our copy", TEXT.replace("-", dash)) == Printing.from_file("our copy", TEXT)


def test_a_comment_can_follow_a_tile():
    commented = TEXT.replace(DENVER, f"{DENVER}  # checked twice")
    assert Printing.from_file("our copy", commented) == Printing.from_file("our copy", TEXT)


def test_a_file_in_another_form_has_one_problem_a_line():
    lines = [",".join(line.split()) for line in LINES]
    assert len(Printing.file_problems("our copy", "\n".join(lines))) == len(lines)


def test_the_example_in_the_documentation_is_a_list_of_the_reconstructed_tiles():
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    (example,) = re.findall(r"```text\n(# name .*?)```", page, re.S)
    assert Printing.file_problems("our copy", example) == ()
    tiles = city_tiles(Printing.from_file("our copy", example), "adjacent")
    assert all(tiles[city] == CITY_TILES[city] for city in BASE_CITIES)
