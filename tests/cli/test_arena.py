"""``python -m engine arena`` plays the same deals with all players, and its intervals are not too narrow."""

import hashlib

import pytest

from engine.__main__ import main
from engine.agents.registry import ALL_POLICIES
from engine.cli import arena
from engine.cli.selfplay import play_game
from engine.core import read_options, write_action, write_options
from engine.games import GAMES
from tests.baselines import CONTESTANTS
from tests.contract.seeded_games import each_title

TITLE = next(iter(GAMES))

FROZEN = {
    "railroad-rivals": (4, "aa47479c6e1b119e"),
    "railway-rivals": (2, "f8179d125c107e21"),
    "railroader": (4, "a673b5ddedf2ab99"),
    "railroads-of-catan": (4, "bf0755aa9ac8784f"),
}
"""Key of a game -> number of seats and the start of the SHA-256 of a game's moves, with seed 1 and baseline players."""

OF_ITS_TIME = {"railroader": {"deck": "first"}}
"""Options that had other defaults in the first release."""


@each_title
def test_baseline_plays_like_the_first_release(key):
    seats, expected = FROZEN[key]
    game = GAMES[key]
    options = read_options(game.options, {**write_options(game.options()), **OF_ITS_TIME.get(key, {})})
    played = play_game(game, options, ("baseline",) * seats, 1, CONTESTANTS)
    moves = "".join(f"{write_action(action)}\n" for action in played.actions)
    assert hashlib.sha256(moves.encode()).hexdigest()[:16] == expected


def test_every_deal_is_played_in_every_rotation():
    game, clockwork = GAMES[TITLE], arena.TimedPolicies(CONTESTANTS)
    players = ("greedy", "random", "baseline")
    played = list(arena.play_rotations(game, game.options(), players, 50, 2, clockwork))
    assert [one.seed for one in played] == [50, 50, 50, 51, 51, 51]
    assert [one.policies[0] for one in played] == ["greedy", "random", "baseline"] * 2
    assert set(clockwork.times) == set(players)


def test_equal_players_play_more_deals_instead_of_repeating_a_game():
    game, clockwork = GAMES[TITLE], arena.TimedPolicies()
    played = list(arena.play_rotations(game, game.options(), ("random", "random"), 50, 3, clockwork))
    assert [one.seed for one in played] == [50, 51, 52]
    assert arena.arena_outcome(game, played, clockwork).deals == 3


def test_player_against_twins_has_half_the_rotations():
    assert arena.seat_rotations(("greedy", "random") * 2) == (("greedy", "random") * 2, ("random", "greedy") * 2)


def test_games_of_equal_players_are_as_many_as_requested(capsys):
    main(f"arena {TITLE} --players random,random,random --games 4".split())
    assert capsys.readouterr().out.startswith(f"{TITLE}: 4 games, 4 deals, fair share 0.333")


def test_tuning_deals_differ_from_measuring_deals(capsys):
    line = f"arena {TITLE} --players greedy,random --games 4"
    shown = []
    for words in (line, line, f"{line} --tuning"):
        assert main(words.split()) == 0
        shown.append([text.split()[:6] for text in capsys.readouterr().out.splitlines()])
    assert shown[0] == shown[1] != shown[2]


def test_games_are_rounded_up_to_whole_rotations(capsys):
    main(f"arena {TITLE} --players greedy,random,random --games 4".split())
    assert capsys.readouterr().out.startswith(f"{TITLE}: 6 games, 2 deals, fair share 0.333")


def test_equal_results_of_one_deal_count_once():
    alike = [1.0] * 4 + [0.0] * 4
    mixed = [1.0, 0.0] * 4
    assert arena.share_interval(alike * 5, 4) == pytest.approx(arena.share_interval([1.0, 0.0] * 5, 1), abs=0.02)
    assert arena.share_interval(mixed * 5, 1)[0] > arena.share_interval(alike * 5, 4)[0]


def test_single_deal_has_an_interval():
    low, high = arena.share_interval([1.0, 0.0], 2)
    assert 0 <= low < 0.5 < high <= 1


def test_interval_counts_at_most_all_games():
    """If every seat wins each deal once, the means of the deals do not differ at all."""
    low, high = arena.share_interval([1.0, 0.0] * 50, 2)
    assert 0.3 < low < 0.41 and 0.59 < high < 0.7


def test_unknown_player_is_refused(capsys):
    assert main(f"arena {TITLE} --players greedy,nobody".split()) == 2
    assert capsys.readouterr().err.rstrip().endswith(f"{', '.join(ALL_POLICIES)}.")


def test_baseline_is_an_arena_player_only_in_tests(capsys):
    words = ["arena", TITLE, "--players", "greedy,baseline", "--games", "2"]
    assert main(words, CONTESTANTS) == 0 and "baseline" in capsys.readouterr().out
    assert main(words) == 2


@pytest.mark.parametrize(
    ("games", "each", "low", "high"),
    [
        ([1.0, 0.0, 0.0, 0.0], 4, 0.01463, 0.88209),  # of one deal: one game
        ([1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0], 4, 0.15003, 0.84997),  # two deals as unlike as four games
    ],
)
def test_interval_is_wilson_interval_of_effective_games(games, each, low, high):
    assert arena.share_interval(games, each) == pytest.approx((low, high), abs=1e-5)
