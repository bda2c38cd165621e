"""Moves without *Confirm* by preference: a move that can be undone is made at once, any other is confirmed."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.users import UserPreferences
from engine import GAMES, decisions, play
from engine.core import is_revealing, verb_of
from tests.bot.simulated_channel import NAMES, World, spelled, world
from tests.bot.whole_game import chosen

CARDS = "railroader"
"""A game in which some moves of a turn turn up a card."""


async def wanting(running: World, person: Any, words: str) -> None:
    """Set in `/settings` when the person is asked for *Confirm*."""
    page = (await person.slash(running.channel, "settings")).response
    page = (await person.click(page, label="Confirm…")).response
    said = (await person.click(page, label=words)).response
    assert f"*Confirm* before your moves: **{words.lower()}**" in said.content


async def pressed(running: World, person: Any, wanted: str) -> Any:
    """Return the private message after a whole move was pressed in the menu."""
    shown = (await person.click(running.latest("Your move"), label="Your move")).response
    identity = next(one for one in running.identities(shown) if one.endswith(f" {wanted}"))
    return (await person.click(shown, custom_id=identity)).response


def move_of(decision: Any, name: str) -> str:
    return next(spelled(offer) for offer in decision.offers if verb_of(offer) == name)


@pytest.mark.parametrize("words", ["Never", "Only if it can’t be undone"])
async def test_choice_makes_move_at_once_and_can_be_undone(tmp_path: Path, words: str) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=CARDS)
        person, decision = await running.asked()
        await wanting(running, person, words)
        before = (await running.table()).state
        shown = await pressed(running, person, move_of(decision, "place"))
        assert shown.content.startswith("✓") and await running.moves() == 1
        assert "Undo" in running.labels(shown) and "Confirm" not in running.labels(shown)
        assert (await running.asked())[0] is person and len(running.labels(shown)) > 2, "the turn goes on"
        await person.click(shown, label="Undo")
        assert (await running.table()).state == before


@pytest.mark.parametrize("words", ["Never", "Only if it can’t be undone", "Always"])
async def test_move_that_reveals_a_card_is_always_confirmed(tmp_path: Path, words: str) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=CARDS)
        person, decision = await running.asked()
        if words != "Always":
            await wanting(running, person, words)
        wanted = next(offer for offer in decision.offers if verb_of(offer) == "buy")
        first = await person.click(running.latest("Your move"), label="Your move")
        shown, _ = await chosen(running, person, first, wanted)
        assert "Confirm" in running.labels(shown.response) and not await running.moves()


async def test_default_preferences_confirm_every_move(tmp_path: Path) -> None:
    assert UserPreferences().confirm == "always"
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=CARDS)
        person, decision = await running.asked()
        shown = await pressed(running, person, move_of(decision, "place"))
        assert "Confirm" in running.labels(shown) and not await running.moves()


async def test_pass_with_complete_label_needs_no_confirmation(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        while True:
            person, decision = await running.asked()
            if verb_of(next(iter(decision.offers))) == "pass":
                break
            await running.move_on(1)
        shown = await pressed(running, person, "pass")
        assert shown.content.startswith("✓") and "Undo" in running.labels(shown)


async def test_outdated_button_makes_no_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=CARDS)
        person, decision = await running.asked()
        await wanting(running, person, "Never")
        shown = (await person.click(running.latest("Your move"), label="Your move")).response
        wanted = move_of(decision, "place")
        identity = next(one for one in running.identities(shown) if one.endswith(f" {wanted}"))
        await person.click(shown, custom_id=identity)
        assert await running.moves() == 1
        await running.press_again(person, shown, identity)
        assert await running.moves() == 1


async def confirmed(running: World, person: Any, action: Any) -> Any:
    """Return the private message after *Confirm*."""
    shown = await person.click(running.latest("Your move"), label="Your move")
    shown, _ = await chosen(running, person, shown, action)
    return (await person.click(shown.response, label="Confirm")).response


def goes_on(table: Any, action: Any) -> bool:
    """Whether the same seat has a choice after the move, which can be undone."""
    after, events = play(table.state, action)
    forced = any(len(asked.offers) == 1 for asked in decisions(after))
    mine = any(asked.seat == action.seat for asked in decisions(after))
    return mine and not forced and not is_revealing(table.state, after, events, action.seat)


@pytest.mark.parametrize("title", GAMES)
async def test_same_message_asks_next_question_with_undo_button(tmp_path: Path, title: str) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby(*NAMES[:3], title=title)
        for preset in list(GAMES[title].options.presets())[-1:]:  # with everything that there is
            await running.bot.services.tables.choose_preset(lobby.id, preset)
        await running.person(NAMES[0]).slash(running.channel, "game start")
        for _ in range(160):
            (person, decision), table = await running.asked(), await running.table()
            found = next((offer for offer in islice(decision.offers, 60) if goes_on(table, offer)), None)
            if found is not None:
                break
            await running.move_on(1)
        assert found is not None
        shown = await confirmed(running, person, found)
        labels = running.labels(shown)
        assert shown.content.startswith("✓") and "Undo" in labels and len(labels) > 1
        asked = next(
            one for one in running.bot.services.tables.decisions(await running.table()) if one.seat == found.seat
        )
        assert asked.prompt in shown.content


async def test_trip_is_built_stop_by_stop_and_made_only_by_confirm(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title="railroads-of-catan")
        while not any(verb_of(offer) == "run" for offer in (await running.asked())[1].offers):
            await running.move_on(1)
        person, decision = await running.asked()
        await wanting(running, person, "Never")
        number = next(offer.number for offer in decision.offers if verb_of(offer) == "run")
        before = await running.moves()
        shown = (await person.click(running.latest("Your move"), label="Your move")).response
        if "Step by step…" not in running.labels(shown):
            identity = next(one for one in running.identities(shown) if one.endswith(f" run {number}"))
            shown = (await person.click(shown, custom_id=identity)).response
        shown = (await person.click(shown, label="Step by step…")).response
        assert "Confirm" in running.labels(shown) and "stay in" in shown.content
        shown = (await person.select(shown, [running.options(shown)[0]])).response
        assert "Confirm" in running.labels(shown) and await running.moves() == before, "nothing is made by a step"
        await person.click(shown, label="Confirm")
        assert await running.moves() > before
