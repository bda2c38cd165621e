"""Buttons for whole moves: those of the last turn, suggested ones, and the last of a turn; and forms for two moves."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import discord

from bot.routes import ROUTES
from bot.turn.multi_move_form import handle_make_all, multi_move_fields
from bot.ui.answer_buttons import likeliest_question
from bot.ui.components import ButtonPress, custom_id, parse_custom_id
from bot.ui.question_buttons import question_button_rows
from bot.ui.questions import next_question
from bot.ui.shortcuts import (
    ALL_PROPOSALS_PREFIX,
    SAME_AS_LAST_TIME,
    available_shortcuts,
    last_time_moves,
    questions_each_turn,
    two_move_shortcut,
)
from engine import GAMES, Action, Decision, State, decisions, play, redact, write_action
from engine.core import verb_of
from engine.core.action import menu_offers
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import NAMES, World, world

BIDS = GAMES["railroads-of-catan"]
"""A game in which each turn begins with a bid and a ranking, and ends when its player stops."""
FORM = "Bid for turn order, rank associates…"


def until(name: str, seed: int = 3) -> tuple[State, Decision, tuple[str, ...]]:
    """Return the first question with this verb, and the earlier lines of its seat.

    All other questions are answered with their first offer.
    """
    state, _ = BIDS.new_game(BIDS.options(), 3, seed)
    said: list[str] = []
    while True:
        asked = decisions(state)[0]
        offers = tuple(asked.offers)
        if said and any(verb_of(offer) == name for offer in offers):
            return state, asked, tuple(line for line in said if line.startswith(f"p{asked.seat} "))
        said.append(write_action(offers[0]))
        state, _ = play(state, offers[0])


def asked_first(asked: Decision, place: Any) -> Any:
    first = next_question(asked.offers)
    assert first is not None
    return likeliest_question(place.table_view, first, asked.offers)


def test_bid_and_ranking_are_one_form_for_two_moves() -> None:
    state, asked, _ = until("bid")
    place = place_of(BIDS, state, asked, 3)
    kinds = [verb_of(next(iter(offers))) for offers in questions_each_turn(place)]
    assert kinds == ["bid", "rank"]
    state, _ = play(state, next(iter(asked.offers)))
    ranking = next(one for one in decisions(state) if one.seat == asked.seat)
    assert [verb_of(next(iter(each))) for each in questions_each_turn(place_of(BIDS, state, ranking, 3))] == ["rank"]


def test_last_turns_answer_is_offered_while_legal() -> None:
    state, asked, _ = until("bid")
    lines = (f"p{asked.seat} bid 300", f"p{asked.seat} rank banker crew union engineer")
    place = place_of(BIDS, state, asked, 3, earlier=lines)
    assert [write_action(action) for action in last_time_moves(place)] == list(lines)
    shown = available_shortcuts(place, asked_first(asked, place))
    assert [short.label for short in shown] == [SAME_AS_LAST_TIME] and "Bid $300" in shown[0].text
    presses = [
        parse_custom_id(item.custom_id or "")
        for row in question_button_rows(place, asked_first(asked, place), 0)
        for item in row
    ]
    assert any(press and press.kind == "A" and press.arguments.startswith("bid 300|rank banker") for press in presses)
    poor = place_of(BIDS, state, asked, 3, earlier=(f"p{asked.seat} bid 999900",))
    assert not last_time_moves(poor) and not available_shortcuts(poor, asked_first(asked, poor))


def test_suggested_move_button_shows_its_gain() -> None:
    state, asked, _ = until("run")
    place = place_of(BIDS, state, asked, 3)
    (short,) = available_shortcuts(place, asked_first(asked, place))
    assert short.label.startswith("Train 1: +$") and short.actions == (next(iter(asked.offers)),)
    assert "load" in short.text or "sell" in short.text


def with_trains() -> tuple[State, Decision]:
    """Return the first question about at least two trains, after answers by the best hint."""
    state, _ = BIDS.new_game(BIDS.options(), 3, 3)
    while True:
        asked = decisions(state)[0]
        offers = tuple(menu_offers(asked.offers))
        if len({word.split()[2] for word in map(write_action, offers) if " run " in word}) > 1:
            return state, asked
        state, _ = play(state, max(offers, key=partial(BIDS.agent.score_action, redact(state, asked.seat))))


def test_best_trips_of_all_trains_take_one_press() -> None:
    state, asked = with_trains()
    place = place_of(BIDS, state, asked, 3)
    every, *singly = available_shortcuts(place, asked_first(asked, place))
    assert (
        every.is_all_proposals
        and re.fullmatch(r"Confirm the best for both: \+\$\d+,\d00", every.label)
        and len(singly) == 2
    )
    presses = [
        parse_custom_id(item.custom_id or "")
        for row in question_button_rows(place, asked_first(asked, place), 0)
        for item in row
    ]
    assert any(
        press and press.kind == "A" and press.arguments == f"{ALL_PROPOSALS_PREFIX}{every.digest}" for press in presses
    )
    first, second = every.actions
    after, _ = play(state, first)
    following = next(one for one in decisions(after) if one.seat == asked.seat)
    assert second in following.offers and second == next(iter(following.offers))
    assert place_of(BIDS, after, following, 3).table_view.preview_lines(second)[0].rstrip(".") in every.text


def test_form_leaves_out_a_determined_field() -> None:
    state, asked, _ = until("bid")
    named = [field.name for field in multi_move_fields(place_of(BIDS, state, asked, 3))]
    assert named == ["bid.amount", "rank.first", "rank.second", "rank.third"]


def test_form_value_has_its_effect_in_a_second_line() -> None:
    state, asked, _ = until("bid")
    _, first, *_ = multi_move_fields(place_of(BIDS, state, asked, 3))
    assert ("Engineer", "engineer", "all track at half price") in first.options


def test_amount_not_marked_in_picture_has_no_number() -> None:
    state, asked, _ = until("bid")
    place = place_of(BIDS, state, asked, 3)
    labels = [
        getattr(item, "label", "") for row in question_button_rows(place, asked_first(asked, place), 0) for item in row
    ]
    assert "$100" in labels and not any("·" in str(label) for label in labels)


def test_move_is_confirmed_together_with_end_of_turn() -> None:
    state, asked, _ = until("train")
    buying = next(offer for offer in asked.offers if verb_of(offer) == "train")
    both = two_move_shortcut(place_of(BIDS, state, asked, 3), buying)
    assert both is not None and [verb_of(action) for action in both.actions] == ["train", "done"]
    assert both.label == "Confirm, then stop building"
    ending = next(offer for offer in asked.offers if verb_of(offer) == "done")
    assert two_move_shortcut(place_of(BIDS, state, asked, 3), ending) is None


async def at_bids(running: World) -> tuple[Any, Decision]:
    """Play until the first bids, and return the first asked person and their question."""
    await running.started(*NAMES[:3], title=BIDS.key)
    while True:
        person, asked = await running.asked()
        first: Action = next(iter(asked.offers))
        if verb_of(first) == "bid":
            return person, asked
        await person.slash(running.channel, "move", line=" ".join(write_action(first).split()[1:]))


def values_of(form: Any) -> dict[str, Any]:
    """Return the prefilled values of a form."""
    fields = [row["component"] for row in form.modal["components"] if "component" in row]
    chosen = {field["custom_id"]: _defaults(field) for field in fields if "options" in field}
    return {**{field["custom_id"]: field.get("value", "") for field in fields}, **chosen}


def _defaults(field: Any) -> list[str]:
    return [option["value"] for option in field["options"] if option.get("default")]


async def test_one_form_makes_both_moves_or_explains_refusal(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        person, asked = await at_bids(running)
        before = await running.moves()
        page = (await person.click(running.latest("Your move"), label="Your move")).response
        form = await person.click(page, label=FORM)
        assert form.modal["title"] == "Bid for turn order"
        values = {**values_of(form), "bid.amount": "300"}
        wrong = await person.submit_modal(form, {**values, "rank.second": values["rank.first"]})
        assert "rank" in wrong.response.content and await running.moves() == before
        form = await person.click(wrong.response, label=FORM)
        assert values_of(form) == {**values, "rank.second": values["rank.first"]}
        said = await person.submit_modal(form, values)
        assert said.response.content.startswith("✓") and await running.moves() == before + 2
        assert asked.seat not in {one.seat for one in running.bot.services.tables.decisions(await running.table())}


async def test_form_sent_after_the_end_of_the_game_is_refused(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        person, _ = await at_bids(running)
        page = (await person.click(running.latest("Your move"), label="Your move")).response
        form = await person.click(page, label=FORM)
        table = await running.table()
        await running.bot.services.tables.end_game(table.id, table.host)
        said = (await person.submit_modal(form, values_of(form))).response.content
        assert said == "That’s no longer possible.\nThe game is over."


async def twice(interaction: discord.Interaction[Any], press: ButtonPress) -> None:
    """Answer a press that Discord repeats."""
    await handle_make_all(interaction, press)
    await handle_make_all(interaction, press)


async def test_repeated_press_makes_neither_of_its_two_moves_again(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", title="railroader")
        person, asked = await running.asked()
        placing, workers = f"p{asked.seat} place supplies-4", f"p{asked.seat} place worker"
        assert {placing, workers} <= {write_action(offer) for offer in asked.offers}
        page = (await person.click(running.latest("Your move"), label="Your move")).response
        running.bot.routes = {**ROUTES, "A": twice}
        identity = custom_id("A", table.id, table.seq, "place supplies-4|place worker")
        said = (await running.press_again(person, page, identity)).response
        assert await running.moves() == 2 and "You have moved" in said.content
        _, asked = await running.asked()
        assert workers in {write_action(offer) for offer in asked.offers}  # so it could have been made once more
