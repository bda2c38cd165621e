"""Presses of an outdated *Undo* or *Redo*: the answer explains what is still possible and has a button for it."""

from pathlib import Path
from typing import Any

from bot.ui.components import custom_id
from engine.core import is_revealing, play, write_action
from tests.bot.simulated_channel import World, spelled, world

CHANGED = "The game has changed since that button was posted."
AGAIN = "Undo my last move"


async def pressed(running: World, name: str, seq: int, rest: str = "") -> Any:
    """Return the answer to an undo button that was shown after move ``seq``."""
    table = await running.table()
    post = (await running.person(name).slash(running.channel, "board")).response
    return (await running.press_again(running.person(name), post, custom_id("u", table.id, seq, rest))).response


async def plain_move(running: World) -> str:
    """Make a move that reveals nothing, and return its player's name."""
    person, decision = await running.asked()
    state = (await running.table()).state
    for action in decision.offers:
        after, events = play(state, action)
        if not is_revealing(state, after, events, decision.seat):
            await person.slash(running.channel, "move", line=spelled(action))
            return str(person.name)
    raise AssertionError("every move reveals something")


async def test_computers_have_moved_since(tmp_path: Path) -> None:
    async with world(tmp_path, pace=4.0) as running:
        running.deal(7)
        await running.started("Ada", computers=2, title="railroads-of-catan")
        tables = running.bot.services.tables
        seq = (await running.table()).seq + 1
        await plain_move(running)
        await tables.play_automatic_moves((await running.table()).id)
        assert (await running.table()).seq > seq
        said = await pressed(running, "Ada", seq)
        assert f"{CHANGED} Use `/undo` to undo your last move." in said.content
        labels = running.labels(said)
        assert AGAIN in labels and len(labels) > 1, "the current question is there"
        undone = (await running.person("Ada").click(said, label=AGAIN)).response
        assert "moves were undone." in undone.content
        made = await tables.active_moves((await running.table()).id)
        assert seq not in {move.seq for move in made}


async def test_a_player_who_has_moved_since_must_agree(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        first = await plain_move(running)
        seq = (await running.table()).seq
        other = await plain_move(running)
        assert first != other
        said = await pressed(running, first, seq)
        assert f"{CHANGED} Use `/undo` to undo your last move, if {other} agrees." in said.content
        asked = (await running.person(first).click(said, label=AGAIN)).response
        assert f"If {other} agrees, the game returns to before" in asked.content
        assert running.labels(asked) == ["Ask the table"]


async def test_a_move_that_revealed_something_cannot_be_undone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        while True:
            person, decision = await running.asked()
            state, action = (await running.table()).state, next(iter(decision.offers))
            after, events = play(state, action)
            if is_revealing(state, after, events, decision.seat):
                break
            await plain_move(running)
        seq = (await running.table()).seq
        await running.bot.services.tables.play_move((await running.table()).id, person.id, write_action(action))
        said = await pressed(running, str(person.name), seq)
        assert f"{CHANGED} You can’t undo past" in said.content and AGAIN not in running.labels(said)


async def test_an_old_redo_offers_what_can_be_redone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railway-rivals")
        await running.move_on(2)
        names = [await plain_move(running) for _ in range(2)]
        for _ in names:
            await running.person(names[0]).slash(running.channel, "undo")
        seq = (await running.table()).seq
        said = await pressed(running, names[0], seq - 1, "redo")
        assert f"{CHANGED} To redo, use `/undo scope:redo`." in said.content
        redone = (await running.person(names[0]).click(said, label="Redo")).response
        assert redone.content.startswith("✓")
