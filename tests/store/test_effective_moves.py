"""Which moves of a log are still valid after undos."""

import pytest

from engine.store import LogRow, MoveOrigin, drop_undone


def log(*rows: str) -> list[LogRow]:
    """Return log rows from codes such as ``1p``: seat 1, then p for a move, a for a premove, u for an undo, s for
    the start.
    """
    kinds: dict[str, MoveOrigin] = {"p": "player", "a": "ahead", "u": "undo", "s": "start"}
    return [LogRow(seq, int(row[0]), row, kinds[row[1]], 0.0, b"") for seq, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        (("0s", "1p", "2p"), ["1p", "2p"]),
        (("0s", "1p", "2p", "2u"), ["1p"]),
        (("0s", "1p", "2a", "1u"), ["2a"]),
        (("0s", "1p", "1a", "2a", "1u"), ["2a"]),
        (("0s", "1a", "1p", "2a", "1u", "2p"), ["1a", "2a", "2p"]),
        (("0s", "1p", "2a", "1p", "3a", "1u", "1u"), ["2a", "3a"]),
        (("1u",), None),
        (("2a", "1u"), None),
    ],
)
def test_an_undo_takes_back_the_last_move_and_later_premoves_of_its_player(rows, left):
    counting = drop_undone(log(*rows))
    assert (None if counting is None else [entry.action for entry in counting]) == left
