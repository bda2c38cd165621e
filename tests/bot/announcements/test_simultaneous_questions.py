"""A question to several players says who is still asked, and what."""

from pathlib import Path

from engine.core import write_action
from tests.bot.announcements.test_open_seats import pinged
from tests.bot.simulated_channel import world
from tests.bot.whole_game import decision_of, person_at


async def test_answered_player_is_removed_from_question_without_new_mentions(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title="railroads-of-catan")
        table = await running.table()
        while len(running.bot.services.tables.decisions(table)) < 3:
            await running.move_on(1)
            table = await running.table()
        ping = table.notes["ping"]
        first = running.bot.services.tables.decisions(table)[0].seat
        while any(d.seat == first for d in running.bot.services.tables.decisions(table)):
            line = write_action(next(iter(decision_of(running, table, first).offers))).split(" ", 1)[1]
            await person_at(running, table, first).slash(running.channel, "move", line=line)
            table = await running.table()
        question = next(post for post in running.posts() if post.id == ping)
        assert table.notes["ping"] == ping
        assert f"<@{table.players[first - 1].user}>" not in question.content
        assert all(f"<@{p.user}>" in question.content for seat, p in enumerate(table.players, 1) if seat != first)


async def test_player_asked_again_after_own_order_is_mentioned(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        first, _ = await running.asked()
        others = [running.person(name) for name in ("Ada", "Ben") if running.person(name) is not first]
        mark = len(running.env.http_requests)
        for person in (*others, first):
            page = await person.slash(running.channel, "orders", write="draft *")
            await person.click(page.response, label="Save order")
            await running.told()
        assert [move.by for move in await running.bot.services.tables.history(1)][1:] == ["order", "order"]
        assert (await running.asked())[0] is first and pinged(running, mark) == [first.id]
