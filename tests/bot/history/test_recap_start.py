"""The first move of a recap, its heading, and where a private note is shown."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.history_pages import _is_seat_to_move, _moves_of_last_phase, _since_text
from bot.commands.note import _visibility_text
from bot.tables.table import LogEntry
from engine import PhaseEnded, Seat
from tests.bot.ui.test_seat_text import table

ONE, TWO = Seat(1), Seat(2)


def moves(ends: str) -> tuple[LogEntry, ...]:
    """Return the set-up and a move for each character; “!” ends a phase."""
    made = [LogEntry(0, Seat(0), "", "start", 0.0, ())]
    for seq, sign in enumerate(ends, 1):
        made.append(LogEntry(seq, ONE, "p1 pass", "player", 60.0, (PhaseEnded("Draft"),) if sign == "!" else ()))
    return tuple(made)


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ("", [0]),
        (".", [1]),
        ("..", [1, 2]),
        ("..!", [1, 2, 3]),
        ("..!.", [4]),
        ("..!.!", [4, 5]),
        ("!!", [2]),
        ("!!.", [3]),
    ],
)
def test_recap_without_own_move_covers_the_current_phase_or_the_last_one(ends: str, told: list[int]) -> None:
    assert [move.seq for move in _moves_of_last_phase(moves(ends))] == told


def test_recap_names_the_start_of_its_period() -> None:
    _, last, *later = moves("...")
    assert _since_text(None, tuple(later)) == "In this phase: 2 moves."
    assert _since_text(last, ()) == "Nothing has happened since your last move, <t:60:R>."
    assert _since_text(last, tuple(later)) == "Since your last move, <t:60:R>: 2 moves."


@pytest.mark.parametrize(("seat", "asked"), [(ONE, False), (TWO, True), (None, False)])
def test_recap_has_a_move_button_for_the_player_to_move(seat: Seat | None, asked: bool) -> None:
    at: Any = SimpleNamespace(tables=SimpleNamespace(decisions=lambda _: [SimpleNamespace(seat=TWO)]))
    assert _is_seat_to_move(at, table(), seat) == asked


@pytest.mark.parametrize(
    ("text", "seat", "status", "said"),
    [
        ("", ONE, "playing", "You have no note."),
        ("x", ONE, "playing", "Only you can see it: on your next turn, in `/hand`, and in `/recap`."),
        ("x", ONE, "finished", "Only you can see it: in `/hand` and in `/recap`."),
        ("x", None, "playing", "Only you can see it, and only with `/note`."),
    ],
)
def test_note_is_shown_where_its_text_says(text: str, seat: Seat | None, status: Any, said: str) -> None:
    at: Any = SimpleNamespace(tables=SimpleNamespace(seat_of=lambda *_: seat))
    assert _visibility_text(at, table(status=status), 101, text) == said
