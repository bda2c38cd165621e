"""Conformance tests with a tester: presses, private replies, deferrals, forms, and the display in clients."""

import io
import time
from typing import Any

import discord
from discord import ui

from bot import limits
from bot.operations.examination import Examination, RequestOutcome, Unclear, payload_of, row, select
from bot.operations.examine_messages import decide_limit, lay_out
from bot.operations.example_picture import draw_example

_EPHEMERAL = 64
"""Flag of a private reply."""
_MESSAGE, _DEFERRED, _FORM = 4, 5, 9
"""Types of responses to a press. (docs, interactions/receiving-and-responding)"""
_TYPED = "What I typed"
_MINUTE = 60.0
_LATE_SECONDS = 4.0
"""Seconds after which a response to a press is too late."""
_AWAY_SECONDS = 10.0
"""Seconds that the tester has to open another channel."""
_FILE_LIMIT = 10 * 1024 * 1024
"""Maximum size of a file in bytes, as Discord documents it."""

Press = discord.Interaction[Any]


async def examine_presses(run: Examination) -> None:
    """Run all tests. The tester is asked for about twelve presses, one after another."""
    first = _FirstPresses()
    await run.run_step(
        first.examine,
        *("press_permissions", "press_file_limit", "press_member_name", "answer_private", "answer_has_id"),
        *("answer_twice_40060", "callback_no_limit", "private_known", "answer_edits"),
    )
    await run.run_step(_test_late_response, "answer_late_10062")
    await run.run_step(_test_followup, "deferred_followed", "form_after_deferral")
    await run.run_step(_test_public_followup, "deferred_edited", "deferred_public", "deferred_ping")
    await run.run_step(_test_silent_deferral, "deferred_press", "followup_private")
    await run.run_step(_test_selects, "press_values", "select_people")
    await run.run_step(_test_form, *_FORM_NAMES)
    await run.run_step(_test_direct_message, "direct_message")
    await run.run_step(_test_large_picture, "shown_whole")
    await run.run_step(_test_thumbnail, "shown_small")
    await run.run_step(_test_text_display, "shown_text")
    await run.run_step(_test_wrapped_buttons, "label_wraps")
    await run.run_step(_test_mention, "mention_seen")
    await run.run_step(_test_silent_message, "silent_seen")
    await run.run_step(_test_notification_text, "layout_unread")
    await run.run_step(_test_token_expiry, "token_14_minutes", "token_15_minutes")


async def _picture(name: str = "board.png") -> discord.File:
    picture = draw_example()
    return discord.File(io.BytesIO(picture.file), name, description=picture.alt)


async def _respond(run: Examination, pressed: Press, kind: int, data: dict[str, Any]) -> RequestOutcome:
    """Send the first response to a press without discord.py's checks."""
    path = "/interactions/{interaction_id}/{webhook_token}/callback"
    path_values = {"interaction_id": pressed.id, "webhook_token": pressed.token}
    return await run.request("POST", path, **path_values, payload={"type": kind, "data": data})


def _decide(run: Examination, name: str, is_true: bool, outcome: RequestOutcome) -> None:
    run.decide(name, is_true, "" if is_true else f"{outcome.summary.capitalize()}.")


class _FirstPresses:
    """Tests that use the first two presses: one on a public message, one on the private reply to it."""

    async def examine(self, run: Examination) -> None:
        """Test a private reply with a picture, and an edit of the reply."""
        pressed = await run.ask("Press *Start*. You need about five minutes.", "Start")
        self._record_press(run, pressed)
        custom_id = run.new_id()
        view = ui.View(timeout=None).add_item(ui.Button(label="Continue", custom_id=custom_id))
        view.stop()
        request = pressed.response.send_message("Press *Continue*.", view=view, file=await _picture(), ephemeral=True)
        sent = await run.attempt(request)
        _decide(run, "answer_private", sent.is_done, sent)
        if not sent.is_done:
            return
        run.undo_later(pressed.delete_original_response)
        run.decide("answer_has_id", sent.value.message_id is not None)
        repeated = await _respond(run, pressed, _MESSAGE, {"content": "Again", "flags": _EPHEMERAL})
        _decide(run, "answer_twice_40060", repeated.code == 40060, repeated)
        self._compare_rate_limits(run)
        second = await run.wait_for_press(custom_id)
        run.decide("private_known", second.message is not None and second.message.flags.ephemeral)
        edit = second.response.edit_message(content="Thank you.", attachments=[await _picture("b.png")], view=None)
        changed = await run.attempt(edit)
        _decide(run, "answer_edits", changed.is_done, changed)

    def _compare_rate_limits(self, run: Examination) -> None:
        """Decide whether first responses have a rate limit that is separate from that of posts."""
        if not run.client.responses:
            return run.leave_open("callback_no_limit", "No response with headers was seen, as in a simulation.")
        response_buckets, post_buckets = (
            {
                response.headers.get("x-ratelimit-bucket")
                for response in run.client.responses
                if response.path.endswith(end)
            }
            - {None}
            for end in ("/callback", "/messages")
        )
        return run.decide("callback_no_limit", response_buckets.isdisjoint(post_buckets))

    def _record_press(self, run: Examination, pressed: Press) -> None:
        """Decide the assumptions about the data of a press."""
        needed = discord.Permissions(view_channel=True, send_messages=True)
        run.decide("press_permissions", pressed.app_permissions.is_superset(needed))
        run.decide("press_file_limit", pressed.filesize_limit >= _FILE_LIMIT, f"{pressed.filesize_limit:,} bytes.")
        run.decide("press_member_name", bool(pressed.user.display_name))


async def _test_late_response(run: Examination) -> None:
    pressed = await run.ask("Press *Wait*. Discord should say that the interaction failed.", "Wait")
    await run.pause(_LATE_SECONDS)
    late = await _respond(run, pressed, _MESSAGE, {"content": "Late", "flags": _EPHEMERAL})
    _decide(run, "answer_late_10062", late.code == 10062, late)


async def _test_followup(run: Examination) -> None:
    pressed = await run.ask("Press *Defer*.", "Defer")
    await pressed.response.defer(ephemeral=True, thinking=True)
    form = await _respond(run, pressed, _FORM, _form_data("conformance:none"))
    _decide(run, "form_after_deferral", not form.is_done, form)
    followed = await run.attempt(pressed.followup.send("After the deferral", ephemeral=True, wait=True))
    original = await run.attempt(pressed.original_response())
    if not followed.is_done or not original.is_done:
        raise Unclear(f"The message after the deferral could not be read ({followed.summary}; {original.summary}).")
    run.undo_later(pressed.delete_original_response)
    run.decide("deferred_followed", followed.value.id == original.value.id)


async def _test_public_followup(run: Examination) -> None:
    """Test a public message after a private deferral. Some buttons of the bot respond like this."""
    pressed = await run.ask("Press *Announce*, then look at another channel until you see a notification.", "Announce")
    await pressed.response.defer(ephemeral=True, thinking=True)
    edited = await run.attempt(pressed.edit_original_response(content="Done", attachments=[await _picture()]))
    _decide(run, "deferred_edited", edited.is_done and bool(edited.value.attachments), edited)
    run.undo_later(pressed.delete_original_response)
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=[pressed.user])
    request = pressed.followup.send(
        f"{pressed.user.mention}, Discord shows this message.", wait=True, allowed_mentions=mentions
    )
    followed = await run.attempt(request)
    _decide(run, "deferred_public", followed.is_done and not followed.value.flags.ephemeral, followed)
    if followed.is_done:
        run.remove_later(run.channel.id, followed.value.id)
        await run.ask_tester("deferred_ping", "Did the message above notify you?")


async def _test_silent_deferral(run: Examination) -> None:
    pressed = await run.ask("Press *Change*.", "Change")
    await pressed.response.defer()
    followed = await run.attempt(pressed.followup.send("Only you see this.", ephemeral=True, wait=True))
    if followed.is_done:
        run.undo_later(lambda: pressed.followup.delete_message(followed.value.id))
    _decide(run, "followup_private", followed.is_done and followed.value.flags.ephemeral, followed)
    changed = await run.attempt(pressed.edit_original_response(content="Changed", view=None))
    is_same = changed.is_done and pressed.message is not None and changed.value.id == pressed.message.id
    _decide(run, "deferred_press", is_same, changed)


async def _test_selects(run: Examination) -> None:
    ids = [run.new_id() for _ in range(4)]
    kinds = [{"type": kind, "custom_id": custom_id} for kind, custom_id in zip((5, 6, 8), ids[1:], strict=True)]
    options = [{"label": f"Option {number}", "value": f"option {number}"} for number in (1, 2)]
    text = "Choose *Option 2* in the first menu."
    run.say(text)
    outcome = await run.post({"content": text, "components": [row(select(ids[0], options)), *map(row, kinds)]})
    _decide(run, "select_people", outcome.is_done, outcome)
    if not outcome.is_done:
        return
    pressed = await run.wait_for_press(ids[0])
    await pressed.response.edit_message(content="Thank you.", view=None)
    values = payload_of(pressed).get("values")
    run.decide("press_values", values in (["option 1"], ["option 2"]), f"It arrived as {values}.")


# -- forms

_FORM_NAMES = (
    *("form_title_45", "form_label_45", "form_about_100", "form_text_4000", "form_parts_5"),
    *("form_text", "form_input", "form_select", "form_radio", "form_message", "form_changes"),
)


def _field(label: str, about: str, part: dict[str, Any]) -> dict[str, Any]:
    return {"type": 18, "label": label, "description": about, "component": part}


def _form_data(custom_id: str, **over: int) -> dict[str, Any]:
    """A form with each kind of component at its limits. ``over`` says how far a component exceeds its limit."""
    size = {"title": limits.MODAL_TITLE, "label": limits.MODAL_LABEL, "about": limits.MODAL_ABOUT}
    size = {name: maximum + over.get(name, 0) for name, maximum in size.items()}
    label, about = "Type here ".ljust(size["label"], "l"), "Type anything ".ljust(size["about"], "d")
    text = {"type": 4, "custom_id": "typed", "style": 2, "max_length": limits.MODAL_TEXT + over.get("text", 0)}
    options = [{"label": f"Option {number}", "value": f"option {number}"} for number in (1, 2)]
    parts = [
        {"type": 10, "content": "A text above the fields"},
        _field(label, about, text),
        _field("Choose", "In a menu", select("chosen", options)),
        _field("Choose", "Among buttons", {"type": 21, "custom_id": "either", "options": options}),
        _field("Choose again", "In another menu", {**select("more", options), "required": False, "min_values": 0}),
    ]
    parts += [{"type": 10, "content": "One more"}] * over.get("parts", 0)
    return {"title": "Fill in and submit ".ljust(size["title"], "t"), "custom_id": custom_id, "components": parts}


async def _test_form(run: Examination) -> None:
    pressed = await run.ask("Press *Open*, fill in the form, and submit it.", "Open")
    custom_id = run.new_id()
    parts = {"form_title_45": "title", "form_label_45": "label", "form_about_100": "about", "form_text_4000": "text"}
    refused = {
        name: await _respond(run, pressed, _FORM, _form_data(custom_id, **{part: 1}))
        for name, part in {**parts, "form_parts_5": "parts"}.items()
    }
    at_limit = await _respond(run, pressed, _FORM, _form_data(custom_id))
    for name, outcome in refused.items():
        said = f"At the limit: {at_limit.summary}. Above it: {outcome.summary}."
        decide_limit(run, name, at_limit.is_done, outcome.status, said)
    if not at_limit.is_done:
        raise Unclear(f"The form could not be opened ({at_limit.summary}).")
    submitted = await run.wait_for_press(custom_id)
    _record_form(run, submitted, pressed)
    changed = await run.attempt(submitted.response.edit_message(content="Thank you.", view=None))
    _decide(run, "form_changes", changed.is_done, changed)


def _record_form(run: Examination, submitted: Press, pressed: Press) -> None:
    values = dict[str, Any]()
    parts = list(payload_of(submitted).get("components", []))
    while parts:
        part = parts.pop()
        nested = part.get("component")
        parts += [*part.get("components", []), *([nested] if nested else [])]
        if "custom_id" in part:
            values[part["custom_id"]] = part.get("value", part.get("values"))
    run.decide("form_text", True)
    run.decide("form_input", bool(values.get("typed")))
    run.decide("form_select", values.get("chosen") in (["option 1"], ["option 2"]))
    run.decide("form_radio", values.get("either") in ("option 1", "option 2"))
    form_message, button_message = submitted.message, pressed.message
    run.decide(
        "form_message", form_message is not None and button_message is not None and form_message.id == button_message.id
    )


# -- display in clients


def _tester(run: Examination) -> discord.User | discord.Member:
    if run.person is None:
        raise Unclear("Nobody has pressed anything, so there is nobody to ask.")
    return run.person


async def _test_direct_message(run: Examination) -> None:
    channel = await run.client.create_dm(_tester(run))
    sent = await run.attempt(run.send(channel, content="A message that is removed at the end."))
    if sent.code in (50007, 50278):
        raise Unclear("The person who pressed allows no direct messages.")
    _decide(run, "direct_message", sent.is_done, sent)


async def _test_large_picture(run: Examination) -> None:
    _tester(run)
    files = [await _picture("1.png"), await _picture("2.png")]
    await run.send(view=lay_out(files[:1], files[1], run.new_id()), files=files)
    await run.ask_tester("shown_whole", "Is the large picture above whole, with none of its edges cut off?")


async def _test_thumbnail(run: Examination) -> None:
    _tester(run)
    await run.ask_tester("shown_small", "Is the small picture above to the right of its text?")


async def _test_text_display(run: Examination) -> None:
    _tester(run)
    now = int(time.time())
    await run.send(content=f"## A heading\n-# Small text\n- An item\nNow is <t:{now}:f>, <t:{now}:R>.")
    await run.ask_tester(
        "shown_text", "Does the message above have a large heading, small gray text, an item, and a time?"
    )


async def _test_wrapped_buttons(run: Examination) -> None:
    _tester(run)
    view = ui.View(timeout=None)
    for number in range(1, 6):
        view.add_item(ui.Button(label=f"Connect the towns with number {number}", custom_id=run.new_id()))
    view.stop()
    await run.send(content="Five buttons of one row", view=view)
    await run.ask_tester("label_wraps", "Do the five buttons above continue in the next line, with whole labels?")


def _mention_permissions(run: Examination) -> dict[str, Any]:
    return {"parse": [], "users": [str(_tester(run).id)]}


async def _test_mention(run: Examination) -> None:
    tester, mentions = _tester(run), _mention_permissions(run)
    await _wait_until_away(run)
    await run.post({"content": f"{tester.mention}, this message names you.", "allowed_mentions": mentions})
    await run.ask_tester("mention_seen", "Did the message above notify you?")


async def _test_silent_message(run: Examination) -> None:
    tester = _tester(run)
    await _wait_until_away(run)
    message = await run.send(content="This message is silent.", silent=True)
    await message.edit(content=f"{tester.mention}, this edit is silent as well.")
    await run.ask_tester("silent_seen", "Did the message above arrive without a sound and without a notification?")


async def _test_notification_text(run: Examination) -> None:
    tester, mentions = _tester(run), _mention_permissions(run)
    await _wait_until_away(run)
    container = {"type": 17, "components": [{"type": 10, "content": f"{tester.mention}: words in components"}]}
    await run.post({"flags": 1 << 15, "components": [container], "allowed_mentions": mentions})
    await run.ask_tester(
        "layout_unread", "Did the notification of the message above lack its words (or was there none)?"
    )


async def _wait_until_away(run: Examination) -> None:
    """Wait until the tester has opened another channel.

    Discord's clients do not notify of messages that are visible.
    """
    pressed = await run.ask("Press *Ready*, then look at another channel for ten seconds.", "Ready")
    await pressed.response.edit_message(content="Look at another channel now.", view=None)
    await run.pause(_AWAY_SECONDS)


async def _test_token_expiry(run: Examination) -> None:
    if not run.is_long:
        raise Unclear("The run did not wait for 15 minutes. Start it with --long.")
    pressed = await run.ask("Press *Keep*. After that, the run waits for 15 minutes.", "Keep")
    await pressed.response.defer(ephemeral=True, thinking=True)
    await run.pause(14 * _MINUTE)
    early = await run.attempt(pressed.edit_original_response(content="After 14 minutes"))
    _decide(run, "token_14_minutes", early.is_done, early)
    await run.pause(_MINUTE + _LATE_SECONDS)
    late = await run.attempt(pressed.edit_original_response(content="After 15 minutes"))
    _decide(run, "token_15_minutes", not late.is_done, late)
