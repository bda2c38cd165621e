"""Names and typed values with Discord's marks are shown literally, wherever the bot shows them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from tests.bot.conversations.conversation import Talk
from tests.bot.conversations.scripts import SCRIPTS
from tests.bot.conversations.stage import played
from tests.bot.simulated_channel import World, world

NAMES = {
    "Ada": "[click](https://evil.example)",
    "Ben": "**b** _u_ ~~s~~ `c` ||hidden||",
    "Cleo": "@everyone <@1> <#2> <:a:3>",
    "Dov": "# head > quote -# small :joy:",
    "Eve": "https://evil.example/a_b_c",
}
MARKS = ("](http", "https://evil", "@everyone", "<@1>", "<#2>", "<:a:", "||", "~~", "**b**", "`c`", ":joy:", "_u_")
"""Text that formats, mentions, links, or hides unless it is escaped."""
TYPED = "\n".join(
    ["[click](https://evil.example) **b** _u_ `c` ||d||", "@everyone <@1>", "# head", "> quote", "-# small"]
)


def bare(text: str) -> str:
    """Return the text without escaped characters and without code, in which marks have no meaning."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"\\([^\w\s]|_)", "", text))


def read(text: str) -> str:
    """Return the text as its reader sees it: without escaping backslashes."""
    return re.sub(r"\\([^\w\s]|_)", r"\1", text)


def bodies(request: Any) -> Iterator[dict[str, Any]]:
    """Yield the body of a message or a form, as it was sent."""
    body = request.json if isinstance(request.json, dict) else {}
    body = body.get("data") or body
    if request.method in ("POST", "PATCH") and "/commands" not in request.path:
        yield body


def formatted(body: dict[str, Any]) -> Iterator[str]:
    """Yield the texts in which Discord reads Markdown."""
    yield body.get("content") or ""
    for embed in body.get("embeds") or ():
        yield from (embed.get(name) or "" for name in ("title", "description"))
    yield from (part["content"] for part in walk_components(body.get("components") or ()) if part["type"] == 10)


def plain(body: dict[str, Any]) -> Iterator[str]:
    """Yield the texts without Markdown: buttons, selects, forms, pictures, completions, and threads."""
    yield body.get("title") or ""
    yield body.get("name") or ""
    yield from (choice["name"] for choice in body.get("choices") or ())
    yield from (file.get("description") or "" for file in body.get("attachments") or ())
    for part in walk_components(body.get("components") or ()):
        yield from (part.get(name) or "" for name in ("label", "placeholder"))
        for option in part.get("options") or ():
            yield from (option.get(name) or "" for name in ("label", "description"))


def check(requests: Any) -> tuple[str, str]:
    """Check that no sent text shows an unescaped mark or a superfluous backslash.

    Returns all texts with Markdown, and all others.
    """
    sent = [body for request in requests for body in bodies(request)]
    marked, unmarked = ([text for body in sent for text in of(body)] for of in (formatted, plain))
    for text in marked:
        assert not [mark for mark in MARKS if mark in bare(text)], text
        assert not re.search(r"^(# head|> quote|-# small)", bare(text), re.MULTILINE), text
    assert not [text for text in unmarked if "\\" in text]
    return "\n".join(marked), "\n".join(unmarked)


def give_names(running: World) -> None:
    """Give everybody a name that would format, mention, or link."""
    for name, shown in NAMES.items():
        running.people[name] = running.guild.add_member(running.env.create_user(name, global_name=shown))


@pytest.mark.parametrize("name", ["lobbies", "rivals", "clocks", "days"])
async def test_no_name_formats_links_or_mentions_in_a_conversation(name: str, tmp_path: Path) -> None:
    async def script(talk: Talk) -> None:
        give_names(talk.world)
        await SCRIPTS[name](talk)
        marked, _ = check(talk.world.env.http_requests)
        assert any(shown in read(marked) for shown in NAMES.values())

    await played(script, tmp_path)


async def test_typed_values_cannot_format_link_or_mention_and_are_shortened(tmp_path: Path) -> None:
    long = TYPED + "x" * 1_500
    async with world(tmp_path) as running:
        give_names(running)
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        said = [
            await ada.slash(running.channel, "game seat", action="replace", player=long, by=0),
            await ada.slash(running.channel, "move", line=long),
            await ada.slash(running.channel, "move", line=f"draft {long}"),
            await ada.slash(running.channel, "board", picture=long),
            await ada.slash(running.channel, "rules", topic=long),
            await ada.slash(running.channel, "orders", cancel=long),
            await ada.slash(running.channel, "undo", to=long),
            await ada.slash(running.channel, "stats", season=long),
        ]
        for answer in said:
            assert len(answer.response.content) < 1_000, answer.response.content
        form = await ada.slash(running.channel, "note")
        noted = await ada.submit_modal(form, {"note": TYPED})
        assert "[click](https://evil.example)" in read(noted.response.content)
        hand = (await ada.slash(running.channel, "hand")).response
        listed = (await ada.click(hand, label="Standing orders…")).response
        form = await ada.click(listed, label="Write it…")
        for wishes in (TYPED, f"draft {long[:300]}", "draft Seattle"):
            typed = {"wishes": wishes, "lasts": TYPED[:40], "price": TYPED[:12], "unless": TYPED}
            refused = await ada.submit_modal(form, typed)
            form = await ada.click(refused.response, label="Edit…")
        page = (await ada.slash(running.channel, "settings")).response
        zones = (await ada.click(page, label="Time zone…")).response
        await ada.submit_modal(await ada.click(zones, label="Type another…"), {"field0": TYPED[:40]})
        await running.told()
        marked, _ = check(running.env.http_requests)
        assert NAMES["Ada"] in read(marked) and NAMES["Ben"] in read(marked)
