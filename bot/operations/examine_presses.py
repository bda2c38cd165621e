"""Conformance tests with a person: presses, private replies, deferrals, forms, and what a person sees."""

import io
import time
from typing import Any

import discord
from discord import ui

from bot import limits
from bot.operations.examination import Examination, Tried, Unclear, choice, data_of, row
from bot.operations.examine_messages import decide_limit, lay_out
from bot.operations.example_picture import draw_example

_EPHEMERAL = 64
_MESSAGE, _DEFERRED, _FORM = 4, 5, 9
"""Types of first answers."""
_TYPED = "What I typed"
_MINUTE = 60.0
_LATE_SECONDS, _AWAY_SECONDS = 4.0, 10.0
_FILE_LIMIT = 10 * 1024 * 1024

Pressed = discord.Interaction[Any]


async def examine_presses(run: Examination) -> None:
    """Run all steps; the tester is asked for a dozen presses, one after another."""
    first = _First()
    await run.step(
        first.examine,
        *("press_permissions", "press_file_limit", "press_member_name", "answer_private", "answer_has_id"),
        *("answer_twice_40060", "callback_no_limit", "private_known", "answer_edits"),
    )
    await run.step(_late, "answer_late_10062")
    await run.step(_followed, "deferred_followed", "form_after_deferral")
    await run.step(_public, "deferred_edited", "deferred_public", "deferred_ping")
    await run.step(_silent, "deferred_press", "followup_private")
    await run.step(_selects, "press_values", "select_people")
    await run.step(_form, *_FORM_NAMES)
    await run.step(_direct, "direct_message")
    await run.step(_shown, "shown_whole")
    await run.step(_shown_small, "shown_small")
    await run.step(_shown_text, "shown_text")
    await run.step(_wrapped, "label_wraps")
    await run.step(_mentioned, "mention_seen")
    await run.step(_quiet, "silent_seen")
    await run.step(_unread, "layout_unread")
    await run.step(_tokens, "token_14_minutes", "token_15_minutes")


async def _picture(name: str = "board.png") -> discord.File:
    picture = draw_example()
    return discord.File(io.BytesIO(picture.file), name, description=picture.alt)


async def _answer(run: Examination, pressed: Pressed, kind: int, data: dict[str, Any]) -> Tried:
    """Send a first response without the library's own checks."""
    path = "/interactions/{interaction_id}/{webhook_token}/callback"
    where = {"interaction_id": pressed.id, "webhook_token": pressed.token}
    return await run.request("POST", path, **where, payload={"type": kind, "data": data})


def _note(run: Examination, name: str, is_true: bool, tried: Tried) -> None:
    run.decide(name, is_true, "" if is_true else f"{tried.words.capitalize()}.")


class _First:
    """The first two presses: on a public message, and on the private answer to it."""

    async def examine(self, run: Examination) -> None:
        """A private answer with a picture, and the change of that answer."""
        pressed = await run.ask("Press *Start*. You need about five minutes.", "Start")
        self._read(run, pressed)
        custom_id = run.new_id()
        view = ui.View(timeout=None).add_item(ui.Button(label="Continue", custom_id=custom_id))
        view.stop()
        sending = pressed.response.send_message("Press *Continue*.", view=view, file=await _picture(), ephemeral=True)
        sent = await run.attempt(sending)
        _note(run, "answer_private", sent.is_done, sent)
        if not sent.is_done:
            return
        run.undo_later(pressed.delete_original_response)
        run.decide("answer_has_id", sent.value.message_id is not None)
        again = await _answer(run, pressed, _MESSAGE, {"content": "Again", "flags": _EPHEMERAL})
        _note(run, "answer_twice_40060", again.code == 40060, again)
        self._read_limits(run)
        second = await run.press(custom_id)
        run.decide("private_known", second.message is not None and second.message.flags.ephemeral)
        changing = second.response.edit_message(content="Thank you.", attachments=[await _picture("b.png")], view=None)
        changed = await run.attempt(changing)
        _note(run, "answer_edits", changed.is_done, changed)

    def _read_limits(self, run: Examination) -> None:
        """Whether answers count together with posts."""
        if not run.client.responses:
            return run.leave_open("callback_no_limit", "No response with headers was seen, as in a simulation.")
        answers, posts = (
            {one.headers.get("x-ratelimit-bucket") for one in run.client.responses if one.path.endswith(end)} - {None}
            for end in ("/callback", "/messages")
        )
        return run.decide("callback_no_limit", answers.isdisjoint(posts))

    def _read(self, run: Examination, pressed: Pressed) -> None:
        """Record what a press contains."""
        needed = discord.Permissions(view_channel=True, send_messages=True)
        run.decide("press_permissions", pressed.app_permissions.is_superset(needed))
        run.decide("press_file_limit", pressed.filesize_limit >= _FILE_LIMIT, f"{pressed.filesize_limit:,} bytes.")
        run.decide("press_member_name", bool(pressed.user.display_name))


async def _late(run: Examination) -> None:
    pressed = await run.ask("Press *Wait*. Discord should say that the interaction failed.", "Wait")
    await run.pause(_LATE_SECONDS)
    late = await _answer(run, pressed, _MESSAGE, {"content": "Late", "flags": _EPHEMERAL})
    _note(run, "answer_late_10062", late.code == 10062, late)


async def _followed(run: Examination) -> None:
    pressed = await run.ask("Press *Defer*.", "Defer")
    await pressed.response.defer(ephemeral=True, thinking=True)
    form = await _answer(run, pressed, _FORM, _form_data("conformance:none"))
    _note(run, "form_after_deferral", not form.is_done, form)
    followed = await run.attempt(pressed.followup.send("After the deferral", ephemeral=True, wait=True))
    original = await run.attempt(pressed.original_response())
    if not followed.is_done or not original.is_done:
        raise Unclear(f"The message after the deferral could not be read ({followed.words}; {original.words}).")
    run.undo_later(pressed.delete_original_response)
    run.decide("deferred_followed", followed.value.id == original.value.id)


async def _public(run: Examination) -> None:
    """A public message after a private deferral, as *Ping* and similar buttons send it."""
    pressed = await run.ask("Press *Announce*, then look at another channel until you see a notification.", "Announce")
    await pressed.response.defer(ephemeral=True, thinking=True)
    edited = await run.attempt(pressed.edit_original_response(content="Done", attachments=[await _picture()]))
    _note(run, "deferred_edited", edited.is_done and bool(edited.value.attachments), edited)
    run.undo_later(pressed.delete_original_response)
    named = discord.AllowedMentions(everyone=False, roles=False, users=[pressed.user])
    sending = pressed.followup.send(f"{pressed.user.mention}, this follows.", wait=True, allowed_mentions=named)
    followed = await run.attempt(sending)
    _note(run, "deferred_public", followed.is_done and not followed.value.flags.ephemeral, followed)
    if followed.is_done:
        run.remove_later(run.channel.id, followed.value.id)
        await run.look("deferred_ping", "Did the message above notify you?")


async def _silent(run: Examination) -> None:
    pressed = await run.ask("Press *Change*.", "Change")
    await pressed.response.defer()
    followed = await run.attempt(pressed.followup.send("Only you see this.", ephemeral=True, wait=True))
    if followed.is_done:
        run.undo_later(lambda: pressed.followup.delete_message(followed.value.id))
    _note(run, "followup_private", followed.is_done and followed.value.flags.ephemeral, followed)
    changed = await run.attempt(pressed.edit_original_response(content="Changed", view=None))
    is_same = changed.is_done and pressed.message is not None and changed.value.id == pressed.message.id
    _note(run, "deferred_press", is_same, changed)


async def _selects(run: Examination) -> None:
    ids = [run.new_id() for _ in range(4)]
    kinds = [{"type": kind, "custom_id": one} for kind, one in zip((5, 6, 8), ids[1:], strict=True)]
    options = [{"label": f"Option {number}", "value": f"option {number}"} for number in (1, 2)]
    text = "Choose *Option 2* in the first menu."
    run.say(text)
    posted = await run.post({"content": text, "components": [row(choice(ids[0], options)), *map(row, kinds)]})
    _note(run, "select_people", posted.is_done, posted)
    if not posted.is_done:
        return
    pressed = await run.press(ids[0])
    await pressed.response.edit_message(content="Thank you.", view=None)
    values = data_of(pressed).get("values")
    run.decide("press_values", values in (["option 1"], ["option 2"]), f"It arrived as {values}.")


# -- forms

_FORM_NAMES = (
    *("form_title_45", "form_label_45", "form_about_100", "form_text_4000", "form_parts_5"),
    *("form_text", "form_input", "form_select", "form_radio", "form_message", "form_changes"),
)


def _field(label: str, about: str, part: dict[str, Any]) -> dict[str, Any]:
    return {"type": 18, "label": label, "description": about, "component": part}


def _form_data(custom_id: str, **over: int) -> dict[str, Any]:
    """A form with each kind of part at its limits; ``over`` exceeds one of them."""
    size = {"title": limits.MODAL_TITLE, "label": limits.MODAL_LABEL, "about": limits.MODAL_ABOUT}
    size = {name: most + over.get(name, 0) for name, most in size.items()}
    label, about = "Type here ".ljust(size["label"], "l"), "Type anything ".ljust(size["about"], "d")
    text = {"type": 4, "custom_id": "typed", "style": 2, "max_length": limits.MODAL_TEXT + over.get("text", 0)}
    options = [{"label": f"Option {number}", "value": f"option {number}"} for number in (1, 2)]
    parts = [
        {"type": 10, "content": "A text above the fields"},
        _field(label, about, text),
        _field("Choose", "In a menu", choice("chosen", options)),
        _field("Choose", "Among buttons", {"type": 21, "custom_id": "either", "options": options}),
        _field("Choose again", "In another menu", {**choice("more", options), "required": False, "min_values": 0}),
    ]
    parts += [{"type": 10, "content": "One more"}] * over.get("parts", 0)
    return {"title": "Fill in and submit ".ljust(size["title"], "t"), "custom_id": custom_id, "components": parts}


async def _form(run: Examination) -> None:
    pressed = await run.ask("Press *Open*, fill in the form, and submit it.", "Open")
    custom_id = run.new_id()
    over = {"form_title_45": "title", "form_label_45": "label", "form_about_100": "about", "form_text_4000": "text"}
    refused = {
        name: await _answer(run, pressed, _FORM, _form_data(custom_id, **{part: 1}))
        for name, part in {**over, "form_parts_5": "parts"}.items()
    }
    at = await _answer(run, pressed, _FORM, _form_data(custom_id))
    for name, tried in refused.items():
        said = f"At the limit: {at.words}. Above it: {tried.words}."
        decide_limit(run, name, at.is_done, tried.status, said)
    if not at.is_done:
        raise Unclear(f"The form could not be opened ({at.words}).")
    submitted = await run.press(custom_id)
    _read_form(run, submitted, pressed)
    changed = await run.attempt(submitted.response.edit_message(content="Thank you.", view=None))
    _note(run, "form_changes", changed.is_done, changed)


def _read_form(run: Examination, submitted: Pressed, pressed: Pressed) -> None:
    given = dict[str, Any]()
    parts = list(data_of(submitted).get("components", []))
    while parts:
        part = parts.pop()
        inner = part.get("component")
        parts += [*part.get("components", []), *([inner] if inner else [])]
        if "custom_id" in part:
            given[part["custom_id"]] = part.get("value", part.get("values"))
    run.decide("form_text", True)
    run.decide("form_input", bool(given.get("typed")))
    run.decide("form_select", given.get("chosen") in (["option 1"], ["option 2"]))
    run.decide("form_radio", given.get("either") in ("option 1", "option 2"))
    here, there = submitted.message, pressed.message
    run.decide("form_message", here is not None and there is not None and here.id == there.id)


# -- what a person sees


def _person(run: Examination) -> discord.User | discord.Member:
    if run.person is None:
        raise Unclear("Nobody has pressed anything, so there is nobody to ask.")
    return run.person


async def _direct(run: Examination) -> None:
    channel = await run.client.create_dm(_person(run))
    sent = await run.attempt(run.send(channel, content="A message that is removed at the end."))
    if sent.code in (50007, 50278):
        raise Unclear("The person who pressed allows no direct messages.")
    _note(run, "direct_message", sent.is_done, sent)


async def _shown(run: Examination) -> None:
    _person(run)
    files = [await _picture("1.png"), await _picture("2.png")]
    await run.send(view=lay_out(files[:1], files[1], run.new_id()), files=files)
    await run.look("shown_whole", "Is the large picture above whole, with none of its edges cut off?")


async def _shown_small(run: Examination) -> None:
    _person(run)
    await run.look("shown_small", "Is the small picture above to the right of its text?")


async def _shown_text(run: Examination) -> None:
    _person(run)
    now = int(time.time())
    await run.send(content=f"## A heading\n-# Small text\n- An item\nNow is <t:{now}:f>, <t:{now}:R>.")
    await run.look("shown_text", "Does the message above have a large heading, small gray text, an item, and a time?")


async def _wrapped(run: Examination) -> None:
    _person(run)
    view = ui.View(timeout=None)
    for number in range(1, 6):
        view.add_item(ui.Button(label=f"Connect the towns with number {number}", custom_id=run.new_id()))
    view.stop()
    await run.send(content="Five buttons of one row", view=view)
    await run.look("label_wraps", "Do the five buttons above continue in the next line, with whole labels?")


def _naming(run: Examination) -> dict[str, Any]:
    return {"parse": [], "users": [str(_person(run).id)]}


async def _mentioned(run: Examination) -> None:
    person, named = _person(run), _naming(run)
    await _go_away(run)
    await run.post({"content": f"{person.mention}, this message names you.", "allowed_mentions": named})
    await run.look("mention_seen", "Did the message above notify you?")


async def _quiet(run: Examination) -> None:
    person = _person(run)
    await _go_away(run)
    quiet = await run.send(content="This message is silent.", silent=True)
    await quiet.edit(content=f"{person.mention}, this edit is silent as well.")
    await run.look("silent_seen", "Did the message above arrive without a sound and without a notification?")


async def _unread(run: Examination) -> None:
    person, named = _person(run), _naming(run)
    await _go_away(run)
    laid = {"type": 17, "components": [{"type": 10, "content": f"{person.mention}: words in components"}]}
    await run.post({"flags": 1 << 15, "components": [laid], "allowed_mentions": named})
    await run.look("layout_unread", "Did the notification of the message above lack its words (or was there none)?")


async def _go_away(run: Examination) -> None:
    """Give the tester time to look elsewhere: a client does not notify of a visible message."""
    pressed = await run.ask("Press *Ready*, then look at another channel for ten seconds.", "Ready")
    await pressed.response.edit_message(content="Look at another channel now.", view=None)
    await run.pause(_AWAY_SECONDS)


async def _tokens(run: Examination) -> None:
    if not run.is_long:
        raise Unclear("The run did not wait for 15 minutes. Start it with --long.")
    pressed = await run.ask("Press *Keep*. After that, the run waits for 15 minutes.", "Keep")
    await pressed.response.defer(ephemeral=True, thinking=True)
    await run.pause(14 * _MINUTE)
    early = await run.attempt(pressed.edit_original_response(content="After 14 minutes"))
    _note(run, "token_14_minutes", early.is_done, early)
    await run.pause(_MINUTE + _LATE_SECONDS)
    late = await run.attempt(pressed.edit_original_response(content="After 15 minutes"))
    _note(run, "token_15_minutes", not late.is_done, late)
