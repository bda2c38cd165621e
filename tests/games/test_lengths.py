"""What options and presets state of a game's length, held against games."""

import re
from statistics import mean

import msgspec
import pytest

from engine.cli.selfplay import play_game
from engine.core import play, read_options, write_options
from engine.core.game import option_value
from engine.games import GAMES
from engine.games.railroad_rivals.game_data.components import turn_estimate
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railway_rivals.state.events import RaceRun
from tests.contract.seeded_games import every_option

LINE = next(field for field in msgspec.structs.fields(RailRoaderOptions) if field.name == "line")


def stated(line):
    """The rounds of a line, as its option says them."""
    (rounds,) = re.findall(r"About (\d+) rounds", option_value(LINE, line).about)
    return rounds


@pytest.mark.parametrize("line", ["16", "20", "26"])
def test_railroader_lasts_about_as_many_rounds_as_its_option_says(line):
    game = GAMES["railroader"]
    rounds = [
        play_game(game, game.options(line=line), ("greedy",) * (2 + seed % 3), seed).state.round for seed in range(6)
    ]
    assert mean(rounds) == pytest.approx(int(stated(line)), rel=0.15)


RIVALS = GAMES["railroad-rivals"]


@pytest.mark.parametrize("title", GAMES)
def test_a_title_names_its_numbers_of_players(title):
    game = GAMES[title]
    low, word, high = re.findall(r"(\d+) (to|or) (\d+) players", game.about)[0]
    assert tuple(game.seats) == tuple(range(int(low), int(high) + 1))
    assert (word == "or") == (int(high) - int(low) == 1)


def test_railroad_rivals_names_the_turns_of_its_shortest_and_longest_tables():
    turns = [
        turn_estimate(options.tiles, options, seats)
        for seats in RIVALS.seats
        for options in _every_table(RIVALS, seats)
    ]
    (low, high) = re.findall(r"usually (\d+) to (\d+) turns", RIVALS.about)[0]
    assert (int(low), int(high)) == (min(turns), max(turns))


@pytest.mark.parametrize("seats", RIVALS.seats)
def test_railroad_rivals_takes_as_many_turns_as_its_options_say(seats):
    (low, high) = map(int, re.findall(r"usually (\d+) to (\d+) turns", RIVALS.about)[0])
    for seed in range(3):
        options = RIVALS.options() if seats == 1 else RIVALS.options(advanced=bool(seed % 2))
        about, said = re.findall(r"takes (about )?(\d+) turns", options.setup_note(seats))[0]
        turns = play_game(RIVALS, options, ("greedy",) * seats, seed).state.turn
        assert low <= turns <= high
        assert turns == int(said) if not about else abs(turns - int(said)) <= 2


def _every_table(game, seats):
    return (read_options(game.options, dict(chosen)) for chosen in every_option(game, seats))


def test_a_railway_game_has_at_most_as_many_races_as_the_title_says():
    game = GAMES["railway-rivals"]
    (most,) = re.findall(r"at most (\d+) races", game.about)
    options = game.options(map="tyne-tees", rolls="three", turns="20")
    state, _ = game.new_game(options, 2, 1)
    races = 0
    for action in play_game(game, options, ("greedy",) * 2, 1).actions:
        state, events = play(state, action)
        races += sum(isinstance(event, RaceRun) for event in events)
    assert 0 < races <= int(most)


def test_catan_takes_at_most_as_many_turns_as_the_title_says():
    game = GAMES["railroads-of-catan"]
    (most,) = re.findall(r"up to (\d+) turns", game.about)
    turns = [play_game(game, game.options(), ("random",) * seats, 1).state.turn for seats in game.seats]
    assert 0 < max(turns) <= int(most)


def test_railroader_names_the_rounds_of_its_usual_line():
    (rounds,) = re.findall(r"about (\d+) rounds", GAMES["railroader"].about)
    assert rounds == stated(RailRoaderOptions().line)


@pytest.mark.parametrize(
    ("title", "preset", "chosen"),
    [
        ("railway-rivals", "Short", {"map": "tyne-tees", "rolls": "three", "turns": "20"}),
        ("railroader", "Short line", {"line": "16"}),
        ("railroader", "Full line", {"line": "26"}),
    ],
)
def test_a_preset_of_another_length_changes_what_makes_it_so(title, preset, chosen):
    options = GAMES[title].options
    usual, found = write_options(options()), write_options(options.presets()[preset])
    assert chosen.items() <= found.items()
    assert {name for name in found if found[name] != usual[name]} == set(chosen)
