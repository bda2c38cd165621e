"""Who held a seat before: every move is told with the name of who made it, the present with the names of now."""

from __future__ import annotations

import json
from pathlib import Path

from bot.past.film import _told_then, cuts_of
from bot.past.recap import highlights, news_of
from bot.persons.privacy import FORMER, exported_data, forget_user
from bot.persons.scores import Scores
from bot.play import handover
from bot.play.handover import EVERYBODY
from bot.play.sessions import Sessions, Table
from bot.sight import sight
from bot.tables.chapters import effective
from bot.tables.table import seated_at
from engine.store import Store
from tests.bot.seated import ADA, BEN, CAT, DAN, asked, begun
from tests.bot.world import World, text_of, world


def names(table: Table, seq: int) -> list[str]:
    return [player.name for player in seated_at(table, seq)]


async def handed_on(sessions: Sessions) -> Table:
    """Ben leaves before the third move, a computer makes moves for him, then Dan has the seat."""
    table = await begun(sessions, ADA, BEN, CAT)
    for _ in range(2):
        await sessions.play(table.id, *asked(sessions, await sessions.get(table.id)))
    await handover.resign(sessions, table.id, BEN.user or 0, opened=False)
    for _ in range(4):
        if await sessions.step(table.id) is None:
            await sessions.play(table.id, *asked(sessions, await sessions.get(table.id)))
    async with sessions.holding(table.id) as held:
        await handover.replaced(sessions, held, 2, EVERYBODY)
    return await handover.take_seat(sessions, table.id, 2, DAN)


async def test_a_seat_is_called_by_who_held_it_when_the_move_was_made_also_after_a_restart(
    store: Store, sessions: Sessions
) -> None:
    table = await handed_on(sessions)
    for known in (table, await Sessions(store).get(table.id)):
        assert names(known, 2) == ["Ada", "Ben", "Cat"]
        assert names(known, 3) == names(known, table.seq) == ["Ada", "Ben (computer)", "Cat"]
        assert names(known, table.seq + 1) == ["Ada", "Dan", "Cat"]


async def test_who_comes_back_without_a_move_made_meanwhile_has_held_the_seat_all_the_time(sessions: Sessions) -> None:
    table = await begun(sessions, ADA, BEN)
    await sessions.play(table.id, *asked(sessions, table))
    await handover.resign(sessions, table.id, BEN.user or 0, opened=True)
    table = await handover.come_back(sessions, table.id, BEN)
    assert [names(table, seq) for seq in (0, 1, 2)] == [["Ada", "Ben"]] * 3


async def test_deleted_data_leave_a_former_player_in_the_past_and_the_computer_is_still_one(
    store: Store, sessions: Sessions
) -> None:
    table = await handed_on(sessions)
    kept = json.loads(await exported_data(sessions, BEN.user or 0))["names on seats left"]
    assert [row["name"] for row in kept] == ["Ben", "Ben (computer)"]
    await forget_user(sessions, Scores(sessions), BEN.user or 0)
    for known in (await sessions.get(table.id), await Sessions(store).get(table.id)):
        assert names(known, 2)[1] == FORMER and names(known, 3)[1] == f"{FORMER} (computer)"
        assert names(known, table.seq + 1)[1] == "Dan"


async def taken_over(running: World, moves: int = 3) -> Table:
    """Ben has made the first of so many moves; then Dov has his seat."""
    await running.started("Ada", "Ben")
    await running.move_on(moves)
    table, sessions = await running.table(), running.bot.desk.sessions
    await handover.resign(sessions, table.id, running.person("Ben").id, opened=True)
    running.bot.desk.announcer.kick(table.id)
    await running.told()
    post = next(post for post in running.posts() if "A seat is open" in post.content)
    await running.person("Dov").click(post, label="Take the seat")
    await running.told()
    return await running.table()


async def test_the_card_and_the_recap_tell_a_move_with_the_name_of_who_made_it(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running, 2)
        moves, _ = effective(await running.bot.desk.sessions.history(table.id))
        mine = [move for move in moves if move.seat == 2]
        told = highlights(sight(table, None), news_of(mine))
        assert [player.name for player in table.players] == ["Ada", "Dov"]
        assert told and all("Ben" in line for line in told)
        assert any(f"- {line}" in running.posts()[0].content for line in told)


async def test_a_substitute_is_not_told_of_the_last_move_of_who_held_the_seat_before(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running)
        said = text_of((await running.person("Dov").slash(running.channel, "recap")).response)
        assert "your last move" not in said and "In this phase: " in said
        while (await running.asked())[0] is not running.person("Dov"):
            await running.move_on(1)
        await running.move_on(1)
        said = text_of((await running.person("Dov").slash(running.channel, "recap")).response)
        assert "your last move" in said and (await running.table()).players[1].came == table.seq


async def test_the_history_and_the_report_name_each_in_their_time_and_the_standings_who_sits_there(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running)
        await running.move_on(8)
        page = await running.person("Ada").slash(running.channel, "history")
        page = await running.person("Ada").click(page.response, label="First")
        lines = text_of(page.response).splitlines()
        assert f"is played by {running.person('Ada').mention} and Ben." in page.response.content
        while "Next" in running.labels(page.response):
            page = await running.person("Ada").click(page.response, label="Next")
            lines += text_of(page.response).splitlines()
        lines = [line for line in lines if line.startswith(("Ben ", "Dov "))]
        assert any("Ben" in line for line in lines) and any("Dov" in line for line in lines)
        first = next(number for number, line in enumerate(lines) if "Dov" in line)
        assert not any("Ben" in line for line in lines[first:])
        await running.bot.desk.sessions.end(table.id, running.person("Ada").id)
        said = await running.person("Ada").slash(running.channel, "game report")
        text = (await said.response.attachments[0].read()).decode()
        standings, _, phases = text.partition("\n## ")
        assert all(f"- {line}" in phases for line in lines)
        assert "| Dov |" in standings and "| Ben |" not in standings
        assert "Seat 2: Ben up to “Turn 1 of 15 · Draft Tiles”, then Dov." in standings


async def test_a_film_has_the_names_of_who_sat_there_then_and_at_its_end_those_of_now(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await taken_over(running)
        await running.move_on(8)
        table = await running.table()
        moves, _ = effective(await running.bot.desk.sessions.history(table.id))
        cuts = _told_then(table, cuts_of(moves, over=False))
        assert cuts[0].names == ("Ada", "Ben") and cuts[-1].names in ((), ("Ada", "Dov"))
