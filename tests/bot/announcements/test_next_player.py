"""The next player is announced only if all rollouts agree."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.announcements import next_player
from bot.announcements.next_player import guess_next_seat
from engine import Decision, Seat

ONE = Seat(1)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ([{1}, {2}], [{1}, {2}], 2),
        ([{1}, {1}, {1}, {2}], [{1}, {2}], 2),
        ([{1}, {2}], [{1}, {3}], None),
        ([{1}, {2}], [{1}, {2, 3}], None),
        ([{1}, {2, 3}], [{1}, {2, 3}], None),
        ([{1, 2}, {2}], [{1, 2}, {2}], None),  # nobody knows who answers first
        ([{1}, set()], [{1}, set()], None),
        ([{2}], [{2}], 2),
        ([{1}] * 99, [{1}] * 99, None),
    ],
)
def test_next_player_is_known_if_all_rollouts_agree(
    monkeypatch: pytest.MonkeyPatch, first: list[set[int]], second: list[set[int]], found: int | None
) -> None:
    games = iter([first, second])
    offers = ("go", "stay")
    monkeypatch.setattr(
        next_player,
        "decisions",
        lambda state: tuple(Decision(Seat(seat), "?", offers) for seat in state[0]),  # type: ignore[arg-type]
    )
    monkeypatch.setattr(next_player, "play_unchecked", lambda state, _: (state[1:], ()))
    game: Any = SimpleNamespace(agent=SimpleNamespace(determinize=lambda *_: next(games)))
    view: Any = None
    assert guess_next_seat(game, view, ONE) == found
