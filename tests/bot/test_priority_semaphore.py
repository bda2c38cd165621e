"""Priorities of drawing: people before posts, and posts for people before those for computers."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import Settings
from bot.priority_semaphore import AGING_SECONDS, SHARE, Priority, PrioritySemaphore
from bot.render_pool import RenderPool
from bot.tables.table import Player
from render import Scene
from tests.bot.simulated_channel import TITLE, world


async def _order(places: PrioritySemaphore, *wanted: tuple[str, Priority]) -> list[str]:
    """Return the order in which tasks ran that arrived in this order, each with a name and priority."""
    done = list[str]()

    async def work(name: str, who: Priority) -> None:
        async with places.acquire(who):
            await asyncio.sleep(0)
            done.append(name)

    await asyncio.gather(*(work(name, who) for name, who in wanted))
    return done


async def test_a_person_goes_before_every_post_that_waits() -> None:
    posts = [(f"post {n}", Priority.NOBODY) for n in range(5)]
    assert (await _order(PrioritySemaphore(1, 0), *posts, ("person", Priority.PERSON))).index("person") == 1


async def test_a_post_for_people_goes_before_those_of_computers() -> None:
    posts = [(f"post {n}", Priority.NOBODY) for n in range(5)]
    assert (await _order(PrioritySemaphore(2, 1), *posts, ("people", Priority.TABLE))).index("people") == 1


async def test_posts_never_take_the_last_place() -> None:
    places = PrioritySemaphore(2, 1)
    async with places.acquire(Priority.NOBODY):
        second = asyncio.ensure_future(_order(places, ("post", Priority.NOBODY)))
        assert await asyncio.wait_for(_order(places, ("person", Priority.PERSON)), 5) == ["person"]
        assert not second.done()
    await second


async def test_canceled_waiter_leaves_its_place_to_others() -> None:
    places = PrioritySemaphore(1, 0)
    async with places.acquire(Priority.NOBODY):
        waiting = asyncio.ensure_future(_order(places, ("gone", Priority.PERSON)))
        for _ in range(3):  # until it waits in the queue
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert await asyncio.wait_for(_order(places, ("next", Priority.NOBODY)), 5) == ["next"]


async def test_a_person_waits_too_while_every_place_is_taken() -> None:
    places = PrioritySemaphore(1, 1)
    async with places.acquire(Priority.PERSON):
        second = asyncio.ensure_future(_order(places, ("second", Priority.PERSON)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not second.done()
    assert await asyncio.wait_for(second, 5) == ["second"]


async def test_waiter_canceled_when_admitted_leaves_its_place_to_others() -> None:
    places = PrioritySemaphore(1, 0)
    async with places.acquire(Priority.NOBODY):
        waiting = asyncio.ensure_future(_order(places, ("gone", Priority.PERSON)))
        for _ in range(3):  # until it waits in the queue
            await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert await asyncio.wait_for(_order(places, ("next", Priority.NOBODY)), 5) == ["next"]


async def test_a_film_that_a_person_asked_for_is_made_before_posts_of_computers(tmp_path: Path) -> None:
    studio, drawn = RenderPool(Settings(database=str(tmp_path / "none.db"))), list[str]()

    def post() -> tuple[Scene, ...]:
        drawn.append("post")
        return ()

    def frames() -> Iterator[bytes]:
        for _ in range(2):
            drawn.append("frame")
            yield b"film"

    posts = [asyncio.create_task(studio.draw(post)) for _ in range(10)]
    await asyncio.sleep(0)
    await asyncio.gather(studio.run_pieces(frames(), Priority.TABLE), *posts)
    assert drawn[:4].count("frame") == 2


@pytest.mark.parametrize(("seated", "who"), [(True, Priority.TABLE), (False, Priority.NOBODY)])
async def test_post_of_a_table_of_computers_has_the_lowest_priority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seated: bool, who: Priority
) -> None:
    drawn = list[Priority]()

    async def noted(*_: object, priority: Priority) -> None:
        drawn.append(priority)

    async with world(tmp_path) as running:
        sessions, host = running.bot.services.tables, Player("Ada", running.person("Ada").id)
        monkeypatch.setattr(running.bot.services.render_pool, "run", noted)
        table = await sessions.open_lobby(running.channel.id, running.guild.id, TITLE, host, seated=seated)
        for _ in range(2):
            table = await sessions.add_computer(table.id, "random")
        await sessions.start_game(table.id, running.person("Ada").id)
        await running.bot.services.outbox._publisher.publish(table.id)
    assert drawn == [who]


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def _order_after(seconds: float, old: Priority, new: Priority) -> list[str]:
    """Return the order of two old works that have waited for ``seconds`` and forty new ones, one at a time."""
    clock, done = Clock(), list[str]()
    places = PrioritySemaphore(1, 0, clock=clock)

    async def work(name: str, who: Priority) -> None:
        async with places.acquire(who):
            await asyncio.sleep(0)
            done.append(name)

    async with places.acquire(old):
        waiting = [asyncio.ensure_future(work("old", old)) for _ in range(2)]
        await asyncio.sleep(0)
        clock.now = seconds
        waiting += [asyncio.ensure_future(work("new", new)) for _ in range(40)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return done


@pytest.mark.parametrize(
    ("old", "new"),
    [(Priority.NOBODY, Priority.TABLE), (Priority.NOBODY, Priority.PERSON), (Priority.TABLE, Priority.PERSON)],
)
async def test_work_that_has_waited_for_long_gets_its_share(old: Priority, new: Priority) -> None:
    done = await _order_after(AGING_SECONDS[old], old, new)
    assert [index for index, name in enumerate(done) if name == "old"] == [SHARE[old] - 1, 2 * SHARE[old] - 1]


@pytest.mark.parametrize(("old", "new"), [(Priority.NOBODY, Priority.TABLE), (Priority.TABLE, Priority.PERSON)])
async def test_more_urgent_work_goes_first_until_the_other_has_waited_for_long(old: Priority, new: Priority) -> None:
    done = await _order_after(AGING_SECONDS[old] - 0.1, old, new)
    assert done == ["new"] * 40 + ["old"] * 2


async def test_a_post_is_drawn_beside_a_person() -> None:
    places = PrioritySemaphore(2, 1)
    async with places.acquire(Priority.PERSON):
        assert await asyncio.wait_for(_order(places, ("post", Priority.TABLE)), 5) == ["post"]


async def test_two_persons_are_served_beside_each_other() -> None:
    places = PrioritySemaphore(2, 1)
    async with places.acquire(Priority.PERSON):
        assert await asyncio.wait_for(_order(places, ("second", Priority.PERSON)), 5) == ["second"]


def test_three_kinds_of_people_wait_the_most_urgent_first() -> None:
    assert list(Priority) == [Priority.PERSON, Priority.TABLE, Priority.NOBODY]
    assert len({who.value for who in Priority}) == 3
