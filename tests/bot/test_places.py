"""Who draws next: persons go before posts, and posts for people before those of computers."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import Settings
from bot.places import AGED_SECONDS, SHARE, Places, Waits
from bot.studio import Studio
from bot.tables.table import Player
from render import Scene
from tests.bot.world import TITLE, world


async def _order(places: Places, *wanted: tuple[str, Waits]) -> list[str]:
    """In what order tasks that came in this order, each with its name and who waits for it, had their places."""
    done = list[str]()

    async def work(name: str, who: Waits) -> None:
        async with places.taken(who):
            await asyncio.sleep(0)
            done.append(name)

    await asyncio.gather(*(work(name, who) for name, who in wanted))
    return done


async def test_a_person_goes_before_every_post_that_waits() -> None:
    posts = [(f"post {n}", Waits.NOBODY) for n in range(5)]
    assert (await _order(Places(1, 0), *posts, ("person", Waits.PERSON))).index("person") == 1


async def test_a_post_for_people_goes_before_those_of_computers() -> None:
    posts = [(f"post {n}", Waits.NOBODY) for n in range(5)]
    assert (await _order(Places(2, 1), *posts, ("people", Waits.TABLE))).index("people") == 1


async def test_posts_never_take_the_last_place() -> None:
    places = Places(2, 1)
    async with places.taken(Waits.NOBODY):
        second = asyncio.ensure_future(_order(places, ("post", Waits.NOBODY)))
        assert await asyncio.wait_for(_order(places, ("person", Waits.PERSON)), 5) == ["person"]
        assert not second.done()
    await second


async def test_who_gives_up_waiting_leaves_the_place_to_others() -> None:
    places = Places(1, 0)
    async with places.taken(Waits.NOBODY):
        waiting = asyncio.ensure_future(_order(places, ("gone", Waits.PERSON)))
        for _ in range(3):  # until it waits in the queue
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert await asyncio.wait_for(_order(places, ("next", Waits.NOBODY)), 5) == ["next"]


async def test_a_person_waits_too_while_every_place_is_taken() -> None:
    places = Places(1, 1)
    async with places.taken(Waits.PERSON):
        second = asyncio.ensure_future(_order(places, ("second", Waits.PERSON)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not second.done()
    assert await asyncio.wait_for(second, 5) == ["second"]


async def test_who_gives_up_just_when_admitted_leaves_the_place_to_others() -> None:
    places = Places(1, 0)
    async with places.taken(Waits.NOBODY):
        waiting = asyncio.ensure_future(_order(places, ("gone", Waits.PERSON)))
        for _ in range(3):  # until it waits in the queue
            await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert await asyncio.wait_for(_order(places, ("next", Waits.NOBODY)), 5) == ["next"]


async def test_a_film_that_a_person_asked_for_is_made_before_posts_of_computers(tmp_path: Path) -> None:
    studio, drawn = Studio(Settings(database=str(tmp_path / "none.db"))), list[str]()

    def post() -> tuple[Scene, ...]:
        drawn.append("post")
        return ()

    def frames() -> Iterator[bytes]:
        for _ in range(2):
            drawn.append("frame")
            yield b"film"

    posts = [asyncio.create_task(studio.draw(post)) for _ in range(10)]
    await asyncio.sleep(0)
    await asyncio.gather(studio.slowly(frames(), Waits.TABLE), *posts)
    assert drawn[:4].count("frame") == 2


@pytest.mark.parametrize(("seated", "who"), [(True, Waits.TABLE), (False, Waits.NOBODY)])
async def test_a_post_is_for_nobody_where_computers_play_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seated: bool, who: Waits
) -> None:
    drawn = list[Waits]()

    async def noted(*_: object, who: Waits) -> None:
        drawn.append(who)

    async with world(tmp_path) as running:
        sessions, host = running.bot.desk.sessions, Player("Ada", running.person("Ada").id)
        monkeypatch.setattr(running.bot.desk.studio, "made", noted)
        table = await sessions.open(running.channel.id, running.guild.id, TITLE, host, seated=seated)
        for _ in range(2):
            table = await sessions.add_computer(table.id, "random")
        await sessions.start(table.id, running.person("Ada").id)
        await running.bot.desk.announcer._channels.tell(table.id)
    assert drawn == [who]


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def _order_after(seconds: float, old: Waits, new: Waits) -> list[str]:
    """In what order two works that have waited for ``seconds`` and forty new ones are done, one at a time."""
    clock, done = Clock(), list[str]()
    places = Places(1, 0, clock=clock)

    async def work(name: str, who: Waits) -> None:
        async with places.taken(who):
            await asyncio.sleep(0)
            done.append(name)

    async with places.taken(old):
        waiting = [asyncio.ensure_future(work("old", old)) for _ in range(2)]
        await asyncio.sleep(0)
        clock.now = seconds
        waiting += [asyncio.ensure_future(work("new", new)) for _ in range(40)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return done


@pytest.mark.parametrize(
    ("old", "new"), [(Waits.NOBODY, Waits.TABLE), (Waits.NOBODY, Waits.PERSON), (Waits.TABLE, Waits.PERSON)]
)
async def test_work_that_has_waited_for_long_gets_its_share(old: Waits, new: Waits) -> None:
    done = await _order_after(AGED_SECONDS[old], old, new)
    assert [index for index, name in enumerate(done) if name == "old"] == [SHARE[old] - 1, 2 * SHARE[old] - 1]


@pytest.mark.parametrize(("old", "new"), [(Waits.NOBODY, Waits.TABLE), (Waits.TABLE, Waits.PERSON)])
async def test_more_urgent_work_goes_first_until_the_other_has_waited_for_long(old: Waits, new: Waits) -> None:
    done = await _order_after(AGED_SECONDS[old] - 0.1, old, new)
    assert done == ["new"] * 40 + ["old"] * 2


async def test_a_post_is_drawn_beside_a_person() -> None:
    places = Places(2, 1)
    async with places.taken(Waits.PERSON):
        assert await asyncio.wait_for(_order(places, ("post", Waits.TABLE)), 5) == ["post"]


async def test_two_persons_are_served_beside_each_other() -> None:
    places = Places(2, 1)
    async with places.taken(Waits.PERSON):
        assert await asyncio.wait_for(_order(places, ("second", Waits.PERSON)), 5) == ["second"]


def test_three_kinds_of_people_wait_the_most_urgent_first() -> None:
    assert list(Waits) == [Waits.PERSON, Waits.TABLE, Waits.NOBODY]
    assert len({who.value for who in Waits}) == 3
