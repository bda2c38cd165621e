"""Conformance tests of messages: limits, components, nonces, edits, rate limits, and pictures."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui
from discord.http import Route

from bot import limits
from bot.operations.examination import Examination, Tried, Unclear, button, choice, row, words
from bot.operations.example_picture import draw_example

_LAID = 1 << 15
"""The flag of a message that is laid out in components."""
_SILENT = 1 << 12
_OLD_EDITS = 6
"""Edits of old messages in a row: users have measured a limit of three in 20 seconds."""
_ALT = "A board for a test"


async def examine_messages(run: Examination) -> None:
    """All of it, in steps."""
    await run.step(_at_limits, *_OVER, "option_100")
    await run.step(_file_limits, "files_10", "alt_text_1024", "alt_text_kept", "embed_file", "files_removed")
    await run.step(_layout_limits, "layout_4000", "layout_40", "layout_no_content", "layout_no_embed")
    await run.step(_layouts, "layout_files", "layout_alt_text", "layout_more_files", "layout_from_text")
    await run.step(_repeats, "nonce_repeat", "silent", "mentions_named")
    await run.step(_history, "own_buttons_read", "history_after", "id_has_time")
    await run.step(_edits, "deleted_10008")
    await run.step(_old_edits, "old_edited", "old_30046")
    await run.step(_headers, "post_limit_headers", "post_burst_4", "date_header")
    await run.step(_pictures, "size_known", "file_unchanged", "proxy_png", "proxy_webp")


# -- limits


def _buttons(count: int, start: int = 0, *, label: int = 1, identity: int = 0) -> dict[str, Any]:
    ids = (f"limit:{start + number}".ljust(identity, "x") for number in range(count))
    return row(*(button("b" * label, one) for one in ids))


def _options(count: int, length: int) -> dict[str, Any]:
    options = [{"label": f"{n:02}".ljust(length, "o"), "value": f"{n:02}".ljust(length, "v")} for n in range(count)]
    return row(choice("limit:select", options))


_OVER: Mapping[str, dict[str, Any]] = {
    "content_2000": {"content": "c" * (limits.CONTENT + 1)},
    "embed_title_256": {"embeds": [{"title": "t" * (limits.EMBED_TITLE + 1)}]},
    "embed_text_4096": {"embeds": [{"description": "d" * (limits.EMBED_DESCRIPTION + 1)}]},
    "embeds_6000": {"embeds": [{"description": "d" * 3_001}, {"description": "d" * 3_000}]},
    "nonce_25": {"content": "nonce", "nonce": "n" * (limits.NONCE + 1)},
    "rows_5": {"content": "rows", "components": [_buttons(1, n) for n in range(limits.ROWS + 1)]},
    "buttons_5": {"content": "row", "components": [_buttons(limits.BUTTONS_IN_ROW + 1)]},
    "button_label_80": {"content": "label", "components": [_buttons(1, label=limits.BUTTON_LABEL + 1)]},
    "custom_id_100": {"content": "custom_id", "components": [_buttons(1, identity=limits.CUSTOM_ID + 1)]},
    "select_25": {"content": "select", "components": [_options(limits.SELECT_OPTIONS + 1, 5)]},
    "option_100": {"content": "option", "components": [_options(1, limits.SELECT_TEXT + 1)]},
}
"""A message that is just over each limit, and over no other."""


async def _at_limits(run: Examination) -> None:
    full = limits.BUTTONS_IN_ROW
    filled = [_buttons(full, full * n, label=limits.BUTTON_LABEL, identity=limits.CUSTOM_ID) for n in range(4)]
    description = min(limits.EMBED_DESCRIPTION, limits.EMBED_TOTAL - limits.EMBED_TITLE)
    rest = limits.EMBED_TOTAL - limits.EMBED_TITLE - description
    at = await run.post(
        {
            "content": "c" * limits.CONTENT,
            "nonce": f"{run.channel.id}".ljust(limits.NONCE, "n"),
            "embeds": [
                {"title": "t" * limits.EMBED_TITLE, "description": "d" * description},
                {"description": "d" * rest},
            ],
            "components": [*filled, _options(limits.SELECT_OPTIONS, limits.SELECT_TEXT)],
        }
    )
    for name, payload in _OVER.items():
        over = await run.post(payload)
        decide_limit(run, name, at.is_done, over.status, f"At the limit: {at.words}. Above it: {over.words}.")


def decide_limit(run: Examination, name: str, is_accepted: bool, over_status: int, said: str) -> None:
    """A limit is true if Discord accepts its maximum and refuses one more."""
    is_true = is_accepted and over_status == 400
    run.decide(name, is_true, "" if is_true else said)


def _file(name: str, alt: str | None = _ALT, content: bytes | None = None) -> discord.File:
    return discord.File(io.BytesIO(content or b"one"), filename=name, description=alt)


async def _file_limits(run: Examination) -> None:
    alt = "a" * limits.ALT_TEXT
    embed = discord.Embed(title="Embed", description="With files")
    files = [_file(f"{number}.txt", alt) for number in range(limits.FILES)]
    at = await run.attempt(run.send(content="Files", embed=embed, files=files))
    shape = [{"id": n, "filename": f"{n}.txt"} for n in range(limits.FILES + 1)]
    over = await _send_files(run, {"attachments": shape}, limits.FILES + 1)
    decide_limit(run, "files_10", at.is_done, over.status, f"10 files: {at.words}. 11 files: {over.words}.")
    long = [{"id": 0, "filename": "0.txt", "description": "a" * (limits.ALT_TEXT + 1)}]
    over = await _send_files(run, {"attachments": long}, 1)
    decide_limit(run, "alt_text_1024", at.is_done, over.status, f"1,024: {at.words}. 1,025: {over.words}.")
    run.decide("embed_file", at.is_done, "" if at.is_done else f"{at.words}.")
    if not at.is_done:
        return
    message: discord.Message = at.value
    run.decide("alt_text_kept", [one.description for one in message.attachments] == [alt] * limits.FILES)
    edited = await run.attempt(message.edit(content="Empty", attachments=[], embeds=[]))
    is_empty = edited.is_done and not edited.value.attachments and not edited.value.embeds
    run.decide("files_removed", is_empty, "" if is_empty else f"{edited.words}.")


async def _send_files(run: Examination, payload: dict[str, Any], count: int) -> Tried:
    """Send a message with files, without the library's own checks."""
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": json.dumps({"content": "Files", **payload})}]
    for number in range(count):
        form.append({"name": f"files[{number}]", "value": b"one", "filename": f"{number}.txt"})
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=run.channel.id)
    tried = await run.attempt(run.client.http.request(route, form=form))
    if tried.is_done:
        run.remove_later(run.channel.id, int(tried.value["id"]))
    return tried


# -- components


async def _layout_limits(run: Examination) -> None:
    at = await run.post({"flags": _LAID, "components": [words("w" * limits.LAYOUT)]})
    over = await run.post({"flags": _LAID, "components": [words("w" * 2_001), words("w" * 2_000)]})
    decide_limit(run, "layout_4000", at.is_done, over.status, f"4,000: {at.words}. 4,001: {over.words}.")
    nested = {"type": 17, "components": [words("w") for _ in range(limits.LAYOUT_PARTS - 1)]}
    at = await run.post({"flags": _LAID, "components": [nested]})
    more = {"type": 17, "components": [words("w") for _ in range(limits.LAYOUT_PARTS)]}
    over = await run.post({"flags": _LAID, "components": [more]})
    decide_limit(run, "layout_40", at.is_done, over.status, f"40: {at.words}. 41: {over.words}.")
    for name, extra in (("layout_no_content", {"content": "c"}), ("layout_no_embed", {"embeds": [{"title": "t"}]})):
        tried = await run.post({"flags": _LAID, "components": [words("w")], **extra})
        run.decide(name, tried.status == 400, f"{tried.words}." if tried.status != 400 else "")


def lay_out(files: Sequence[discord.File], small: discord.File | None, mark: str) -> ui.LayoutView:
    """A message laid out as reports are: text, a gallery for each file, a thumbnail, and a button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container[Any](ui.TextDisplay("### A report\nIts lines."), accent_color=discord.Color.blue()))
    for file in files:
        view.add_item(ui.MediaGallery[Any](discord.MediaGalleryItem(file, description=file.description)))
    if small is not None:
        thumbnail = ui.Thumbnail[Any](small, description=small.description)
        view.add_item(ui.Section[Any]("**Small**\n-# Unchanged", accessory=thumbnail))
    view.add_item(ui.ActionRow[Any](ui.Button(label="Board", custom_id=mark)))
    view.stop()
    return view


async def _layouts(run: Examination) -> None:
    picture = draw_example()
    files = [_file("1-large.png", picture.alt, picture.file), _file("2-small.png", "Small", picture.file)]
    sent = await run.attempt(run.send(view=lay_out(files[:1], files[1], run.new_id()), files=files))
    run.decide("layout_files", sent.is_done, "" if sent.is_done else f"{sent.words}.")
    if sent.is_done:
        run.decide("layout_alt_text", _alts(sent.value) == [picture.alt, "Small"])
    later = await run.send(view=lay_out([], None, run.new_id()))
    more = [_file("3-later.png", "Later", picture.file)]
    edited = await run.attempt(later.edit(view=lay_out(more, None, run.new_id()), attachments=more))
    is_there = edited.is_done and _alts(edited.value) == ["Later"]
    run.decide("layout_more_files", is_there, "" if is_there else f"{edited.words}.")
    plain = await run.send(content="Text", embed=discord.Embed(title="Embed"), file=_file("4-plain.png"))
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay("Nothing but this text."))
    view.stop()
    edited = await run.attempt(plain.edit(content=None, embeds=[], attachments=[], view=view))
    run.decide("layout_from_text", edited.is_done, "" if edited.is_done else f"{edited.words}.")


def _alts(message: discord.Message) -> list[str | None]:
    """The alt texts of galleries and thumbnails, in their order."""
    found = list[str | None]()
    for part in message.components:
        if isinstance(part, discord.MediaGalleryComponent):
            found += [item.description for item in part.items]
        if isinstance(part, discord.SectionComponent) and isinstance(part.accessory, discord.ThumbnailComponent):
            found.append(part.accessory.description)
    return found


# -- posts and edits


async def _repeats(run: Examination) -> None:
    nonce = f"{run.channel.id}-once"[-limits.NONCE :]
    payload = {"content": "Once", "nonce": nonce, "enforce_nonce": True, "flags": _SILENT}
    first, second = await run.post(payload), await run.post(payload)
    if not first.is_done or not second.is_done:
        raise Unclear(f"The posts were not made ({first.words}; {second.words}).")
    run.decide("nonce_repeat", first.value["id"] == second.value["id"])
    run.decide("silent", bool(first.value.get("flags", 0) & _SILENT))
    me = run.channel.guild.me
    users = {"parse": [], "users": [str(me.id)]}
    named = await run.post({"content": f"<@{me.id}> @everyone", "allowed_mentions": users, "flags": _SILENT})
    if named.is_done:
        is_everyone = bool(named.value.get("mention_everyone"))
        told = [int(one["id"]) for one in named.value.get("mentions", [])]
        run.decide("mentions_named", not is_everyone and told == [me.id])


async def _history(run: Examination) -> None:
    first = await run.send(content="First")
    mark = run.new_id()
    view = ui.View(timeout=None).add_item(ui.Button(label="Mark", custom_id=mark))
    view.stop()
    second = await run.send(content="Second", view=view)
    later = [message async for message in run.channel.history(limit=10, after=first)]
    run.decide("history_after", second.id in {one.id for one in later} and all(one.id > first.id for one in later))
    marks = [
        part.custom_id
        for message in later
        for line in message.components
        if isinstance(line, discord.ActionRow)
        for part in line.children
        if isinstance(part, discord.Button)
    ]
    run.decide("own_buttons_read", mark in marks)
    now = discord.utils.utcnow()
    age = abs((now - discord.utils.snowflake_time(second.id)).total_seconds())
    if age > 3_600 and abs((now - second.created_at).total_seconds()) > 3_600:
        raise Unclear("This machine’s clock, or the simulation’s, has another time.")
    run.decide("id_has_time", age < 60, "" if age < 60 else f"The id tells a time that is {age:.0f} seconds off.")


async def _edits(run: Examination) -> None:
    message = await run.send(content="To be deleted")
    await message.delete()
    tried = await run.attempt(message.edit(content="Deleted"))
    run.decide("deleted_10008", tried.code == 10008, "" if tried.code == 10008 else f"{tried.words}.")


async def _old_edits(run: Examination) -> None:
    """Edit a message of the bot older than an hour, without a change."""
    me = run.channel.guild.me
    newest = run.client.get_partial_messageable(run.channel.id)
    async for message in newest.history(limit=200):
        age = (discord.utils.utcnow() - message.created_at).total_seconds()
        if message.author.id == me.id and age > limits.OLD_MESSAGE_SECONDS:
            break
    else:
        raise Unclear("The bot has posted nothing in this channel that is older than an hour.")
    before = len(run.client.responses)
    tried = [await run.attempt(message.edit(suppress=message.flags.suppress_embeds)) for _ in range(_OLD_EDITS)]
    refused = [one for one in tried if not one.is_done]
    run.decide("old_edited", tried[0].is_done, "" if tried[0].is_done else f"{tried[0].words}.")
    limited = sum(one.status == 429 for one in run.client.responses[before:])
    if limited or any(one.code == 30046 or one.status == 429 for one in refused):
        run.decide("old_30046", True, f"Refused: {max(limited, len(refused))} times in {_OLD_EDITS} edits.")
    run.leave_open("old_30046", f"{_OLD_EDITS} edits in a row met no limit.")


# -- what the wire tells


async def _headers(run: Examination) -> None:
    end = f"/channels/{run.channel.id}/messages"
    posts = [one for one in run.client.responses if one.path.endswith(end)]
    if not posts:
        raise Unclear("No response with headers was seen, as in a simulation.")
    told = [one for one in posts if {"x-ratelimit-limit", "x-ratelimit-remaining"} <= one.headers.keys()]
    run.decide("post_limit_headers", bool(told))
    run.decide("date_header", all("date" in one.headers for one in posts))
    if told:
        limit, after = told[-1].headers["x-ratelimit-limit"], told[-1].headers.get("x-ratelimit-reset-after", "?")
        run.decide("post_burst_4", int(limit) >= 4, f"The limit is {limit}; it resets in {after} seconds.")


async def _pictures(run: Examination) -> None:
    picture = draw_example()
    message = await run.send(content="A picture", file=_file("board.png", picture.alt, picture.file))
    shown = message.attachments[0]
    width, height = int.from_bytes(picture.file[16:20]), int.from_bytes(picture.file[20:24])  # the header of a PNG
    said = "" if shown.width == width else f"Sent: {width} × {height}. Told: {shown.width} × {shown.height}."
    run.decide("size_known", (shown.width, shown.height) == (width, height), said)
    run.decide("file_unchanged", await shown.read() == picture.file)
    kind, content = await run.load(shown.proxy_url)
    said = f"Sent: {len(picture.file):,} bytes. Loaded: {kind}, {len(content):,} bytes."
    is_whole = kind == "image/png" and content[16:24] == picture.file[16:24]
    run.decide("proxy_png", is_whole, said)
    joined = "&" if "?" in shown.proxy_url else "?"
    kind, content = await run.load(f"{shown.proxy_url}{joined}format=webp&width=550&height={550 * height // width}")
    said = f"A phone’s width, as WebP: {kind}, {len(content):,} bytes."
    run.decide("proxy_webp", kind == "image/webp" and 0 < len(content) < len(picture.file), said)
