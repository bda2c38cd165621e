"""Messages to followers since the last one, and which reports replace undone ones."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import limits
from bot.announcements import followers
from bot.announcements.corrections import UndonePhases
from bot.announcements.followers import _REPLACEMENT_TEXT, Followers, _FollowerMessage
from tests.bot.ui.test_seat_text import table

SOME: Any = SimpleNamespace()
FIRST, SECOND = _FollowerMessage(5, "first", SOME), _FollowerMessage(9, "second", SOME)
LAST = _FollowerMessage(9, "the end", is_last=True)
UNDONE = cast(UndonePhases, SimpleNamespace(seq=7, phase_names="Bidding"))


@pytest.mark.parametrize(
    ("told", "undone", "anew", "heard"),
    [
        (4, None, False, ["first", "second", "the end"]),
        (5, None, False, ["second", "the end"]),
        (8, None, False, ["second", "the end"]),
        (9, None, False, ["the end"]),
        (10, None, False, ["the end"]),
        (4, None, True, [f"first\n{_REPLACEMENT_TEXT}", "second", "the end"]),
        (4, UNDONE, False, ["Undone: Bidding", f"first\n{_REPLACEMENT_TEXT}", "second", "the end"]),
        (5, UNDONE, True, ["Undone: Bidding", f"second\n{_REPLACEMENT_TEXT}", "the end"]),
        (9, UNDONE, False, ["Undone: Bidding", "the end"]),
        (9, None, True, ["the end"]),
    ],
)
def test_follower_gets_new_reports_once_and_replacements_are_marked(
    monkeypatch: pytest.MonkeyPatch, told: int, undone: UndonePhases | None, anew: bool, heard: list[str]
) -> None:
    monkeypatch.setattr(followers, "phases_undone_since", lambda *_: undone)
    monkeypatch.setattr(followers, "is_phase_undo", lambda *_: anew)
    monkeypatch.setattr(followers, "_UNDONE_TEXT", "Undone: {}")
    at = cast(Followers, SimpleNamespace(_table_line=lambda _: "Here"))
    found = Followers._messages_since(at, table(), (), [FIRST, SECOND, LAST], told)
    assert [one.text.removeprefix("Here\n") for one in found] == heard
    assert undone is None or (found[0].seq, found[0].text) == (7, "Here\nUndone: Bidding")


def test_long_replacing_report_fits_into_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followers, "phases_undone_since", lambda *_: None)
    monkeypatch.setattr(followers, "is_phase_undo", lambda *_: True)
    long = _FollowerMessage(5, "x" * limits.CONTENT, SOME)
    (found,) = Followers._messages_since(cast(Followers, None), table(), (), [long], 4)
    assert len(found.text) == limits.CONTENT
