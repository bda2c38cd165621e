"""A whole game with slash commands alone, and the posts in the channel."""

import re
from pathlib import Path
from random import Random
from typing import Any

from engine import PhaseEnded
from engine.core import Secret, write_action
from tests.bot.simulated_channel import NAMES, World, text_of, world
from tests.bot.whole_game import (
    AT_ITS_END,
    WITHIN_A_PHASE,
    every_phase_was_posted_once,
    exported,
    requests,
    typed,
)


def hands(state: Any) -> dict[Any, tuple[str, ...]]:
    """Return the secrets that only their holder may see, by holder."""
    found = {}
    for name in state.__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, dict):
            found.update({seat: v.value for seat, v in value.items() if isinstance(v, Secret)})
    return found


def mentions(running: World, since: int) -> list[str]:
    """Return the people whom the new posts notify."""
    sent = [r.json or {} for r in requests(running)[since:] if r.method == "POST"]
    return [user for body in sent for user in (body.get("allowed_mentions") or {}).get("users", [])]


async def one_move(running: World, rng: Random) -> None:
    person, decision = await running.asked()
    action = rng.choice(list(decision.offers))
    said = await typed(running, person, action)
    assert said.startswith("✓"), (write_action(action), said)


async def test_four_people_play_a_whole_game_with_slash_commands_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started(*NAMES)
        dealt = {tile for hand in hands(table.state).values() for tile in hand}
        rng, seq = Random(3), table.seq
        while table.status == "playing":
            before = len(requests(running))
            await one_move(running, rng)
            table = await running.table()
            made = (await running.bot.services.tables.history(table.id))[seq + 1 :]
            seq = table.seq

            ended = any(isinstance(event, PhaseEnded) for move in made for event in move.events)
            assert len(requests(running)) - before <= (AT_ITS_END if ended else WITHIN_A_PHASE), made
            assert len(mentions(running, before)) == (1 if table.status == "playing" else 0), made

            held = {tile for hand in hands(table.state).values() for tile in hand} & dealt
            for post in running.posts()[-3:]:
                assert not [tile for tile in held if tile in text_of(post)]

        last = running.posts()[-1]
        assert "is over" in text_of(last)
        text = await exported(running, table)
        seed = re.search(r"Seed: `(\d+)`", text_of(last))
        assert seed is not None and f"seed: {seed[1]}" in text
        await every_phase_was_posted_once(running, table.id)
