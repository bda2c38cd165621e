"""Moves that need a confirmation before they are made. See also ``test_confirmation``."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.tables.table import Player
from bot.ui import confirmation
from bot.users import UserPreferences
from engine import Decision, Seat, decisions
from engine.core import AmountOffers, CombinedOffers
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import GAME
from tests.bot.ui.test_question_buttons import Bet, Call, Halt
from tests.bot.ui.test_questions import Dig

ONE, TWO = Seat(1), Seat(2)


class AndOthers(CombinedOffers):
    """Listed offers, and others that may be typed."""

    is_open_ended = True


@pytest.mark.parametrize(
    ("asked", "goes_on"),
    [
        (Decision(ONE, "?", (Halt(ONE),)), True),
        (Decision(ONE, "?", AndOthers((Halt(ONE),))), False),
        (Decision(ONE, "?", (Call(ONE, "up"), Bet(ONE, "up"))), False),
        (Decision(TWO, "?", AmountOffers(Dig, TWO, 1, 3)), True),
    ],
)
def test_forced_and_computer_moves_need_no_confirmation(
    monkeypatch: pytest.MonkeyPatch, asked: Decision, goes_on: bool
) -> None:
    monkeypatch.setattr(confirmation, "decisions", lambda _: (asked,))
    after: Any = None
    assert confirmation._has_automatic_move(after, frozenset({TWO})) is goes_on


@pytest.mark.parametrize(("confirm", "looked_for"), [("lasting", frozenset({2})), ("never", None), ("always", None)])
async def test_computer_seats_affect_confirmation_of_final_moves(
    monkeypatch: pytest.MonkeyPatch, confirm: Any, looked_for: Any
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(confirmation, "_can_be_final", lambda *about: asked.append(about[-1]))
    state, _ = GAME.new_game(GAME.options(), 3, 1)
    here = place_of(GAME, state, decisions(state)[0], 3)
    ada, ben, cleo = here.table.players
    here = replace(here, table=replace(here.table, players=(ada, Player("Robin", policy="greedy"), cleo)))
    assert here.decision is not None and ben.user
    confirmed = await confirmation.is_confirmation_needed(
        UserPreferences(confirm=confirm), here, next(iter(here.decision.offers))
    )
    assert asked == ([] if confirm == "always" else [looked_for]) and bool(confirmed) == (confirm == "always")
