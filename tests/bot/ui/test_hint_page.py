"""The page of a hint: the best and the second-best move, with buttons if they have room."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.turn.hints import _advice_page, _confirm_button, _game_changed_text, _search_lines
from bot.ui.components import Style
from engine import Seat, decisions, write_action
from engine.agents.coach import Advice
from engine.agents.differences import Difference
from engine.agents.explanation import Explanation, Plan
from engine.agents.rollout import StatisticKey
from engine.core import SearchSettings
from engine.core.reasons import Horizon
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import GAME, spelled
from tests.bot.ui.test_question_buttons import Call, Seen


def here() -> Any:
    state, _ = GAME.new_game(GAME.options(), 2, 1)
    return place_of(GAME, state, decisions(state)[0], 2)


BEST, SECOND, *_ = here().decision.offers
RIVAL = Seat(3 - BEST.seat)


@pytest.mark.parametrize(
    ("advice", "said", "ways"),
    [
        (Advice(BEST, None, 0.0, 0.0, 0), "It’s your only possible move.", 1),
        (
            Advice(BEST, SECOND, 2.5, 1.0, 12),
            "gains 2.5 points more (±1.0) than the second best, on average over 12",
            2,
        ),
        (Advice(BEST, SECOND, 0.5, 1.0, 12), "The two moves differ by only 0.5 points (±1.0)", 2),
        (Advice(BEST, SECOND, 0.0, 0.0, 12), "Both moves lead to the same result in all 12 imagined games.", 2),
        (
            Advice(BEST, SECOND, 2.5, 0.0, 0),
            "-# This is a rule of thumb; no games were imagined for it.",
            2,
        ),
        (
            Advice(BEST, SECOND, 0.0, 0.0, 0),
            "-# This is a rule of thumb; no games were imagined for it.",
            2,
        ),
    ],
)
def test_hint_shows_certainty_and_buttons_of_its_moves(advice: Advice, said: str, ways: int) -> None:
    place = here()
    page = _advice_page(place, advice)
    assert said in page.text and ("imagin" in page.text) == (advice.second is not None)
    moves, (back,) = cast(Any, page.buttons)
    leads = [f"a:1:999:{write_action(BEST)}", f"m:1:999:-0 {spelled(SECOND)}"]
    assert [item.custom_id for item in moves] == leads[:ways], "the best is made, the second shown first"
    assert moves[0].label.startswith("Do it: ") and back.custom_id == "m:1:999:-0"
    assert page.custom_id == f"m:1:999:-0 {spelled(BEST)}"


def explained(**more: Any) -> Advice:
    """Return an advice with a reason: the rival gets less for links."""
    fees = Difference(StatisticKey(RIVAL, "fees", "", Horizon.MOVE), -2.0, 0.0, 2.0)
    return Advice(BEST, SECOND, 2.5, 1.0, 80, Explanation((fees,)), **more)


def test_hint_shows_reasons_above_the_numbers() -> None:
    place = here()
    _, hint, why, other, numbers, foot = _advice_page(place, explained()).text.split("\n")
    assert (
        hint.startswith("Hint: **") and why == f"Why: {place.table_view.name(RIVAL)} gets 2 less for links immediately."
    )
    assert other.startswith("Second best: ") and numbers.startswith("-# The best move gains") and foot.startswith("-# ")


def test_reason_against_a_third_move_names_it() -> None:
    third = list(here().decision.offers)[2]
    label = here().table_view.label(third).partition(":")[0]
    text = _advice_page(here(), explained(contrast=third)).text
    assert f"Better than “{label}”: " in text and "Why: " not in text


def test_hint_shows_how_to_continue() -> None:
    place = here()
    label = place.table_view.label(SECOND).partition(":")[0]
    then = Plan((SECOND,), (place.table_view.view,))
    assert f"\nThen: {label[0].lower()}{label[1:]}.\n" in _advice_page(place, explained(plan=then)).text


def test_two_moves_of_one_plan_are_not_alternatives() -> None:
    text = _advice_page(here(), explained(plan=Plan(is_any_order=True))).text
    assert "You can make both moves, in either order. The other one: " in text and "Second best" not in text


def test_estimate_has_an_error_unless_all_games_agree() -> None:
    thinking = SearchSettings(games=8, moves=2, points_format="${}", decimals=0)
    line, _ = _search_lines(thinking, Advice(BEST, SECOND, 400.0, 0.2, 40))
    assert "gains $400 more (± less than 1) than the second best" in line
    alike, _ = _search_lines(thinking, Advice(BEST, SECOND, 400.0, 0.0, 40))
    assert alike == "-# The best move gains $400 more in all 40 imagined games."


@pytest.mark.parametrize(
    ("thinking", "gain", "how"),
    [
        (
            SearchSettings(games=8, moves=2),
            "gains 7,540.4 points more (±141.0)",
            "Computer players finish those games.",
        ),
        (
            SearchSettings(games=8, moves=2, rounds=1, points_format="{} gold", decimals=0),
            "gains 7,540 gold more (±141)",
            "Computer players continue those games for a short while.",
        ),
        (
            SearchSettings(
                games=8, moves=2, rounds=1, evaluate_state=lambda state, seat: 0.0, points_format="${}", decimals=0
            ),
            "gains $7,540 more (±141)",
            "Computer players continue those games for a while, and then estimate",
        ),
    ],
)
def test_hint_uses_the_unit_and_horizon_of_its_game(thinking: SearchSettings, gain: str, how: str) -> None:
    reason, foot = _search_lines(thinking, Advice(BEST, SECOND, 7540.4, 141.0, 40))
    assert gain in reason and how in foot


@pytest.mark.parametrize(("length", "shown"), [(100, True), (101, False)])
def test_hinted_move_with_too_many_words_has_no_button(length: int, shown: bool) -> None:
    least = len("m:1:999:-0 call ")
    place = replace(here(), table_view=cast(Any, Seen()))
    assert (_confirm_button(place, Call(Seat(1), "w" * (length - least)), "Do it", Style.success) is not None) == shown


def test_changed_question_is_shown_again() -> None:
    place = here()
    assert _game_changed_text(place) == "The game has changed while I was thinking, so here’s your question again."
    assert _game_changed_text(replace(place, decision=None)) == "The game has changed while I was thinking."
