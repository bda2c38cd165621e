"""A whole game with buttons, menus, and forms alone, and the content of each."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import limits
from engine.core import verb_of
from engine.store import Store
from tests.bot.simulated_channel import World, text_of, world

ASIDE = (
    "Back",
    "Earlier",
    "More",
    "Another number…",
    "Type it…",
    "Plan ahead…",
    "Undo",
    "Restart turn",
    "Board",
    "Hint",
)
"""Buttons that are no answers."""


async def answer(running: World, person: Any, shown: Any, rng: Random, seen: set[str]) -> Any:
    """Give one answer in the private menu, and return what it shows then."""
    message = shown.response
    assert message.ephemeral and len(message.content) <= limits.CONTENT
    labels, options = running.labels(message), running.options(message)
    if "Confirm" in labels:
        seen.add("Confirm")
        return await person.click(message, label="Confirm")
    if options:
        seen.add("select")
        assert len(options) <= limits.SELECT_OPTIONS
        return await person.select(message, [rng.choice(options)])
    if "More" in labels and rng.random() < 0.5:
        seen.add("More")
        return await person.click(message, label="More")
    if "Another number…" in labels and rng.random() < 0.5:
        seen.add("form")
        form = await person.click(message, label="Another number…")
        low = form.modal["components"][0]["component"]["placeholder"]
        return await person.submit_modal(form, {"number": low})
    seen.add("button")
    return await person.click(message, label=rng.choice([label for label in labels if label not in ASIDE]))


async def play_by_buttons(running: World, rng: Random, seen: set[str]) -> None:
    """Make one move, from *Your move* to Confirm."""
    person, _ = await running.asked()
    shown = await person.click(running.latest("Your move"), label="Your move")
    for _ in range(30):
        shown = await answer(running, person, shown, rng, seen)
        if shown.response.content.startswith("✓"):
            return
    raise AssertionError(shown.response.content)


async def test_answers_have_letters_only_where_the_picture_has_them(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        drafting = (await (await running.asked())[0].click(running.latest("Your move"), label="Your move")).response
        assert any(LETTERED.match(label) for label in running.labels(drafting))
        while not any(verb_of(type(offer)) == "deliver" for offer in (await running.asked())[1].offers):
            await running.move_on(1)
        (person, decision), table = await running.asked(), await running.table()
        opened = f"m:{table.id}:{table.seq}:-0 deliver"
        first = (await running.press_again(person, running.latest("Your move"), opened)).response
        assert "Deliver a cube" in first.content and not any(LETTERED.match(label) for label in running.labels(first))
        goods = Counter(offer.goods for offer in decision.offers).most_common(1)[0][0]
        city = (await running.press_again(person, running.latest("Your move"), f"{opened} {goods}")).response
        assert "From which city?" in city.content and not any(
            LETTERED.match(label) for label in running.labels(city)
        ), running.labels(city)


LETTERED = re.compile(r"[A-Z0-9]+( · |$)")
"""Pattern of a button label that begins with a letter marked in the picture."""


async def test_two_people_play_a_whole_game_with_buttons_and_menus_alone(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.lobby("Ada", "Ben")
        await running.host_page("Ada", running.posts()[-1], "Start")
        rng, seen = Random(5), set[str]()
        while (await running.table()).status == "playing":
            await play_by_buttons(running, rng, seen)
        assert "is over" in text_of(running.posts()[-1])
        assert {"Confirm", "button", "form"} <= seen


async def test_move_reads_the_store_rarely_without_orders_or_proposals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def counted(plain: Any) -> Any:
        async def hop(store: Store, work: Any, *notices: Any, **given: Any) -> Any:
            nonlocal asked
            asked += 1
            return await plain(store, work, *notices, **given)

        return hop

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.move_on(2)
        monkeypatch.setattr(Store, "read", counted(Store.read))
        monkeypatch.setattr(Store, "write", counted(Store.write))
        await running.move_on(1)
        monkeypatch.undo()
        assert 0 < asked <= 11, "one of them is the test's own"
