"""Output and exit status of ``python -m engine``."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from engine import __main__ as tools
from engine.__main__ import main
from engine.cli import selfplay
from engine.cli.selfplay import make_report, play_games
from engine.core import RankingEntry, write_options
from engine.games import GAMES
from tests.contract.seeded_games import each_title
from tests.games.railroad_rivals.own_tiles import TEXT

TITLE = next(iter(GAMES))


def run(capsys, line):
    """Return the tool's exit status, standard output and standard error."""
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def figures(capsys, line):
    status, out, _ = run(capsys, line)
    assert status == 0
    return json.loads(out.splitlines()[-1])


@each_title
def test_list_shows_seats_and_options_with_defaults(capsys, key):
    status, out, _ = run(capsys, "list")
    assert status == 0
    assert f"{key}: {GAMES[key].name}, {GAMES[key].seats[0]} to {GAMES[key].seats[-1]} players" in out
    for name in GAMES[key].options.__struct_fields__:
        assert f"--option {name}=" in out
        assert "(default: " in out
    shown = " ".join(line for line in out.splitlines() if line.startswith("  --preset "))
    for name in GAMES[key].options.presets():
        assert name in shown


@each_title
def test_selfplay_ends_with_one_line_of_json(capsys, key):
    found = figures(capsys, f"selfplay {key} --seats {max(2, GAMES[key].seats[0])} --seed 3 --games 4")
    assert list(found) == [
        *("title", "seats", "games", "finished", "actions", "seconds", "actions_per_second"),
        *("rounds", "wins", "scores", "endings"),
    ]
    assert found["title"] == key
    assert found["games"] == found["finished"] == sum(found["endings"].values()) == 4
    assert found["wins"] == {"random": 1.0}


def test_single_options_override_a_preset(capsys, tmp_path):
    file = tmp_path / "one.game"
    run(capsys, f"selfplay {TITLE} --seats 3 --preset Full --option buildings=no --transcript {file}")
    full = write_options(GAMES[TITLE].options.presets()["Full"])
    assert [f"option {name}: {word}" for name, word in {**full, "buildings": "no"}.items()] == [
        line for line in file.read_text().splitlines() if line.startswith("option ")
    ]


def test_same_seed_gives_the_same_games(capsys):
    once, again = (figures(capsys, f"selfplay {TITLE} --seats 2 --seed 8 --games 3") for _ in range(2))
    timed = {"seconds", "actions_per_second"}
    assert {k: v for k, v in once.items() if k not in timed} == {k: v for k, v in again.items() if k not in timed}


def test_game_i_has_the_seed_plus_i(capsys):
    both = figures(capsys, f"selfplay {TITLE} --seats 2 --seed 8 --games 2")
    singles = [figures(capsys, f"selfplay {TITLE} --seats 2 --seed {seed}") for seed in (8, 9)]
    assert both["actions"] == sum(one["actions"] for one in singles)


def test_policies_rotate_seats(capsys):
    game = GAMES[TITLE]
    played = tuple(play_games(game, game.options(), ("greedy", "random"), 4, 3))
    assert [one.policies for one in played] == [("greedy", "random"), ("random", "greedy"), ("greedy", "random")]
    found = figures(capsys, f"selfplay {TITLE} --seats 2 --players greedy,random --games 3 --seed 4")
    assert (found["wins"], found["scores"]) == (make_report(game, played).wins, make_report(game, played).scores)


def test_tie_is_half_a_win_for_each_of_two():
    def tied(state):
        return (RankingEntry(seat=1, place=1, score=30), RankingEntry(seat=2, place=1, score=30))

    game = GAMES[TITLE]
    played = tuple(play_games(game, game.options(), ("greedy", "random"), 4, 1))
    assert make_report(replace(game, rules=replace(game.rules, ranking=tied)), played).wins == {
        "greedy": 0.5,
        "random": 0.5,
    }


def test_selfplay_transcript_replays(capsys, tmp_path):
    file = tmp_path / "one.game"
    run(capsys, f"selfplay {TITLE} --seats 2 --seed 5 --transcript {file}")
    status, out, _ = run(capsys, f"replay {file}")
    assert status == 0
    assert "1. player " in out


def test_several_games_write_one_transcript_each(capsys, tmp_path):
    run(capsys, f"selfplay {TITLE} --seats 2 --seed 5 --games 2 --transcript {tmp_path / 'one.game'}")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one-5.game", "one-6.game"]


def test_unfinished_game_names_the_player_to_move(capsys, tmp_path):
    file = tmp_path / "one.game"
    run(capsys, f"selfplay {TITLE} --seats 2 --seed 5 --transcript {file}")
    lines = [line for line in file.read_text().splitlines() if not line.startswith("result")]
    file.write_text("\n".join(lines[:12]))
    status, out, _ = run(capsys, f"replay {file}")
    assert status == 0
    assert "The game isn’t over: Player " in out
    assert ".." not in out
    assert out.endswith(".\n")


def test_replay_names_the_refused_line(capsys, tmp_path):
    file = tmp_path / "one.game"
    run(capsys, f"selfplay {TITLE} --seats 2 --seed 5 --transcript {file}")
    lines = file.read_text().splitlines()
    where = lines.index("") + 3
    lines[where] = lines[where - 1]
    file.write_text("\n".join(lines))
    status, _, err = run(capsys, f"replay {file}")
    assert status == 1
    assert err.startswith(f"Line {where + 1}, “{lines[where]}”: ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "header lacks"),
        (b"title: chess\nversion: 1\nseats: 2\nseed: 1\n", "“chess” isn’t a game here"),
        (b"\xff\xfe\x00", "isn’t plain text in UTF-8"),
        (b"x" * 10_000_000, "too long for a game"),
    ],
)
def test_replay_of_an_invalid_file_prints_a_sentence(capsys, tmp_path, content, reason):
    file = tmp_path / "broken.game"
    file.write_bytes(content)
    status, out, err = run(capsys, f"replay {file}")
    assert (status, out) == (1, "")
    assert reason in err


def test_replay_of_a_missing_file_prints_a_sentence(capsys, tmp_path):
    status, _, err = run(capsys, f"replay {tmp_path / 'none.game'}")
    assert status == 1
    assert "can’t be opened" in err


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("selfplay chess", f"“chess” isn’t a game here. The games are {', '.join(GAMES)}."),
        (f"selfplay {TITLE} --seats 99", "players, not 99."),
        (f"selfplay {TITLE} --option color=red", "“color” isn’t an option"),
        (f"selfplay {TITLE} --option color", "isn’t a valid option. Write name=value"),
        (f"selfplay {TITLE} --players hal", "“hal” isn’t a computer player"),
        (f"selfplay {TITLE} --seats 2 --players random,random,random", "for each of the 2 seats, but you gave 3"),
        (f"selfplay {TITLE} --seats 1 --players random,random", "--players needs 1 name, but you gave 2."),
        (f"selfplay {TITLE} --option bidding=a --option bidding=b", "The option “bidding” is given twice."),
        (f"selfplay {TITLE} --games 2 --seed {'9' * 80}", "would have more than 80 digits."),
        (f"selfplay {TITLE} --preset Best", "“Best” isn’t a preset. The presets are Base, Full."),
        ("verify --db nowhere.db", "The database nowhere.db can’t be opened"),
    ],
)
def test_wrong_request_prints_a_sentence_and_exits_with_2(capsys, line, reason):
    status, out, err = run(capsys, line)
    assert (status, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("line", ["", "fly", "selfplay", f"selfplay {TITLE} --games 0", f"selfplay {TITLE} --seed -1"])
def test_unparsable_request_exits_with_2(capsys, line):
    with pytest.raises(SystemExit) as stop:
        main(line.split())
    assert stop.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["none/one.game", "file/one.game", "", "a" * 300 + ".game"])
def test_unwritable_transcript_prints_a_sentence_and_exits_with_2(capsys, tmp_path, place):
    (tmp_path / "file").touch()
    status, _, err = run(capsys, f"selfplay {TITLE} --seats 2 --transcript {tmp_path / place}")
    assert status == 2
    assert "can’t be written: " in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("place", ["none/one.game", "file/one.game", ""])
def test_transcript_path_is_checked_before_play(capsys, tmp_path, monkeypatch, place):
    monkeypatch.setattr(selfplay, "play_game", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "file").touch()
    assert run(capsys, f"selfplay {TITLE} --seats 2 --transcript {tmp_path / place}")[0] == 2


def test_longest_seed_gives_a_replayable_transcript(capsys, tmp_path):
    file = tmp_path / "one.game"
    assert run(capsys, f"selfplay {TITLE} --seats 2 --seed {'9' * 80} --transcript {file}")[0] == 0
    assert run(capsys, f"replay {file}")[0] == 0


@pytest.mark.parametrize("digits", [81, 5_000])
def test_seed_too_long_for_a_transcript_is_refused(capsys, digits):
    with pytest.raises(SystemExit) as stop:
        main(["selfplay", TITLE, "--seed", "9" * digits])
    assert stop.value.code == 2
    assert f"--seed: the number can have at most 80 digits, not {digits:,}\n" in capsys.readouterr().err


def test_closed_pipe_causes_no_error():
    read, written = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "engine", "list"], stdout=written, stderr=subprocess.PIPE, check=False)
    os.close(written)
    assert (done.returncode, done.stderr) == (0, b"")


def test_keyboard_interrupt_causes_no_error(monkeypatch, capsys):
    def stopped(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(tools._TOOLS, "list", stopped)
    assert main(["list"]) == 130
    assert capsys.readouterr() == ("", "")


def test_predictions_are_checked_in_at_least_two_games(capsys, monkeypatch):
    asked = []
    monkeypatch.setattr(tools.claims, "measure_claims", lambda *given: asked.append(given[-1]) or ())
    for games in (1, 2, 3):
        run(capsys, f"claims {TITLE} --games {games}")
    assert asked == [2, 2, 3]


def test_option_can_be_a_file_that_the_game_copies(capsys, tmp_path):
    own, game = tmp_path / "own.txt", tmp_path / "one.game"
    own.write_text(TEXT, "utf-8")
    played = f"selfplay {TITLE} --seats 2 --transcript {game} --option tiles={own}"
    assert run(capsys, played)[0] == 0
    own.unlink()
    assert run(capsys, f"replay {game}")[0] == 0
    status, _, said = run(capsys, played)
    assert status == 2 and "isn’t a valid value of tiles" in said


@pytest.mark.parametrize(
    ("data", "reason"), [(b"Denver 4", "Line 1: “Denver 4” isn’t a city tile."), (b"\xff", "plain text in UTF-8")]
)
def test_invalid_option_file_is_refused_with_a_sentence(capsys, tmp_path, data, reason):
    own = tmp_path / "own.txt"
    own.write_bytes(data)
    status, _, said = run(capsys, f"selfplay {TITLE} --option tiles={own}")
    assert status == 2 and reason in said


def test_tile_list_is_checked_by_playing_every_mode(capsys, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text(TEXT, "utf-8")
    status, said, _ = run(capsys, f"tiles check {own}")
    assert status == 0
    first, *modes, last = said.splitlines()
    assert first == f"{own}: 37 city tiles, 3 of them to start with, and 62 goods."
    assert "Railroad Rivals, Base: playable with 1 to 6 players." in modes
    assert "Railroad Rivals, Full: playable with 2 to 6 players." in modes
    assert "Railroad Rivals, Solitaire Challenge: Yes: playable with 1 player." in modes
    assert last == "Every mode is playable."


def test_every_problem_of_a_tile_list_is_printed_with_its_line(capsys, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text(TEXT.replace("Denver 4", "Denver x").replace("Buffalo 2", "Buffalo 12"), "utf-8")
    status, said, _ = run(capsys, f"tiles check {own}")
    assert status == 1
    assert said.splitlines() == [
        "Line 12, goods: “12” isn’t a whole number from 1 to 9.",
        "Line 21, goods: “x” isn’t a whole number from 1 to 9.",
        f"{own}: 2 problems.",
    ]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("none.txt", None, "It can’t be read: No such file or directory."),
        ("own.doc", TEXT.encode(), "Its name must end with .txt or .json."),
        ("own.txt", b"\xff", "It isn’t plain text in UTF-8. Save it with this encoding."),
        ("own.txt", b"#" * 100_001, "It can have at most 100,000 bytes."),
    ],
)
def test_file_that_the_bot_would_not_read_prints_a_sentence(capsys, tmp_path, name, data, said):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert run(capsys, f"tiles check {tmp_path / name}") == (1, f"{tmp_path / name}: {said}\n", "")
