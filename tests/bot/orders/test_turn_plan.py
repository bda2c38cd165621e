"""A whole turn planned ahead in the simulated Discord: step by step, with a fallback, and a stop in the middle."""

from pathlib import Path
from typing import Any

from engine import GAMES
from tests.bot.orders.test_orders_command import given, previewed
from tests.bot.simulated_channel import World, text_of, world
from tests.bot.ui.test_limits import hold
from tests.bot.whole_game import everything

LONG_TURNS = list(GAMES)[2]
"""A game in which a turn has several actions."""
MADE = "(By standing order.)"


async def at_table(running: World) -> tuple[Any, Any]:
    """Return the first asked person, and the next one."""
    await running.started("Ada", "Ben", title=LONG_TURNS)
    first, _ = await running.asked()
    return first, next(person for person in running.people.values() if person != first)


async def until_asked_is_not(running: World, person: Any) -> None:
    """Play the first player's turn by hand."""
    while (await running.asked())[0] == person and not await by_order(running):
        await running.move_on(1)
        await running.told()


async def by_order(running: World) -> list[str]:
    history = await running.bot.services.tables.history((await running.table()).id)
    return [move.line.split(" ", 1)[1] for move in history if move.by == "order"]


async def test_whole_turn_is_planned_and_executed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        first, second = await at_table(running)
        shown = await previewed(running, second, "buy 1, then place worker then place worker")
        text = text_of(shown)
        assert "1. `buy 1`" in text and "3. `place worker`" in text
        assert "It applies one move at a time, in order." in text
        assert "It starts when you’re next asked for its first kind of move." in text
        listed = (await second.click(shown, label="Save order")).response
        assert "1. `buy 1`, then `place worker`, then `place worker`: one move at a time, in order." in text_of(listed)
        await until_asked_is_not(running, first)
        assert await by_order(running) == ["buy 1", "place worker", "place worker"]
        assert everything(running).count(MADE) == 3 and (await running.asked())[0] == first
        read = text_of((await second.slash(running.channel, "hand")).response).replace("\\", "")
        assert "made “place worker”, step 3 of 3." in read
        lately = text_of((await second.slash(running.channel, "orders")).response)
        assert "all its moves have been made. It has made 3 moves." in lately
        hold(running)


async def test_failed_turn_plan_uses_fallback_then_asks_the_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        first, second = await at_table(running)
        await given(running, second, "buy 1; build 3; place worker", how_long="in order")
        await running.env.advance_time(1)
        await given(running, second, "discard scout")
        await until_asked_is_not(running, first)
        assert await by_order(running) == ["buy 1", "discard scout pile"]
        assert (await running.asked())[0] == second
        menu = text_of((await second.click(running.latest("Your move"), label="Your move")).response).replace("\\", "")
        assert "has ended: step 2 of 3, “build 3”, isn’t possible." in menu
        assert "made “discard scout pile”." in menu
