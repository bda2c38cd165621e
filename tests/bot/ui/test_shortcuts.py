"""Whole moves that one press makes, together with the next question's answer."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.turn import multi_move_form
from bot.turn.multi_move_form import handle_make_all
from bot.ui import shortcuts as of_shortcuts
from bot.ui.components import ButtonPress
from bot.ui.shortcuts import (
    ALL_PROPOSALS_PREFIX,
    Shortcut,
    all_proposals,
    form_verbs,
    questions_each_turn,
    two_move_shortcut,
)
from bot.view import SeatContext
from engine import Action, Decision, Seat
from tests.bot.ui.test_answer_buttons import Hope, place
from tests.bot.ui.test_question_buttons import Bet, Call, Halt, Haul, Seen

ONE = Seat(1)


class Pledge(Action, frozen=True):
    """Pledge a word in every turn."""

    is_repeated = True

    word: str


class Vow(Action, frozen=True):
    """Vow two words in every turn."""

    is_repeated = True

    first: str
    second: str


class Ship(Action, frozen=True):
    """Ship a cargo to a town, which is a suggested move."""

    is_best_first = True

    cargo: str
    town: str


class Told(Seen):
    """A game that previews a move by its words and prefers the shortest words."""

    def __init__(self) -> None:
        super().__init__()
        self.game.agent.score_action = lambda _, action: -len(self.label(action))

    def preview_lines(self, action: Action) -> list[str]:
        return [f"You do {self.label(action)}."]


def here(asked: Decision | None, earlier: tuple[str, ...] = ()) -> SeatContext:
    return replace(place(), table_view=cast(Any, Told()), decision=asked, earlier_lines=earlier)


def of(*offers: Action) -> Decision:
    return Decision(ONE, "?", offers)


CALLS = of(Call(ONE, "up"), Call(ONE, "down"), Halt(ONE))
PLEDGES = of(Pledge(ONE, "up"), Pledge(ONE, "down"))


@pytest.mark.parametrize(
    ("action", "asked", "following", "earlier", "label", "lines"),
    [
        (Call(ONE, "up"), CALLS, CALLS, (), "Confirm, then ", 2),
        (Call(ONE, "up"), CALLS, of(Call(ONE, "up")), (), "", 0),  # the turn may not end then
        (Call(ONE, "up"), CALLS, None, (), "", 0),
        (Call(ONE, "up"), None, CALLS, (), "", 0),
        (Hope(ONE, "up"), CALLS, CALLS, (), "", 0),  # a plan makes no move
        (Halt(ONE), CALLS, CALLS, (), "", 0),
        (Call(ONE, "up"), CALLS, PLEDGES, ("p1 pledge down",), "Confirm, pledge as last time", 2),
        (Call(ONE, "up"), CALLS, PLEDGES, (), "", 0),  # there was no last time
        (Pledge(ONE, "up"), PLEDGES, PLEDGES, ("p1 pledge down",), "", 0),  # the same question once more
        (Call(ONE, "up"), CALLS, of(Bet(ONE, "up")), ("p1 bet up",), "", 0),  # not said in every turn
    ],
)
def test_move_is_confirmed_with_end_of_turn_or_last_answer(
    monkeypatch: pytest.MonkeyPatch,
    action: Action,
    asked: Decision | None,
    following: Decision | None,
    earlier: tuple[str, ...],
    label: str,
    lines: int,
) -> None:
    monkeypatch.setattr(of_shortcuts, "_next_decision", lambda *_: following)
    both = two_move_shortcut(here(asked, earlier), action)
    assert (both.label if both else "", len(both.actions) if both else 0) == (label, lines)


@pytest.mark.parametrize(
    ("asked", "following", "count"),
    [
        (None, PLEDGES, 0),
        (CALLS, PLEDGES, 0),
        (PLEDGES, None, 1),
        (PLEDGES, CALLS, 1),
        (PLEDGES, PLEDGES, 1),
        (PLEDGES, of(Vow(ONE, "a", "b")), 2),
    ],
)
def test_two_different_questions_of_a_turn_are_one_form(
    monkeypatch: pytest.MonkeyPatch, asked: Decision | None, following: Decision | None, count: int
) -> None:
    monkeypatch.setattr(of_shortcuts, "_next_decision", lambda *_: following)
    assert len(questions_each_turn(here(asked))) == count


def test_combined_form_has_at_most_five_fields() -> None:
    pledge, vow = (Pledge(ONE, "up"),), (Vow(ONE, "a", "b"),)
    assert (form_verbs([vow, vow, pledge]), form_verbs([vow, vow, vow])) == ("vow|vow|pledge", "")


@pytest.mark.parametrize(("questions", "label"), [(1, ""), (2, "both"), (3, "all 3"), (4, "all 4"), (5, "all 4")])
def test_up_to_four_suggested_moves_in_a_row_are_one_press(
    monkeypatch: pytest.MonkeyPatch, questions: int, label: str
) -> None:
    asked = of(Ship(ONE, "coal", "York"))
    left = iter(range(1, questions))
    monkeypatch.setattr(of_shortcuts, "_determinize_state", lambda _: None)
    monkeypatch.setattr(of_shortcuts, "redact", lambda *_: None)
    monkeypatch.setattr(of_shortcuts, "_state_after", lambda *_: next(left, None))
    monkeypatch.setattr(of_shortcuts, "_decision_of_seat", lambda *_: asked)
    seated = here(asked)
    shown = replace(place().table_view, game=seated.table_view.game)
    monkeypatch.setattr(type(shown), "preview_lines", lambda _, action: [f"You do {action.cargo}."])
    every = all_proposals(replace(seated, table_view=shown))
    assert (every.label if every else "") == (f"Confirm the best for {label}" if label else "")


def test_best_suggestion_is_among_the_first_offers_of_each_value() -> None:
    offers = [Ship(ONE, *load) for load in (("coal", "York"), ("coal", "Hu"), ("iron ore", "York"), ("oil", "Yor"))]
    assert of_shortcuts._best_offer(cast(Any, Told()), offers) == offers[3]
    assert of_shortcuts._best_offer(cast(Any, Told()), offers[:2]) == offers[0]
    assert of_shortcuts._best_offer(cast(Any, Told()), [Haul(ONE, "coal", "York"), offers[3]]) == Haul(
        ONE, "coal", "York"
    )


@pytest.mark.parametrize("kept", [True, False, None])
async def test_suggested_moves_are_made_only_as_shown_on_the_button(
    monkeypatch: pytest.MonkeyPatch, kept: bool | None
) -> None:
    asked, every = of(Ship(ONE, "coal", "York")), Shortcut("", (Ship(ONE, "coal", "York"),), "", is_all_proposals=True)
    done: list[Any] = []

    class Desk:
        async def load_seat_context(self, *_: int) -> SeatContext:
            return here(asked)

    async def put(_: Any, *about: Any, **__: Any) -> None:
        done.append(about[-1])

    monkeypatch.setattr(multi_move_form, "services_of", lambda _: Desk())
    monkeypatch.setattr(multi_move_form, "all_proposals", lambda _: None if kept is None else every)
    for name in ("send_page", "_make_moves", "question_page_with"):
        monkeypatch.setattr(multi_move_form, name, put)
    user = cast(Any, type("Interaction", (), {"user": type("User", (), {"id": 1})}))
    await handle_make_all(
        user, ButtonPress("A", 1, 0, f"{ALL_PROPOSALS_PREFIX}{every.digest if kept else 'older'}", ())
    )
    assert done[0] == (["ship coal York"] if kept else "That’s no longer possible. Here’s what is.")
