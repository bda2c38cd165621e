"""Texts in the channel and for each player while plans and entries of Railway Rivals are sealed."""

from pathlib import Path
from typing import Any

from engine import GAMES, write_action
from engine.games.railway_rivals.state.phases import Building
from tests.bot.seated_players import begun_at
from tests.bot.simulated_channel import World, world
from tests.bot.whole_game import decision_of, everything, person_at
from tests.games.railway_rivals.contest import column, contest, operating
from tests.games.railway_rivals.table import asked, go, table

GAME = GAMES["railway-rivals"]
HALVES = {1: column("R", 2, 10), 2: column("R", 10, 18), 3: column("R", 10, 18)}
OFFER = "Ada offers you a joint run for York to Leicester (23-43)."


async def at_position(running: World, state: Any, *names: str, computers: int = 0) -> Any:
    """Start a table of these people in this position, with an empty log and everything posted."""
    lobby = await running.lobby(*names, computers=computers, title=GAME.key)
    store, sessions = running.bot._store, running.bot.services.tables
    await begun_at(store, lobby.id, state)
    sessions._cache.invalidate(lobby.id)
    running.bot.services.outbox.wake(lobby.id)
    await running.told()
    return await running.table()


async def said(running: World, name: str, line: str) -> str:
    answer = await running.person(name).slash(running.channel, "move", line=line)
    await running.told()
    return str(answer.response.content)


async def planning(running: World) -> tuple[Any, Any]:
    """Return the table of a game in which everybody builds or plans, and the first person who plans."""
    at = await running.started("Ada", "Ben", "Cleo", title=GAME.key, map="tyne-tees")
    while not isinstance(at.state.flow[-1], Building):
        seat = running.bot.services.tables.decisions(at)[0].seat
        line = write_action(next(iter(decision_of(running, at, seat).offers)))
        await person_at(running, at, seat).slash(running.channel, "move", line=line)
        at = await running.table()
    return at, person_at(running, at, asked(at.state)[1])


async def test_channel_reads_only_who_undid_a_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, person = await planning(running)
        await person.slash(running.channel, "railway done")
        await person.slash(running.channel, "undo")
        assert f"↩ {person.name} undid the last move." in everything(running)


async def test_own_change_that_reopens_a_question_mentions_nobody(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        at, person = await planning(running)
        lay = next(
            a for a in decision_of(running, at, asked(at.state)[1]).offers if write_action(a).split()[1] == "lay"
        )
        await person.slash(running.channel, "move", line=write_action(lay))
        await person.slash(running.channel, "railway done")
        posts = len(running.posts())
        answer = await person.slash(running.channel, "railway clear")
        assert answer.response.content.startswith("✓ You cleared your plan")
        assert len(running.posts()) == posts and "moved." not in everything(running)
        await person.slash(running.channel, "undo")
        assert f"↩ {person.name} undid the last move." in everything(running)


async def test_player_with_another_question_does_not_read_it_as_shared(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, person = await planning(running)
        shown = await person.slash(running.channel, "board")
        assert "Your turn: Plan your track" in shown.response.content
        assert "Build track" not in shown.response.content
        shown = await running.person("Dov").slash(running.channel, "board")
        assert "Waiting for" in shown.response.content and "Plan" not in shown.response.content


async def test_limit_is_confirmed_in_the_same_words_as_a_plan(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await at_position(running, table(capital=6), "Ada", "Ben")
        assert "✓ You planned" in await said(running, "Ben", "lay Y5-Y4")
        shown = await running.person("Ben").click(running.latest("Your move"), label="Your move")
        assert "You have planned 1 of your 6 building points: 5 left." in shown.response.content
        assert await said(running, "Ben", "limit 3") == ("✓ Your plans may pay rivals up to 3 gold more than planned.")
        assert (await said(running, "Ben", "limit 999")).startswith("Your plans can pay rivals at most 26 gold more")


async def test_deal_offer_is_shown_first_to_its_partner_only(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await at_position(running, contest("23-43", track=HALVES), "Ada", "Ben", "Cleo")
        await said(running, "Ada", "joint 23-43 2 R2>R18")
        shown = {
            name: (await running.person(name).click(running.latest("Your move"), label="Your move")).response.content
            for name in ("Ada", "Ben", "Cleo")
        }
        assert shown["Ben"].startswith(OFFER)
        assert shown["Ada"].startswith("Waiting for Ben and Cleo.") and "Enter or stay out" not in shown["Ada"]
        assert "offer" not in shown["Cleo"] and OFFER not in everything(running)
        mine = await running.person("Ada").slash(running.channel, "hand")
        assert "York to Leicester: you offered Ben a joint run." in mine.response.content
        assert "nothing that only you can see" not in mine.response.content
        theirs = await running.person("Ben").slash(running.channel, "hand")
        assert OFFER in theirs.response.content
        entered = await said(running, "Ben", "enter 23-43 R10>R2")
        assert not entered.startswith("✓")
        stayed = await said(running, "Ben", "stay 23-43")
        assert stayed.startswith("✓ You stay out of run York to Leicester (23-43)")
        assert stayed.endswith("This declines Ada’s offer.")


async def test_player_with_a_run_left_is_not_mentioned_again_after_computers(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lines = ("p2 joint 23-43 1 R2>R18", "p2 enter 43-23 R18>R2", "p3 stay 23-43", "p3 stay 43-23")
        state, _ = go(contest("23-43", "43-23", track=HALVES), *lines)
        await at_position(running, state, "Ada", computers=2)
        await said(running, "Ada", "enter 23-43 R2>R18")
        while asked((await running.table()).state) != [1] or await running.bot.services.tables.tables_to_publish():
            await running.env.settle()
        assert "p2" in {move.line[:2] for move in await running.bot.services.tables.history((await running.table()).id)}
        anew = [post for post in running.posts() if post.content.startswith("<@") and "out: 43" in post.content]
        assert not anew, "the card alone says what is left"


async def test_reopened_sealed_decision_is_invisible_to_others(tmp_path: Path) -> None:
    track = {1: column("R", 2, 10), 2: column("R", 10, 14), 3: column("R", 14, 18)}
    state = operating(track=track, stock="23 43 26 43 23 41 11 12 13 14", options={"runs": "four"})
    async with world(tmp_path) as running:
        await at_position(running, state.take_events()[0], "Ada", "Ben", "Cleo")
        for name, lines in {"Ada": ("stay rest", "done"), "Cleo": ("stay rest", "done")}.items():
            for line in lines:
                await said(running, name, line)
        before = [post.content for post in running.posts()]
        assert any(
            "Waiting for" in text and "Everyone stays listed until all have answered." in text for text in before
        )
        await said(running, "Ben", "joint 23-43 1 R2>R18")
        assert asked((await running.table()).state)[0] == 1
        assert [post.content for post in running.posts()] == before
        assert "Accept or decline the offers to you." in await said(running, "Ada", "enter 23-43 R2>R18")
