"""A new leader finds what the previous one left half done, whichever bot was asked for it."""

from typing import Any

from tests.bot.operations.two_bots import SECOND, Pair, until


def _posts(pair: Pair, words: str) -> list[Any]:
    return [message for message in pair.world.made if words in (message.get("content") or "")]


async def test_vote_posted_by_a_dead_leader_is_not_posted_again(pair: Pair) -> None:
    table, second = await pair.game(SECOND), pair.bots[1]
    pair.world.nonce_seconds = 0.0
    at = second.services
    await at.proposals.propose(await at.tables.get(table.id), 101, "pause", "to pause the clocks")
    await until(lambda: _posts(pair, "pause the clocks"))
    (found,) = await at.proposals.load_open_proposals(table.id)

    async def is_noted() -> bool:
        return (await at.proposals.load_proposal(found.id)).told

    await until(is_noted)
    await second._store.write(lambda db: db.execute("UPDATE proposal SET message = NULL, told = 0"))  # it died before
    await pair.stop(0)
    await until(is_noted)
    assert len(_posts(pair, "pause the clocks")) == 1


async def test_question_sent_by_a_dead_leader_is_not_sent_again(pair: Pair) -> None:
    table, second = await pair.game(SECOND), pair.bots[1]
    pair.world.nonce_seconds = 0.0
    await second.services.scheduler.announce_resume(await second.services.tables.get(table.id))
    await until(lambda: _posts(pair, "continues"))

    async def is_noted() -> bool:
        return all(
            row.state == "sent" for row in await second.services.scheduler.notifications.open_notifications(table.id)
        )

    await until(is_noted)
    before = len(_posts(pair, "continues"))
    await second._store.write(lambda db: db.execute("UPDATE notice SET state = 'claimed', message = NULL"))
    await pair.stop(0)
    await until(is_noted)
    assert len(_posts(pair, "continues")) == before
