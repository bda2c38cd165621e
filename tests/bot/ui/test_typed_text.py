"""Typed text and its answers: spelling of moves, names in refusals, rules, and help."""

from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from bot.names import name_seats
from bot.tables.table import Player
from bot.ui.answer_buttons import split_label
from engine import PhaseEnded
from engine.core import decisions, field_names, play, verb_of
from render import PAINTERS
from tests.bot.simulated_channel import GAME, TITLE, Direct, World, spelled, world

PLAYERS = (Player("Ada"), Player("B_n"))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("You lack it; player 2 has it.", "You lack it; B\\_n has it."),
        ("Player 1 owns 3 and player 2's hotel stands.", "Ada owns 3 and B\\_n's hotel stands."),
        ("It is for 2 players, and player 12 is none.", "It is for 2 players, and player 12 is none."),
    ],
)
def test_refusal_uses_display_name_of_a_seat(said: str, shown: str) -> None:
    assert name_seats(said, PLAYERS) == shown


@pytest.mark.parametrize(
    ("label", "name", "effect"),
    [
        ("Boston: goods 2, fits 1 place", "Boston", "goods 2, fits 1 place"),
        ("Omaha (there: coal)", "Omaha (there: coal)", ""),
        ("3", "3", ""),
    ],
)
def test_label_is_a_name_and_an_effect(label: str, name: str, effect: str) -> None:
    assert split_label(label) == (name, effect)


async def test_button_label_does_not_repeat_the_choice(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, decision = await running.asked()
        shown = await person.click(running.latest("Your move"), label="Your move")
        seen = (await running.bot.services.seat_context_at(await running.table(), person.id)).table_view
        (field,) = field_names(type(next(iter(decision.offers))))
        labels = running.labels(shown.response)
        for action in decision.offers:
            assert any(label.endswith(f" · {seen.short_label(action, field).label}") for label in labels)
        assert not any(label in shown.response.content for label in labels)


async def in_words(running: World) -> tuple[Any, Any]:
    """Return the first asked person, and an offer with a space in one of its values."""
    for _ in range(40):
        person, decision = await running.asked()
        for action in decision.offers:
            if "_" in spelled(action):
                return person, action
        await running.move_on(1)
    raise AssertionError("no move has a blank in it")


@pytest.mark.parametrize(
    "written", [str.upper, lambda line: line.replace("_", " "), lambda line: f"/{GAME.command} {line}"]
)
async def test_move_can_be_typed_as_it_is_shown(tmp_path: Path, written: Any) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        person, action = await in_words(running)
        said = await person.slash(running.channel, "move", line=written(spelled(action)))
        assert said.response.content.startswith("✓"), said.response.content


async def test_unknown_verb_is_answered_with_the_possible_verbs(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        person, decision = await running.asked()
        said = await person.slash(running.channel, "move", line="fly home")
        now = ", ".join(dict.fromkeys(map(verb_of, decision.offers)))
        assert said.response.content == f"“fly” isn’t a move here. You can: {now}."


async def test_malformed_move_is_answered_with_an_example(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        person, decision = await running.asked()
        action = next(iter(decision.offers))
        said = await person.slash(running.channel, "move", line=verb_of(action))
        assert said.response.content.endswith(f" Example: “{spelled(action)}”. Did you mean one of these?")


async def test_rules_list_other_topics_and_can_be_searched(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        table = await running.started("Ada", "Ben")
        ada = running.person("Ada")
        topics = GAME.text.help((await running.bot.services.view_for(table, None)).view)
        said = (await ada.slash(running.channel, "rules")).response.content
        assert said.startswith(f"**{topics[0][0]}**\n{topics[0][1]}")
        assert said.endswith(f"More with `/rules topic:` {', '.join(name for name, _ in topics[1:])}.")
        words = topics[-1][1].split(". ")[0]
        said = (await ada.slash(running.channel, "rules", topic=words)).response.content
        assert said == "**{}**\n{}".format(*topics[-1])


def ends(state: Any, action: Any) -> bool:
    """Whether the game ends with this move and its forced moves."""
    after, _ = play(state, action)
    while asked := decisions(after):
        if len(asked[0].offers) > 1:
            return False
        after, _ = play(after, next(iter(asked[0].offers)))
    return True


async def test_last_move_cannot_be_undone_and_the_game_is_over(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada")
        person, decision = await running.asked()
        while not ends((await running.table()).state, next(iter(decision.offers))):
            await running.move_on(1)
            person, decision = await running.asked()
        shown = await person.click(running.latest("Your move"), label="Your move")
        while not shown.response.content.startswith("✓"):
            options, labels = running.options(shown.response), running.labels(shown.response)
            if options:
                shown = await person.select(shown.response, [options[0]])
            else:
                shown = await person.click(shown.response, label=labels[0])
        assert "The game is over: Ada ends with " in shown.response.content and not running.labels(shown.response)


async def test_help_in_a_direct_message_is_about_direct_messages(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        ada = running.person("Ada")
        here = (await ada.click((await ada.slash(running.channel, "help")).response, label="More")).response.content
        direct = Direct(running, "Ada").person
        alone = (await direct.click((await direct.slash("help")).response, label="More")).response.content
        assert "*Join*" in here and "*Join*" not in alone and "`/rules`" in alone


async def test_pictures_are_offered_by_familiar_names(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        called = PAINTERS[TITLE].picture_aliases
        assert called
        names = {choice["name"] for choice in await ada.autocomplete(running.channel, "board", "picture", "")}
        assert names == {called.get(name, name) for name in PAINTERS[TITLE].public_pictures}
        said = (await ada.slash(running.channel, "board", picture="x")).response.content
        assert all(name in said for name in called.values())
        for name in called.values():
            assert "no picture" not in (await ada.slash(running.channel, "board", picture=name)).response.content


async def test_move_without_public_events_is_confirmed_with_its_label(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        table = await running.lobby("Ada", "Ben")
        await running.bot.services.tables.choose_preset(table.id, list(GAME.options.presets())[-1])
        await running.person("Ada").slash(running.channel, "game start")
        for _ in range(80):
            person, decision = await running.asked()
            silent = [a for a in decision.offers if not field_names(type(a)) and not told(await running.table(), a)]
            if silent:
                break
            await running.move_on(1)
        seen = (await running.bot.services.seat_context_at(await running.table(), person.id)).table_view
        said = await person.slash(running.channel, "move", line=spelled(silent[0]))
        assert said.response.content == f"✓ You chose: {seen.action_text(silent[0])}."


async def test_move_of_a_solo_player_is_reported_once(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        running.deal(7301)
        await running.lobby("Ada", title="railroad-rivals")
        await running.person("Ada").slash(running.channel, "game start")
        said = await running.person("Ada").slash(running.channel, "move", line="arrange wood grain coal")
        assert "The progression starts with" in said.response.content and "You chose" not in said.response.content


def told(table: Any, action: Any) -> list[str]:
    """Return the narration of the move alone."""
    _, events = play(table.state, action)
    own = takewhile(lambda event: not isinstance(event, PhaseEnded), events)
    return list(filter(None, (GAME.text.event_sentence(event, str) for event in own)))
