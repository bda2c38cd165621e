"""Who draws next: persons go before posts."""

from __future__ import annotations

import asyncio

from bot.places import Places


async def _order(places: Places, *wanted: tuple[str, bool]) -> list[str]:
    """In what order tasks that came in this order, each with its name and whether it is private, had their places."""
    done = list[str]()

    async def work(name: str, private: bool) -> None:
        async with places.taken(private=private):
            await asyncio.sleep(0)
            done.append(name)

    await asyncio.gather(*(work(name, private) for name, private in wanted))
    return done


async def test_a_person_goes_before_every_post_that_waits() -> None:
    posts = [(f"post {n}", False) for n in range(5)]
    assert (await _order(Places(1, 0), *posts, ("person", True))).index("person") == 1


async def test_posts_never_take_the_last_place() -> None:
    places = Places(2, 1)
    async with places.taken(private=False):
        second = asyncio.ensure_future(_order(places, ("post", False)))
        assert await asyncio.wait_for(_order(places, ("person", True)), 5) == ["person"]
        assert not second.done()
    await second


async def test_who_gives_up_waiting_leaves_the_place_to_others() -> None:
    places = Places(1, 0)
    async with places.taken(private=False):
        waiting = asyncio.ensure_future(_order(places, ("gone", True)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert await asyncio.wait_for(_order(places, ("next", False)), 5) == ["next"]


async def test_who_gives_up_just_when_admitted_leaves_the_place_to_others() -> None:
    places = Places(1, 0)
    async with places.taken(private=False):
        waiting = asyncio.ensure_future(_order(places, ("gone", True)))
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert await asyncio.wait_for(_order(places, ("next", False)), 5) == ["next"]
