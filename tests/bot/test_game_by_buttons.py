"""A whole game with buttons, menus and forms alone, and what each of them shows."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from simcord.components import walk_components

from bot import limits
from tests.bot.world import World, world

BUTTON, SELECT = 2, 3


def parts(message: Any, kind: int) -> list[dict[str, Any]]:
    return [part for part in walk_components(message.components) if part["type"] == kind and not part.get("disabled")]


def menu_post(running: World) -> Any:
    """The latest post with a *Your move* button."""
    return next(
        p for p in reversed(running.posts()) if any(c.label == "Your move" for r in p.components for c in r.children)
    )


async def answer(running: World, person: Any, shown: Any, rng: Random, seen: set[str]) -> Any:
    """Gives one answer in the private menu, and returns what it shows then."""
    message = shown.response
    assert message.ephemeral and len(message.content) <= limits.CONTENT
    labels = [part["label"] for part in parts(message, BUTTON)]
    if "Confirm" in labels:
        seen.add("Confirm")
        return await person.click(message, label="Confirm")
    selects = parts(message, SELECT)
    if selects:
        seen.add("select")
        assert len(selects[0]["options"]) <= limits.SELECT_OPTIONS
        if "More" in labels and rng.random() < 0.5:
            seen.add("More")
            return await person.click(message, label="More")
        return await person.select(message, [rng.choice(selects[0]["options"])["value"]])
    if "Another number…" in labels and rng.random() < 0.5:
        seen.add("form")
        form = await person.click(message, label="Another number…")
        low = form.modal["components"][0]["component"]["placeholder"]
        return await person.submit_modal(form, {"number": low})
    return await person.click(message, label=rng.choice([label for label in labels if label not in ("Back", "Another number…")]))


async def test_two_people_play_a_whole_game_with_buttons_and_menus_alone(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        card = (await running.lobby("Ada", "Ben")) and running.posts()[-1]
        await running.person("Ada").click(card, label="Start")
        table, rng, seen = await running.table(), Random(5), set[str]()
        while table.status == "playing":
            person, _ = await running.asked()
            shown = await person.click(menu_post(running), label="Your move")
            for _ in range(12):
                shown = await answer(running, person, shown, rng, seen)
                if shown.response.content.startswith("✓"):
                    break
            assert shown.response.content.startswith("✓"), shown.response.content
            table = await running.table()
        assert "is over" in running.posts()[-1].content
        assert {"Confirm", "select", "form"} <= seen
