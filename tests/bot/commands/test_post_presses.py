"""Answers to presses under a post, and the rules of a game before its start."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import board
from bot.commands.board import _example_options, handle_look_press
from bot.tables.table import Table
from bot.ui.components import ButtonPress
from engine.core import write_options
from render import PAINTERS
from tests.bot.announcements.test_recipients import table
from tests.bot.seated_players import ADA, BEN, CAT, GAME, TITLE

NAMES = PAINTERS[TITLE].public_pictures


@pytest.mark.parametrize(
    ("rest", "shown"),
    [
        ("ppics", ("all", 0)),
        ("-pics2", ("all", 2)),
        ("-words", ("words", NAMES[0])),
        ("-words1", ("words", NAMES[1])),
        (f"-words{len(NAMES) + 1}", ("words", NAMES[1])),
        ("-why", ("why", 0)),
        ("-why3", ("why", 3)),
        ("pboard", ("picture", NAMES[0])),
        ("phistory", ("history", 7)),
        ("precap", ("recap", 7)),
        ("-result", ("result", 7)),
        ("phand", ("hand", 7)),
    ],
)
async def test_press_shows_what_its_button_says(
    monkeypatch: pytest.MonkeyPatch, rest: str, shown: tuple[str, Any]
) -> None:
    found: list[Any] = []

    async def started(_: int) -> Table:
        return table(title=TITLE)

    def noting(name: str, what: Any = lambda about: about[-1]) -> Any:
        async def note(_: Any, *about: Any) -> None:
            found.append((name, what(about)))

        return note

    async def show(*_: Any) -> None:
        """Do nothing, because the page is recorded where it is made."""

    async def send(*_: Any, **__: Any) -> None:
        """Do nothing, because the rule is recorded where it is looked up."""

    monkeypatch.setattr(board, "services_of", lambda _: SimpleNamespace(table_in_play=started))
    monkeypatch.setattr(board, "_picture_page_with_menu", noting("all"))
    monkeypatch.setattr(board, "_send_description", noting("words"))
    monkeypatch.setattr(board, "_picture_page", noting("picture"))
    monkeypatch.setattr(board, "_hand_page", noting("hand", lambda about: about[-1].id))
    for function, name in (("show_recap", "recap"), ("show_last_phase", "history"), ("show_result", "result")):
        monkeypatch.setattr(board, function, noting(name, lambda about: about[0].id))
    monkeypatch.setattr(board, "send_page", show)
    monkeypatch.setattr(board, "rule_text", lambda _, number: found.append(("why", number)) or "")
    interaction: Any = SimpleNamespace(extras={}, response=SimpleNamespace(send_message=send, is_done=lambda: False))
    await handle_look_press(interaction, ButtonPress("v", 7, 1, rest, ()))
    assert found == [shown]


@pytest.mark.parametrize(
    ("players", "words", "seats", "kept"),
    [
        ((ADA, BEN), {}, 2, True),
        ((ADA,), {"bidding": "whole-order"}, 2, True),
        ((ADA, BEN, CAT), {"challenge": "yes"}, 1, True),
        ((ADA, BEN, CAT), {"bidding": "whole-order"}, 3, True),
        ((), {}, 1, True),
        ((ADA,), {"bidding": "whole-order", "challenge": "yes"}, GAME.seats[-1], False),
    ],
)
def test_rules_before_start_assume_present_players_or_the_minimum(
    players: Any, words: dict[str, str], seats: int, kept: bool
) -> None:
    options, number = _example_options(table(title=TITLE, status="lobby", players=players, options=words))
    chosen = write_options(options)
    assert number == seats and all((chosen[name] == word) is kept for name, word in words.items())
