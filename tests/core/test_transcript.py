"""The ``.game`` file."""

import pytest

from engine.core import decisions, play, write_action
from engine.core.transcript import MAX_BYTES, MAX_DIGITS, load_transcript, parse_transcript, replay, write_transcript
from engine.errors import Refused, Unreadable
from tests.games.railroad_rivals.table import GAME


def played(moves=10_000, seats=2, seed=4):
    state, _ = GAME.new_game(GAME.options(), seats, seed)
    lines = []
    while len(lines) < moves and (open_questions := decisions(state)):
        action = next(iter(open_questions[0].offers))
        state, _ = play(state, action)
        lines.append(write_action(action))
    ranking = () if decisions(state) else GAME.rules.ranking(state)
    return state, write_transcript(GAME, GAME.options(), seats, seed, tuple(lines), ranking)


def test_finished_game_replays_to_the_same_state():
    state, text = played()
    assert "result: p" in text
    assert replay(GAME, parse_transcript(text)) == state
    assert replay(GAME, parse_transcript(text), checked=False) == state


def test_unfinished_game_replays_to_its_current_state():
    state, text = played(moves=20)
    assert replay(GAME, parse_transcript(text)) == state


def test_comments_and_empty_lines_are_ignored():
    state, text = played(moves=5)
    assert replay(GAME, parse_transcript("# a game between friends\n\n" + text + "\n# to be continued\n")) == state


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        (lambda text: text[: len(text) // 2 - 3], Unreadable, "Line "),
        (
            lambda text: text.replace("version: 1", "version: 9"),
            Unreadable,
            "version 9 of Railroad Rivals, but this is version 1",
        ),
        (
            lambda text: text.replace("version: 1", "version: one"),
            Unreadable,
            "isn’t a whole number. The header line “version” needs one",
        ),
        (lambda text: text.replace("seats: 2", "seats: 7"), Unreadable, "to 6 players, not 7"),
        (lambda text: text.replace("seed: 4", "seed: 5"), Refused, "Line "),
        (lambda text: text.replace("seed: 4\n", ""), Unreadable, "header lacks seed"),
        (lambda text: text.replace("first-place", "auction"), Unreadable, "Choose first-place or whole-order"),
        (lambda text: text.replace("option bidding", "option color"), Unreadable, "“color” isn’t an option"),
        (lambda text: text.replace("seats: 2", "color: red"), Unreadable, "“color: red” isn’t a header line"),
        (lambda text: text.replace("result: p", "result: p9, p"), Refused, "The file’s result is"),
        (lambda text: "\n".join(text.splitlines()[:30]), Refused, "the game isn’t over"),
        (lambda text: "x" * (MAX_BYTES + 1), Unreadable, "too long for a game"),
        (lambda text: text + "seats: 2\n", Unreadable, "“seats: 2” can’t come after the first move"),
        (lambda text: text + "option bidding: first-place\n", Unreadable, "can’t come after the first move"),
        (lambda text: text.replace("seed: 4", "seed: 4\nseed: 4"), Unreadable, "Line 5: “seed” appears twice"),
        (lambda text: "option bidding: x\n" + text, Unreadable, "“bidding” appears twice"),
        (lambda text: "option  bidding: x\n" + text, Unreadable, "“bidding” appears twice"),
        (lambda text: "result: p1 0\n" + text, Unreadable, "“result” appears twice"),
        (
            lambda text: text.replace("seed: 4", f"seed: {'4' * (MAX_DIGITS + 1)}"),
            Unreadable,
            "isn’t a whole number. The header line “seed” needs one",
        ),
        (
            lambda text: text.replace("seats: ", "seats: about "),
            Unreadable,
            "” isn’t a whole number. The header line “seats” needs one.",
        ),
        (lambda text: "", Unreadable, "header lacks title, version, seats, and seed"),
    ],
)
def test_invalid_transcript_is_refused_with_a_reason(change, error, reason):
    _, text = played()
    with pytest.raises(error) as caught:
        replay(GAME, parse_transcript(change(text)))
    assert reason in str(caught.value)


def test_illegal_move_is_refused_with_its_line_number():
    _, text = played()
    lines = text.splitlines()
    second = next(i for i, line in enumerate(lines) if line.startswith("p")) + 1
    lines[second] = "p1 bid 500"
    with pytest.raises(Refused, match=f"^Line {second + 1}, “p1 bid 500”: "):
        replay(GAME, parse_transcript("\n".join(lines)))


def test_move_may_contain_a_colon():
    _, text = played(moves=5)
    lines = parse_transcript(text + "p1 enter 12-34 E12>T13:3\n").lines
    assert [line for _, line in lines][-1] == "p1 enter 12-34 E12>T13:3"
    assert parse_transcript(text + "p1 enter 12-34 E12>T13:3\np2 pass\n").lines[:-1] == lines


def test_transcript_may_start_with_a_byte_order_mark():
    _, text = played(moves=5)
    assert load_transcript(text.encode("utf-8-sig")) == load_transcript(text.encode()) == parse_transcript(text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32-be"])
def test_transcript_in_another_encoding_is_refused(encoding):
    _, text = played(moves=5)
    with pytest.raises(Unreadable, match="isn’t plain text in UTF-8"):
        load_transcript(text.encode(encoding))


def test_transcript_size_is_limited():
    _, text = played(moves=5)
    full = text.encode() + b"#" * (MAX_BYTES - len(text.encode()))
    assert load_transcript(full) == parse_transcript(text)
    with pytest.raises(Unreadable, match="too long for a game. It can have at most 1,000,000 bytes"):
        load_transcript(full + b"#")
