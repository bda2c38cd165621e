"""Tables with a host's list of tiles: lists, invalid lists, and games that keep their tiles."""

import json

import msgspec
import pytest

from engine.agents import greedy_agent
from engine.core import (
    Seat,
    decisions,
    option_value_labels,
    play,
    read_options,
    redact,
    rng_from_seed,
    write_action,
    write_options,
)
from engine.core.codec import dump_state, load_state
from engine.core.transcript import parse_transcript, replay, write_transcript
from engine.errors import Unreadable
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import BASE_CITIES, CITY_TILES, City
from engine.games.railroad_rivals.game_data.printing import Printing, city_tiles
from tests.games.railroad_rivals.own_tiles import OPTIONS, OWN, ROWS, TEXT, WORD
from tests.games.railroad_rivals.table import GAME


def ended(options=OPTIONS, seats=3, seed=3):
    """The state at the end of a game of computer players, and its moves."""
    state, _ = GAME.new_game(options, seats, seed)
    moves = []
    while questions := decisions(state):
        view = redact(state, questions[0].seat)
        action, _ = greedy_agent.choose(GAME, view, questions[0], rng_from_seed(len(moves)))
        moves.append(write_action(action))
        state, _ = play(state, action)
    return state, tuple(moves)


def test_text_and_json_say_the_same():
    rows = [{"name": n, "goods": g, "edges": e, "start": s} for n, g, e, s in ROWS]
    assert Printing.from_file("our copy", json.dumps({"cities": rows})) == OWN


def test_columns_of_a_list_can_have_any_width():
    assert Printing.from_file("our copy", TEXT.replace(" ", "\t  ").replace("#\t", "#")) == OWN


def test_the_word_of_a_list_is_one_line_with_all_of_its_tiles():
    assert Printing.from_word(WORD) == OWN and len(WORD.splitlines()) == 1
    assert read_options(RivalsOptions, write_options(OPTIONS)) == OPTIONS
    assert option_value_labels(OPTIONS)["tiles"] == "our copy"


def test_the_default_of_the_option_is_the_reconstruction():
    assert Printing.from_word("reconstruction") == RivalsOptions().tiles == read_options(RivalsOptions, {}).tiles
    assert write_options(RivalsOptions())["tiles"] == "reconstruction"
    assert city_tiles(Printing(), "adjacent") == CITY_TILES


@pytest.mark.parametrize(
    "word", ["our copy", "our copy: ", "our copy: Denver 4", f"reconstruction{WORD[8:]}", "a;b: c"]
)
def test_an_invalid_word_of_the_option_is_refused(word):
    with pytest.raises(Unreadable):
        read_options(RivalsOptions, {"tiles": word})


def test_a_list_may_have_the_tiles_of_the_expansion_too():
    own = Printing.from_file("both", TEXT + "Hartford 3 NYNH&H NYNH&H NYNH&H NYNH&H\n")
    state, _ = GAME.new_game(RivalsOptions(tiles=own, new_england=True), 3, 1)
    assert state.board.tile_as_printed(City("Hartford")).goods == 3
    assert state.board.tile_as_printed(City("Providence")) == CITY_TILES[City("Providence")]
    assert (
        GAME.rules.count_components(state)["city tiles"] == len(BASE_CITIES) - 1 + 7
    )  # of the two replaced, it has New York


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        (1, {}),
        (1, {"challenge": True}),
        (2, {}),
        (3, {"advanced": True}),
        (6, {"shenanigans": True, "buildings": True}),
    ],
)
def test_whole_games_are_played_with_the_tiles_of_a_list(seats, more):
    state, _ = ended(msgspec.structs.replace(OPTIONS, **more), seats)
    assert state.flow == () and state.board.printing == OWN
    assert {"Coeur d’Alene", "Boston"} & {tile.city for tile in state.board.laid} <= {"Coeur d’Alene"}


def test_edges_and_goods_of_a_list_are_used():
    state, _ = GAME.new_game(OPTIONS, 3, 3)
    denver = state.board.tile_as_printed(City("Denver"))
    assert (denver.goods, denver.edges) == (4, ("CBQ", "ATSF", "UP", "UP"))
    assert len(state.draw_cubes_onto(City("Denver")).goods[City("Denver")]) == 4


def test_a_game_is_replayed_from_its_file_alone():
    state, moves = ended()
    file = write_transcript(GAME, OPTIONS, 3, 3, moves, GAME.rules.ranking(state))
    assert replay(GAME, parse_transcript(file)) == state
    other = file.replace("Denver 4", "Denver 3")
    with pytest.raises(Exception, match="Line|result"):
        replay(GAME, parse_transcript(other.replace("CBQ ATSF UP UP", "- - UP UP")))


def test_a_stored_state_contains_its_tiles_once():
    state, _ = GAME.new_game(OPTIONS, 3, 3)
    assert dump_state(state).count(b"Winston-Salem 1") == 1
    assert load_state(GAME, dump_state(state), GAME.version) == state


def test_a_stored_state_without_a_list_has_the_reconstruction():
    state, _ = GAME.new_game(RivalsOptions(), 3, 3)
    plain = msgspec.json.decode(dump_state(state))
    del plain["board"]["printing"], plain["options"]["tiles"]
    assert load_state(GAME, msgspec.json.encode(plain), GAME.version) == state


def test_the_pittsburgh_of_a_list_does_not_depend_on_the_option():
    edges = {
        GAME.new_game(RivalsOptions(tiles=OWN, pittsburgh=p), 3, 3)[0].board.tile_as_printed("Pittsburgh").edges
        for p in ("adjacent", "opposite")
    }
    assert edges == {("PRR", "PRR", "B&O", "B&O")}


def test_a_determinization_has_the_tiles_of_the_list():
    view = redact(GAME.new_game(OPTIONS, 3, 3)[0], Seat(1))
    dealt = GAME.agent.determinize(view, rng_from_seed(5))
    cities = {city for hand in dealt.hand.values() for city in hand.open()} | set(dealt.city_pile.open())
    assert {"Coeur d’Alene", "Winston-Salem"} <= cities | {lot.tile for lot in dealt.city_offer}
    assert not {"Boston", "Spokane"} & cities


def test_the_rules_page_names_the_list_and_its_starting_tiles():
    topics = dict(GAME.text.help(redact(GAME.new_game(OPTIONS, 3, 3)[0], None)))
    assert "the list “our copy”" in topics["Component Data"]
    assert "reconstruction" not in topics["Component Data"]
    one = Printing.from_file("one", TEXT.replace(" start", "", 2))
    assert (
        "Cincinnati is the starting tile"
        in dict(GAME.text.help(redact(GAME.new_game(RivalsOptions(tiles=one), 3, 3)[0], None)))["Game Setup"]
    )


def test_a_longer_list_makes_a_longer_game():
    more = "\n".join(f"{'ABCDEFGHIJKLMNOPQR'[i]}ville 1 UP SP - MP" for i in range(18))
    longer = RivalsOptions(tiles=Printing.from_file("long", TEXT + more))
    assert "about 18 turns" in longer.setup_note(3) and "about 12 turns" in RivalsOptions().setup_note(3)
