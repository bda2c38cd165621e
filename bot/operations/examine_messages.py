"""Conformance tests of messages: limits, components, nonces, edits, rate limits, and pictures."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui
from discord.http import Route

from bot import limits
from bot.operations.examination import Examination, RequestOutcome, Unclear, button, row, select, text_display
from bot.operations.example_picture import draw_example

_COMPONENTS_V2 = 1 << 15
"""Flag of a message that consists of V2 components."""
_SILENT = 1 << 12
"""Flag of a message that causes no notification."""
_OLD_EDITS = 6
"""Number of edits in a row to an old message. Users have reported a limit of three in 20 seconds."""
_ALT_TEXT = "A board for a test"


async def examine_messages(run: Examination) -> None:
    """Run all tests of messages."""
    await run.run_step(_test_limits, *_OVERSIZED_PAYLOADS, "option_100")
    await run.run_step(_test_file_limits, "files_10", "alt_text_1024", "alt_text_kept", "embed_file", "files_removed")
    await run.run_step(_test_layout_limits, "layout_4000", "layout_40", "layout_no_content", "layout_no_embed")
    await run.run_step(_test_layouts, "layout_files", "layout_alt_text", "layout_more_files", "layout_from_text")
    await run.run_step(_test_repeats, "nonce_repeat", "silent", "mentions_named")
    await run.run_step(_test_history, "own_buttons_read", "history_after", "id_has_time")
    await run.run_step(_test_edits, "deleted_10008")
    await run.run_step(_test_old_edits, "old_edited", "old_30046")
    await run.run_step(_test_headers, "post_limit_headers", "post_burst_4", "date_header")
    await run.run_step(_test_pictures, "size_known", "file_unchanged", "proxy_png", "proxy_webp")


# -- limits


def _buttons(count: int, start: int = 0, *, label: int = 1, identity: int = 0) -> dict[str, Any]:
    """A row of buttons; ``label`` and ``identity`` are the lengths of their labels and ids."""
    ids = (f"limit:{start + number}".ljust(identity, "x") for number in range(count))
    return row(*(button("b" * label, button_id) for button_id in ids))


def _options(count: int, length: int) -> dict[str, Any]:
    """A select menu with ``count`` options, whose texts have this length."""
    options = [{"label": f"{n:02}".ljust(length, "o"), "value": f"{n:02}".ljust(length, "v")} for n in range(count)]
    return row(select("limit:select", options))


_OVERSIZED_PAYLOADS: Mapping[str, dict[str, Any]] = {
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
"""Name of a limit -> payload of a message that exceeds only this limit."""


async def _test_limits(run: Examination) -> None:
    buttons_per_row = limits.BUTTONS_IN_ROW
    button_rows = [
        _buttons(buttons_per_row, buttons_per_row * n, label=limits.BUTTON_LABEL, identity=limits.CUSTOM_ID)
        for n in range(4)
    ]
    description = min(limits.EMBED_DESCRIPTION, limits.EMBED_TOTAL - limits.EMBED_TITLE)
    rest = limits.EMBED_TOTAL - limits.EMBED_TITLE - description
    at_limit = await run.post(
        {
            "content": "c" * limits.CONTENT,
            "nonce": f"{run.channel.id}".ljust(limits.NONCE, "n"),
            "embeds": [
                {"title": "t" * limits.EMBED_TITLE, "description": "d" * description},
                {"description": "d" * rest},
            ],
            "components": [*button_rows, _options(limits.SELECT_OPTIONS, limits.SELECT_TEXT)],
        }
    )
    for name, payload in _OVERSIZED_PAYLOADS.items():
        over_limit = await run.post(payload)
        decide_limit(
            run,
            name,
            at_limit.is_done,
            over_limit.status,
            f"At the limit: {at_limit.summary}. Above it: {over_limit.summary}.",
        )


def decide_limit(run: Examination, name: str, is_accepted: bool, over_status: int, said: str) -> None:
    """Record a limit as true if Discord accepted the maximum and refused one more; otherwise as false."""
    is_true = is_accepted and over_status == 400
    run.decide(name, is_true, "" if is_true else said)


def _file(name: str, alt: str | None = _ALT_TEXT, content: bytes | None = None) -> discord.File:
    return discord.File(io.BytesIO(content or b"one"), filename=name, description=alt)


async def _test_file_limits(run: Examination) -> None:
    alt = "a" * limits.ALT_TEXT
    embed = discord.Embed(title="Embed", description="With files")
    files = [_file(f"{number}.txt", alt) for number in range(limits.FILES)]
    at_limit = await run.attempt(run.send(content="Files", embed=embed, files=files))
    attachments = [{"id": n, "filename": f"{n}.txt"} for n in range(limits.FILES + 1)]
    over_limit = await _send_files(run, {"attachments": attachments}, limits.FILES + 1)
    decide_limit(
        run,
        "files_10",
        at_limit.is_done,
        over_limit.status,
        f"10 files: {at_limit.summary}. 11 files: {over_limit.summary}.",
    )
    long_description = [{"id": 0, "filename": "0.txt", "description": "a" * (limits.ALT_TEXT + 1)}]
    over_limit = await _send_files(run, {"attachments": long_description}, 1)
    decide_limit(
        run,
        "alt_text_1024",
        at_limit.is_done,
        over_limit.status,
        f"1,024: {at_limit.summary}. 1,025: {over_limit.summary}.",
    )
    run.decide("embed_file", at_limit.is_done, "" if at_limit.is_done else f"{at_limit.summary}.")
    if not at_limit.is_done:
        return
    message: discord.Message = at_limit.value
    run.decide("alt_text_kept", [attachment.description for attachment in message.attachments] == [alt] * limits.FILES)
    edited = await run.attempt(message.edit(content="Empty", attachments=[], embeds=[]))
    is_empty = edited.is_done and not edited.value.attachments and not edited.value.embeds
    run.decide("files_removed", is_empty, "" if is_empty else f"{edited.summary}.")


async def _send_files(run: Examination, payload: dict[str, Any], count: int) -> RequestOutcome:
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": json.dumps({"content": "Files", **payload})}]
    for number in range(count):
        form.append({"name": f"files[{number}]", "value": b"one", "filename": f"{number}.txt"})
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=run.channel.id)
    outcome = await run.attempt(run.client.http.request(route, form=form))
    if outcome.is_done:
        run.remove_later(run.channel.id, int(outcome.value["id"]))
    return outcome


# -- components


async def _test_layout_limits(run: Examination) -> None:
    at_limit = await run.post({"flags": _COMPONENTS_V2, "components": [text_display("w" * limits.LAYOUT)]})
    over_limit = await run.post(
        {"flags": _COMPONENTS_V2, "components": [text_display("w" * 2_001), text_display("w" * 2_000)]}
    )
    decide_limit(
        run,
        "layout_4000",
        at_limit.is_done,
        over_limit.status,
        f"4,000: {at_limit.summary}. 4,001: {over_limit.summary}.",
    )
    largest = {"type": 17, "components": [text_display("w") for _ in range(limits.LAYOUT_PARTS - 1)]}
    at_limit = await run.post({"flags": _COMPONENTS_V2, "components": [largest]})
    too_large = {"type": 17, "components": [text_display("w") for _ in range(limits.LAYOUT_PARTS)]}
    over_limit = await run.post({"flags": _COMPONENTS_V2, "components": [too_large]})
    decide_limit(
        run, "layout_40", at_limit.is_done, over_limit.status, f"40: {at_limit.summary}. 41: {over_limit.summary}."
    )
    for name, extra in (("layout_no_content", {"content": "c"}), ("layout_no_embed", {"embeds": [{"title": "t"}]})):
        outcome = await run.post({"flags": _COMPONENTS_V2, "components": [text_display("w")], **extra})
        run.decide(name, outcome.status == 400, f"{outcome.summary}." if outcome.status != 400 else "")


def lay_out(files: Sequence[discord.File], small: discord.File | None, button_id: str) -> ui.LayoutView:
    """A message with the layout of reports: text, a gallery for each file, a thumbnail, and a button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container[Any](ui.TextDisplay("### A report\nIts lines."), accent_color=discord.Color.blue()))
    for file in files:
        view.add_item(ui.MediaGallery[Any](discord.MediaGalleryItem(file, description=file.description)))
    if small is not None:
        thumbnail = ui.Thumbnail[Any](small, description=small.description)
        view.add_item(ui.Section[Any]("**Small**\n-# Unchanged", accessory=thumbnail))
    view.add_item(ui.ActionRow[Any](ui.Button(label="Board", custom_id=button_id)))
    view.stop()
    return view


async def _test_layouts(run: Examination) -> None:
    picture = draw_example()
    files = [_file("1-large.png", picture.alt, picture.file), _file("2-small.png", "Small", picture.file)]
    sent = await run.attempt(run.send(view=lay_out(files[:1], files[1], run.new_id()), files=files))
    run.decide("layout_files", sent.is_done, "" if sent.is_done else f"{sent.summary}.")
    if sent.is_done:
        run.decide("layout_alt_text", _alt_texts(sent.value) == [picture.alt, "Small"])
    later = await run.send(view=lay_out([], None, run.new_id()))
    more = [_file("3-later.png", "Later", picture.file)]
    edited = await run.attempt(later.edit(view=lay_out(more, None, run.new_id()), attachments=more))
    has_picture = edited.is_done and _alt_texts(edited.value) == ["Later"]
    run.decide("layout_more_files", has_picture, "" if has_picture else f"{edited.summary}.")
    plain = await run.send(content="Text", embed=discord.Embed(title="Embed"), file=_file("4-plain.png"))
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay("Nothing but this text."))
    view.stop()
    edited = await run.attempt(plain.edit(content=None, embeds=[], attachments=[], view=view))
    run.decide("layout_from_text", edited.is_done, "" if edited.is_done else f"{edited.summary}.")


def _alt_texts(message: discord.Message) -> list[str | None]:
    alt_texts = list[str | None]()
    for part in message.components:
        if isinstance(part, discord.MediaGalleryComponent):
            alt_texts += [item.description for item in part.items]
        if isinstance(part, discord.SectionComponent) and isinstance(part.accessory, discord.ThumbnailComponent):
            alt_texts.append(part.accessory.description)
    return alt_texts


# -- posts and edits


async def _test_repeats(run: Examination) -> None:
    nonce = f"{run.channel.id}-once"[-limits.NONCE :]
    payload = {"content": "Once", "nonce": nonce, "enforce_nonce": True, "flags": _SILENT}
    first, second = await run.post(payload), await run.post(payload)
    if not first.is_done or not second.is_done:
        raise Unclear(f"The posts were not made ({first.summary}; {second.summary}).")
    run.decide("nonce_repeat", first.value["id"] == second.value["id"])
    run.decide("silent", bool(first.value.get("flags", 0) & _SILENT))
    bot_member = run.channel.guild.me
    users = {"parse": [], "users": [str(bot_member.id)]}
    mentioning = await run.post(
        {"content": f"<@{bot_member.id}> @everyone", "allowed_mentions": users, "flags": _SILENT}
    )
    if mentioning.is_done:
        is_everyone = bool(mentioning.value.get("mention_everyone"))
        mentioned = [int(user["id"]) for user in mentioning.value.get("mentions", [])]
        run.decide("mentions_named", not is_everyone and mentioned == [bot_member.id])


async def _test_history(run: Examination) -> None:
    first = await run.send(content="First")
    button_id = run.new_id()
    view = ui.View(timeout=None).add_item(ui.Button(label="Mark", custom_id=button_id))
    view.stop()
    second = await run.send(content="Second", view=view)
    later = [message async for message in run.channel.history(limit=10, after=first)]
    run.decide(
        "history_after",
        second.id in {message.id for message in later} and all(message.id > first.id for message in later),
    )
    button_ids = [
        part.custom_id
        for message in later
        for line in message.components
        if isinstance(line, discord.ActionRow)
        for part in line.children
        if isinstance(part, discord.Button)
    ]
    run.decide("own_buttons_read", button_id in button_ids)
    now = discord.utils.utcnow()
    age = abs((now - discord.utils.snowflake_time(second.id)).total_seconds())
    if age > 3_600 and abs((now - second.created_at).total_seconds()) > 3_600:
        raise Unclear("This machine’s clock, or the simulation’s, has another time.")
    run.decide("id_has_time", age < 60, "" if age < 60 else f"The id tells a time that is {age:.0f} seconds off.")


async def _test_edits(run: Examination) -> None:
    message = await run.send(content="To be deleted")
    await message.delete()
    outcome = await run.attempt(message.edit(content="Deleted"))
    run.decide("deleted_10008", outcome.code == 10008, "" if outcome.code == 10008 else f"{outcome.summary}.")


async def _test_old_edits(run: Examination) -> None:
    """Edit a message of the bot that is older than an hour, without changing it."""
    bot_member = run.channel.guild.me
    messages = run.client.get_partial_messageable(run.channel.id)
    async for message in messages.history(limit=200):
        age = (discord.utils.utcnow() - message.created_at).total_seconds()
        if message.author.id == bot_member.id and age > limits.OLD_MESSAGE_SECONDS:
            break
    else:
        raise Unclear("The bot has posted nothing in this channel that is older than an hour.")
    response_count = len(run.client.responses)
    outcomes = [await run.attempt(message.edit(suppress=message.flags.suppress_embeds)) for _ in range(_OLD_EDITS)]
    refusals = [outcome for outcome in outcomes if not outcome.is_done]
    run.decide("old_edited", outcomes[0].is_done, "" if outcomes[0].is_done else f"{outcomes[0].summary}.")
    limited = sum(outcome.status == 429 for outcome in run.client.responses[response_count:])
    if limited or any(outcome.code == 30046 or outcome.status == 429 for outcome in refusals):
        run.decide("old_30046", True, f"Refused: {max(limited, len(refusals))} times in {_OLD_EDITS} edits.")
    run.leave_open("old_30046", f"{_OLD_EDITS} edits in a row met no limit.")


# -- headers and pictures


async def _test_headers(run: Examination) -> None:
    end = f"/channels/{run.channel.id}/messages"
    posts = [response for response in run.client.responses if response.path.endswith(end)]
    if not posts:
        raise Unclear("No response with headers was seen, as in a simulation.")
    with_limits = [
        response for response in posts if {"x-ratelimit-limit", "x-ratelimit-remaining"} <= response.headers.keys()
    ]
    run.decide("post_limit_headers", bool(with_limits))
    run.decide("date_header", all("date" in response.headers for response in posts))
    if with_limits:
        limit, after = (
            with_limits[-1].headers["x-ratelimit-limit"],
            with_limits[-1].headers.get("x-ratelimit-reset-after", "?"),
        )
        run.decide("post_burst_4", int(limit) >= 4, f"The limit is {limit}; it resets in {after} seconds.")


async def _test_pictures(run: Examination) -> None:
    picture = draw_example()
    message = await run.send(content="A picture", file=_file("board.png", picture.alt, picture.file))
    attachment = message.attachments[0]
    width, height = int.from_bytes(picture.file[16:20]), int.from_bytes(picture.file[20:24])  # the header of a PNG
    said = (
        ""
        if attachment.width == width
        else f"Sent: {width} × {height}. Told: {attachment.width} × {attachment.height}."
    )
    run.decide("size_known", (attachment.width, attachment.height) == (width, height), said)
    run.decide("file_unchanged", await attachment.read() == picture.file)
    kind, content = await run.load_file(attachment.proxy_url)
    said = f"Sent: {len(picture.file):,} bytes. Loaded: {kind}, {len(content):,} bytes."
    is_whole = kind == "image/png" and content[16:24] == picture.file[16:24]
    run.decide("proxy_png", is_whole, said)
    joined = "&" if "?" in attachment.proxy_url else "?"
    kind, content = await run.load_file(
        f"{attachment.proxy_url}{joined}format=webp&width=550&height={550 * height // width}"
    )
    said = f"A phone’s width, as WebP: {kind}, {len(content):,} bytes."
    run.decide("proxy_webp", kind == "image/webp" and 0 < len(content) < len(picture.file), said)
