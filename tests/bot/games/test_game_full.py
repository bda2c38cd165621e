"""The largest and the smallest whole game: six people with all modules, and one person alone."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from engine import PhaseEnded
from engine.core import premove_decisions, verb_of
from engine.store.verify import verify_database
from tests.bot.empty_stores import place
from tests.bot.games.test_game_by_buttons import answer
from tests.bot.simulated_channel import GAME, NAMES, Direct, World, text_of, world
from tests.bot.ui.test_limits import hold
from tests.bot.whole_game import every_phase_was_posted_once, everything, exported, person_at, typed

EVERYTHING = list(GAME.options.presets())[-1]
SIX = (*NAMES, "Eli", "Fay")


async def test_one_person_plays_a_whole_game_in_a_direct_message_with_buttons_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = Direct(running, "Ada")
        await ada.lobby()
        await ada.person.click(ada.posts()[0], label="Start alone")
        rng, seen = Random(5), set[str]()
        shown = await ada.person.click(ada.latest("Your move"), label="Your move")
        table = await ada.table()
        while table.status == "playing":  # the menu leads from move to move: a post is made only where a phase ends
            posts, seq = len(ada.posts()), table.seq
            shown = await answer(running, ada.person, shown, rng, seen)
            table = await ada.table()
            made = [m for m in await running.bot.services.tables.history(table.id) if m.seq > seq]
            ended = sum(any(isinstance(event, PhaseEnded) for event in move.events) for move in made)
            assert len(ada.posts()) - posts <= ended, made
        assert "is over" in text_of(ada.posts()[-1])
        sent = [r.json or {} for r in running.env.http_requests if r.method == "POST" and "/messages" in r.path]
        assert not any((body.get("allowed_mentions") or {}).get("users") for body in sent)
        hold(running)


async def test_six_people_play_a_whole_game_with_everything_by_commands_and_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.deal(6)
        await running.lobby(*SIX)
        page = await running.host_page("Ada", running.posts()[0], "Options")
        preset = next(i for i in running.identities(page.response) if i.startswith("p:"))
        await running.person("Ada").select(page.response, [EVERYTHING], custom_id=preset)
        await running.host_page("Ada", running.posts()[0], "Start")
        rng, used, offered = Random(10), Counter[str](), set[str]()
        table = await running.table()
        while table.status == "playing":
            for question in premove_decisions(table.state):  # type: ignore[arg-type]
                offered |= {verb_of(action) for action in question.offers}
                if rng.random() < 0.05 or not used[verb_of(next(iter(question.offers)))]:
                    await by_command(running, table, rng.choice(list(question.offers)), used)
                    table = await running.table()
            _, decision = await running.asked()
            offers = list(decision.offers)
            offered |= {verb_of(action) for action in offers}
            fresh = [action for action in offers if not used[verb_of(action)]]
            if not fresh and rng.random() < 0.2:
                await by_buttons(running, rng)
            else:
                await by_command(running, table, rng.choice(fresh or offers), used)
            table = await running.table()
        assert "is over" in text_of(running.posts()[-1])
        assert offered == set(used) and len(offered) > len(GAME.actions) // 2
        await every_phase_was_posted_once(running, table.id)
        words = everything(running).casefold()
        assert "said ahead" not in words
        await exported(running, table)
        hold(running)
    assert (await verify_database(place(tmp_path / "tables.db"))).findings == ()


async def by_command(running: World, table: Any, action: Any, used: Counter[str]) -> None:
    """Make the move by its own slash command."""
    said = await typed(running, person_at(running, table, action.seat), action)
    assert said.startswith("✓"), (action, said)
    used[verb_of(action)] += 1


async def by_buttons(running: World, rng: Random) -> None:
    """Make one move, from *Your move* to Confirm, without premoves."""
    person, _ = await running.asked()
    shown = await person.click(running.latest("Your move"), label="Your move")
    for _ in range(30):
        shown = await answer(running, person, shown, rng, set())
        if shown.response.content.startswith("✓"):
            return
    raise AssertionError(shown.response.content)
