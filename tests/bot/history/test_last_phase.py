"""The moves of the current phase, or of the last one if the current phase has none."""

from typing import Any

import pytest

from bot.commands.history_pages import _moves_of_last_phase
from tests.bot.tables.test_phases import END, Rang, move

START = move(0, by="start")


@pytest.mark.parametrize(
    ("standing", "seqs"),
    [
        ([], []),
        ([START], [0]),
        ([START, move(1)], [1]),
        ([START, move(1), move(2, END)], [1, 2]),
        ([START, move(1), move(2, END), move(3)], [3]),
        ([START, move(1, END), move(2), move(3, Rang("a"), END, Rang("b"))], [2, 3]),
        ([START, move(1, END), move(2), move(3, END), move(4), move(5)], [4, 5]),
    ],
)
def test_recap_without_an_own_move_covers_the_last_phase_with_a_move(standing: Any, seqs: list[int]) -> None:
    assert [one.seq for one in _moves_of_last_phase(standing)] == seqs
