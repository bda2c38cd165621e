"""A whole game with interruptions: restarts, failing posts, undone moves, and people who look."""

from collections import Counter
from pathlib import Path
from random import Random

from bot.tables.phases import OpenPhase, drop_undone, split_into_phases
from tests.bot.games.test_game_by_buttons import play_by_buttons
from tests.bot.simulated_channel import World, text_of, world

FAULTS = ((403, 50013), (404, 30046), (500, 0))
PEOPLE = ("Ada", "Ben", "Cleo")


async def something_happens(running: World, rng: Random) -> None:
    person = running.person(rng.choice(PEOPLE))
    match rng.randrange(16):
        case 0:
            await person.slash(running.channel, "undo")
        case 1:
            await running.restart()
            await running.env.settle()
        case 2:
            status, code = rng.choice(FAULTS)
            method = rng.choice(("POST", "PATCH"))
            running.env.inject_error(method, "/channels/*", status=status, code=code, times=rng.randint(1, 2))
            await running.move_on(1)
            running.env.backend.faults.clear()
        case 3 | 4:
            command = rng.choice(("board", "hand", "history", "game status", "rules"))
            assert (await person.slash(running.channel, command)).response.content
        case 5 | 6 | 7 | 8:
            await play_by_buttons(running, rng, set())
        case _:
            await running.move_on(1)


async def test_game_is_reported_completely_despite_interruptions(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started(*PEOPLE, computers=1)
        rng = Random(26)
        while (await running.table()).status == "playing":
            await something_happens(running, rng)
        await running.env.advance_time(4_000)  # what failed last is tried again
        table, sessions = await running.table(), running.bot.services.tables
        assert await sessions.tables_to_publish() == ()
        standing, _ = drop_undone(await sessions.history(table.id))
        done, _ = split_into_phases(OpenPhase(), standing, over=True)
        told = Counter(tuple(running.identities(post)) for post in running.reports())
        assert len(told) >= len(done) and max(told.values()) == 1
        assert sum("is over" in text_of(post) for post in running.posts()) == 1
        cards = [post for post in running.posts() if "Final scores" in post.content]
        assert [card.id for card in cards] == [table.notes["card"]]
