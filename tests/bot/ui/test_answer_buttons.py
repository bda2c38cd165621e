"""The buttons under a question of the private menu."""

from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.ui import question_buttons as of_answers
from bot.ui.components import parse_custom_id
from bot.ui.question_buttons import _menu_custom_id, _question_links, premove_button_row, question_button_rows
from bot.ui.questions import AnswerChoice, Question, next_question
from bot.ui.shortcuts import Shortcut
from bot.view import SeatContext
from engine import GAMES, Action, Decision, Seat, decisions
from engine.core import Standing
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import GAME, world
from tests.bot.ui.test_question_buttons import Call, Seen
from tests.bot.ui.test_whole_move_buttons import BIDS, FORM, asked_first, until

ONE = Seat(1)


class Hope(Standing, frozen=True):
    """Hope for a word."""

    word: str


def place(*, hints: bool = False) -> SeatContext:
    """Return the seat context of the first asked player at a new table. With ``hints`` that person plays alone."""
    state, _ = GAME.new_game(GAME.options(), 2, 1)
    found = place_of(GAME, state, decisions(state)[0], 2)
    first, *others = found.table.players
    computers = [replace(other, user=None, policy="greedy") for other in others]
    return replace(found, table=replace(found.table, players=(first, *computers))) if hints else found


def ways(rows: Any) -> list[list[str]]:
    return [[item.label for item in row] for row in rows]


@pytest.mark.parametrize("then", [(), (Call(ONE, "on"),)])
@pytest.mark.parametrize(("length", "shown"), [(100, True), (101, False)])
def test_move_too_long_for_a_custom_id_has_no_button(
    monkeypatch: pytest.MonkeyPatch, then: tuple[Action, ...], length: int, shown: bool
) -> None:
    here = replace(place(), table_view=cast(Any, Seen()))
    least = len(of_answers._make_moves_custom_id(here, (Call(ONE, "w"), *then)))
    short = Shortcut("Quick", (Call(ONE, "w" * (length - least + 1)), *then), "")
    assert len(of_answers._make_moves_custom_id(here, short.actions)) == length
    monkeypatch.setattr(of_answers, "available_shortcuts", lambda *_: (short,))
    monkeypatch.setattr(of_answers, "two_move_shortcut", lambda *_: short)
    found = Question("choices", ("call",), "word", tuple(AnswerChoice((w,), w, (Call(ONE, w),)) for w in "ab"), ())
    assert ("Quick" in ways(question_button_rows(here, found, 0))[0]) == shown
    confirming = Question("confirm", ("call", "a"), "", (AnswerChoice((), "", (Call(ONE, "a"),)),), ("call",))
    assert ("Quick" in ways(question_button_rows(here, confirming, 0))[0]) == shown


def test_form_for_repeated_answers_is_only_at_first_question() -> None:
    state, asked, _ = until("bid")
    here = place_of(BIDS, state, asked, 3)
    first = asked_first(asked, here)
    assert FORM in [label for row in ways(question_button_rows(here, first, 0)) for label in row]
    assert FORM not in [
        label for row in ways(question_button_rows(here, replace(first, previous_words=()), 0)) for label in row
    ]


@pytest.mark.parametrize("ahead", [True, False])
def test_plan_button_is_shown_when_something_can_be_planned(ahead: bool) -> None:
    plans = Decision(ONE, "?", (Hope(ONE, "up"),))
    here = replace(place(), premoves=plans if ahead else None)
    found = [(item.label, item.custom_id) for item in cast(Any, premove_button_row(here))]
    assert found == ([("Plan ahead…", "m:1:999:+0")] if ahead else [])


@pytest.mark.parametrize(
    ("asked", "back", "standing", "aside"),
    [
        (True, None, False, ["Plan ahead…"]),
        (True, (), False, ["Back"]),
        (True, None, True, ["Back"]),
        (False, None, True, ["Standing orders…"]),
        (False, ("hope",), True, ["Back"]),
    ],
)
def test_question_has_buttons_back_and_forward(
    asked: bool, back: tuple[str, ...] | None, standing: bool, aside: list[str]
) -> None:
    plans = (Hope(ONE, "up"), Hope(ONE, "down"))
    here = replace(place(), premoves=Decision(ONE, "?", plans))
    here = here if asked else replace(here, decision=None)
    sample: tuple[Action, ...] = plans if standing else (Call(ONE, "up"), Call(ONE, "down"))
    entries = tuple(AnswerChoice((str(n),), str(n), (action,)) for n, action in enumerate(sample))
    found = of_answers._navigation_row(here, Question("choices", ("x",), "word", entries, back), (), ())
    assert [item.label for item in cast(Any, found)] == aside
    if aside == ["Back"]:
        place_of_way = "+0 hope" if standing and back else "-0"
        assert cast(Any, found[0]).custom_id == f"m:1:999:{place_of_way}"


@pytest.mark.parametrize(("alone", "offers", "hint"), [(True, 2, True), (True, 1, False), (False, 2, False)])
def test_hint_is_offered_when_allowed_and_there_is_a_choice(alone: bool, offers: int, hint: bool) -> None:
    here = place(hints=alone)
    assert here.decision is not None
    listed = tuple(here.decision.offers)[:offers]
    here = replace(here, decision=Decision(here.seat, "?", listed))
    found = of_answers._navigation_row(here, Question("verbs", (), "", (AnswerChoice((), "", listed),), None), (), ())
    assert ("Hint" in [item.label for item in cast(Any, found)]) == hint


@pytest.mark.parametrize("key", GAMES)
def test_every_button_but_more_leads_to_a_first_page(key: str) -> None:
    game = GAMES[key]
    state, _ = game.new_game(game.options(), 3, 1)
    asked = decisions(state)[0]
    here, found = place_of(game, state, asked, 3), next_question(asked.offers)
    while found is not None and found.kind != "confirm":
        presses = [
            (item.label, parse_custom_id(item.custom_id))
            for row in cast(Any, question_button_rows(here, found, 0))
            for item in row
        ]
        pages = {
            press.arguments.split(" ")[0] for label, press in presses if press and press.kind == "m" and label != "More"
        }
        assert pages <= {"-0", "+0", "~0", "^0"}
        found = next_question(asked.offers, (*found.picked, *found.entries[0].words))


async def test_a_button_leads_to_the_first_page_of_the_next_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        assert _menu_custom_id(table, ("draft",)) == f"m:{table.id}:{table.seq}:-0 draft"
        assert _question_links(table).menu(("draft",), 2) == f"m:{table.id}:{table.seq}:-2 draft"
