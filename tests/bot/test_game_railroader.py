"""A game of RailRoader from its first gang to Buffalo Creek: pressed, typed, said ahead, and refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from bot import limits
from bot.sight import sight
from engine import GAMES, Action, PhaseEnded, redact, write
from engine.ai import greedy
from engine.core.action import fields, verb
from engine.core.rng import seeded
from engine.core.transcript import parse, replay
from engine.games.railroader.cards import DEPUTY
from engine.store.verify import verify
from tests.bot.test_game_by_commands import (
    AT_ITS_END,
    WITHIN_A_PHASE,
    every_phase_was_posted_once,
    options_of,
    requests,
)
from tests.bot.test_limits import hold
from tests.bot.world import World, text_of, world

GAME = GAMES["railroader"]
SEED = 4
PRESSES = 5
"""The most presses that a move takes in the menu, from *Your move* to *Confirm*."""


async def table_of(running: World, *names: str) -> Any:
    """A table on the short line, started."""
    opened = await running.person(names[0]).slash(running.channel, "game new", title=GAME.key)
    for name in names[1:]:
        await running.person(name).click(opened.response, label="Join")
    await running.bot.desk.sessions.set_option((await running.table()).id, "line", "16")
    await running.person(names[0]).slash(running.channel, "game start")
    return await running.table()


def person_at(running: World, table: Any, seat: int) -> Any:
    user = table.players[seat - 1].user
    return next(person for person in running.people.values() if person.id == user)


async def typed(running: World, person: Any, action: Action) -> str:
    """The move as its own slash command; what the bot says."""
    said = await person.slash(running.channel, f"{GAME.command} {verb(action)}", **options_of(action))
    assert said.ephemeral
    return str(said.response.content)


async def pressed(running: World, person: Any, action: Action) -> tuple[str, int]:
    """The move by the private menu alone; what the bot says, and how many presses it took."""
    shown, presses = await person.click(running.latest("Your move"), label="Your move"), 1
    words = write(action).split()[1:]
    seen = sight(await running.table(), action.seat)
    called = [limits.cut(seen.label(action, field), limits.BUTTON_LABEL) for field in (*fields(type(action)), "")]
    called += [f"{type(action).called}…", type(action).called, *words]
    while "Confirm" not in running.labels(shown.response):
        message, presses = shown.response, presses + 1
        options, labels = running.options(message), running.labels(message)
        if wanted := [option for option in options if option in words]:
            shown = await person.select(message, [wanted[-1]])
        elif options and "More" in labels:
            shown = await person.click(message, label="More")
        else:
            shown = await person.click(message, label=next(label for label in labels if label in called))
    assert seen.sentence(action) in shown.response.content
    shown = await person.click(shown.response, label="Confirm")
    return str(shown.response.content), presses + 1


async def test_three_people_play_a_whole_game_of_railroader(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        running.deal(SEED)
        table = await table_of(running, "Ada", "Ben", "Cleo")
        used, most = Counter[str](), 0
        while table.status == "playing":
            before, seq = len(requests(running)), table.seq
            (decision,) = running.bot.desk.sessions.decisions(table)
            seen = redact(table.state, decision.seat)
            action, _ = greedy.choose(GAME, seen, decision, seeded(table.seq, "people"))
            person = person_at(running, table, decision.seat)
            if used[verb(action)] > 1 and table.seq % 8:
                said = await typed(running, person, action)
            else:
                said, presses = await pressed(running, person, action)
                most = max(most, presses)
            assert said.startswith("✓"), (write(action), said)
            used[verb(action)] += 1
            table = await running.table()
            made = (await running.bot.desk.sessions.history(table.id))[seq + 1 :]
            ended = sum(isinstance(event, PhaseEnded) for move in made for event in move.events)
            assert len(requests(running)) - before <= WITHIN_A_PHASE + (AT_ITS_END - WITHIN_A_PHASE) * ended, made
        assert "is over" in running.posts()[-1].content
        assert most <= PRESSES
        assert len(used) >= 8
        await every_phase_was_posted_once(running, table.id)
        exported = await running.person("Ada").slash(running.channel, "game export")
        text = (await exported.response.attachments[0].read()).decode()
        assert replay(GAME, parse(text)) == table.state
        hold(running)
    assert (await verify(tmp_path / "tables.db")).findings == ()


async def test_orders_stay_secret_and_a_turn_is_told_to_its_end(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        running.deal(SEED)
        table = await table_of(running, "Ada", "Ben")
        (decision,) = running.bot.desk.sessions.decisions(table)
        person = person_at(running, table, decision.seat)
        other = next(who for who in running.people.values() if who.id != person.id)
        said = await other.slash(running.channel, "railroader deputies", use="never", first="crates")
        assert said.ephemeral
        assert said.response.content.startswith("✓ Said ahead. Your deputies are never used. You may change it")
        assert said.response.content.endswith("nobody else sees it.")
        assert not any("deputies" in text_of(post).casefold() for post in running.posts())
        refused = await person.slash(running.channel, "railroader build", sections=1)
        assert refused.ephemeral
        assert refused.response.content.startswith("No worker ")
        wrong = await person.slash(running.channel, "railroader place", card=DEPUTY)
        assert wrong.response.content == "You have no deputy in hand."
        for line in ("place supplies-4", "place worker", "place worker"):
            done = await person.slash(running.channel, "move", line=line)
            assert done.response.content.startswith("✓")
        told = "\n".join(text_of(post) for post in running.posts())
        assert "put a worker on the railhead." in told
        assert "’s gang ate 2 supplies." in told
        hold(running)
