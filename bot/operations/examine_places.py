"""Conformance tests of places: threads, missing permissions, and members."""

import io
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord

from bot.operations.examination import Examination, Tried, Unclear
from bot.permissions import permission_name

_WEEK: Final = 10_080
_STRANGER = 643945264868098049
"""Discord’s own account, which is a member of no server."""
_ARCHIVED = 50083
_DENIED = (50001, 50013)
_LOCKED = (50001, 50013, 50083, 160005)
_NEEDS_ROLES = "The bot needs the permission Manage Roles, and must not be an administrator, for this test."


async def examine_places(run: Examination) -> None:
    """All of it, in steps."""
    await run.step(_threads, "thread_on_post", "thread_once_160004", "thread_week", "thread_parent", "thread_name_100")
    await run.step(_archived, "archived_post", "archived_edit", "archived_opened")
    await run.step(_locked, "locked_refused", "locked_manager")
    await run.step(_gone, "gone_10003")
    await run.step(_denied, *_DENIALS, "thread_alone_sends")
    await run.step(_members, "stranger_10007", "members_asked")
    await run.step(_commands, "command_name_32", "command_about_100", "command_options_25", "command_choices_25")


def _needs(run: Examination, *names: str) -> None:
    """Raises ``Unclear`` when the bot lacks a permission that the test needs."""
    for name in names:
        if not getattr(run.granted, name):
            raise Unclear(f"The bot needs the permission {permission_name(name)} in the channel for this test.")


async def _begin_thread(run: Examination, name: str = "Conformance") -> discord.Thread:
    """Start a thread on a post; it is removed at the end."""
    _needs(run, "create_public_threads", "send_messages_in_threads", "manage_threads")
    post = await run.send(content="A thread hangs on this post.")
    thread = await post.create_thread(name=name, auto_archive_duration=_WEEK)
    run.undo_later(thread.delete)
    return thread


def _is(run: Examination, name: str, is_true: bool, tried: Tried) -> None:
    """Record a verdict, with the request's outcome if it is false."""
    run.decide(name, is_true, "" if is_true else f"{tried.words.capitalize()}.")


async def _threads(run: Examination) -> None:
    _needs(run, "create_public_threads", "send_messages_in_threads", "manage_threads")
    post = await run.send(content="A thread hangs on this post.")
    path = "/channels/{channel_id}/messages/{message_id}/threads"
    where = {"channel_id": run.channel.id, "message_id": post.id}
    over = await run.request("POST", path, **where, payload={"name": "n" * 101})
    payload = {"name": "n" * 100, "auto_archive_duration": _WEEK}
    made = await run.request("POST", path, **where, payload=payload)
    if not made.is_done:
        raise Unclear(f"The thread could not be made ({made.words}).")
    number = int(made.value["id"])
    run.undo_later(lambda: run.client.http.delete_channel(number))
    _is(run, "thread_name_100", over.status == 400, over)
    run.decide("thread_on_post", number == post.id)
    run.decide("thread_week", made.value["thread_metadata"]["auto_archive_duration"] == _WEEK)
    again = await run.request("POST", path, **where, payload=payload)
    _is(run, "thread_once_160004", again.code == 160004, again)
    found = await run.channel.guild.fetch_channel(number)
    run.decide("thread_parent", isinstance(found, discord.Thread) and found.parent_id == run.channel.id)


async def _archived(run: Examination) -> None:
    thread = await _begin_thread(run)
    message = await run.send(thread, content="A post in the thread")
    await thread.edit(archived=True)
    edited = await run.attempt(message.edit(content="An edited post"))
    _is(run, "archived_edit", edited.is_done or edited.code == _ARCHIVED, edited)
    posted = await run.post({"content": "A later post"}, thread.id)
    _is(run, "archived_post", posted.is_done or posted.code == _ARCHIVED, posted)
    await run.attempt(thread.edit(archived=True))  # it may be archived still
    opened = await run.attempt(thread.edit(archived=False))
    _is(run, "archived_opened", opened.is_done, opened)


async def _locked(run: Examination) -> None:
    thread = await _begin_thread(run)
    await thread.edit(locked=True, archived=True)
    posted = await run.post({"content": "A post by a manager"}, thread.id)
    _is(run, "locked_manager", posted.is_done, posted)
    await run.attempt(thread.edit(locked=True, archived=True))  # it may be so still
    async with _Denial(run) as denial:
        await denial.of("manage_threads")
        posted = await run.post({"content": "A post in a locked thread"}, thread.id)
    _is(run, "locked_refused", posted.code in _LOCKED, posted)


async def _gone(run: Examination) -> None:
    thread = await _begin_thread(run)
    await thread.delete()
    posted = await run.post({"content": "A post in a deleted thread"}, thread.id)
    _is(run, "gone_10003", posted.code == 10003, posted)


# -- permissions


class _Denial:
    """A role of the bot that denies it permissions in the channel; without the role, it has them again. Mutable."""

    def __init__(self, run: Examination) -> None:
        self._run, self._me = run, run.channel.guild.me
        self._role: discord.Role | None = None

    async def __aenter__(self) -> "_Denial":
        run = self._run
        if run.granted.administrator or not run.granted.manage_roles:
            raise Unclear(_NEEDS_ROLES)
        self._role = await run.channel.guild.create_role(name="Roundhouse conformance", permissions=_NONE)
        run.undo_later(self._role.delete)
        return self

    async def of(self, name: str) -> None:
        """Deny the bot only this permission, and restore the last one."""
        assert self._role is not None
        await self._me.remove_roles(self._role)
        overwrite = discord.PermissionOverwrite.from_pair(_NONE, discord.Permissions(**{name: True}))
        await self._run.channel.set_permissions(self._role, overwrite=overwrite)
        await self._me.add_roles(self._role)

    async def __aexit__(self, *_: object) -> None:
        if self._role is not None:
            await self._me.remove_roles(self._role)


_NONE = discord.Permissions.none()


async def _post(run: Examination, thread: discord.Thread) -> Tried:
    return await run.post({"content": "Without a permission"})


async def _post_embed(run: Examination, thread: discord.Thread) -> Tried:
    return await run.post({"embeds": [{"title": "Without a permission"}]})


async def _post_file(run: Examination, thread: discord.Thread) -> Tried:
    file = discord.File(io.BytesIO(b"one"), "one.txt")
    return await run.attempt(run.send(content="Without a permission", file=file))


async def _post_in_thread(run: Examination, thread: discord.Thread) -> Tried:
    return await run.post({"content": "Without a permission"}, thread.id)


async def _open_thread(run: Examination, thread: discord.Thread) -> Tried:
    path = "/channels/{channel_id}/threads"
    payload = {"name": "Conformance", "type": 11}
    tried = await run.request("POST", path, channel_id=run.channel.id, payload=payload)
    if tried.is_done:
        run.undo_later(lambda: run.client.http.delete_channel(int(tried.value["id"])))
    return tried


async def _read(run: Examination, thread: discord.Thread) -> Tried:
    return await run.request("GET", "/channels/{channel_id}/messages", channel_id=run.channel.id)


_Try = Callable[[Examination, discord.Thread], Coroutine[Any, Any, Tried]]
_DENIALS: dict[str, tuple[str, _Try]] = {
    "no_send": ("send_messages", _post),
    "no_send_embed": ("send_messages", _post_file),
    "no_embed": ("embed_links", _post_embed),
    "no_attach": ("attach_files", _post_file),
    "no_history": ("read_message_history", _read),
    "no_threads": ("create_public_threads", _open_thread),
    "no_thread_posts": ("send_messages_in_threads", _post_in_thread),
    "no_view": ("view_channel", _post),
}
"""The denied permission for each assumption, and what is tried without it."""


async def _denied(run: Examination) -> None:
    thread = await _begin_thread(run)
    async with _Denial(run) as denial:
        for name, (permission, attempt) in _DENIALS.items():
            await denial.of(permission)
            tried = await attempt(run, thread)
            if name == "no_history":
                _is(run, name, not tried.value, tried)
            else:
                _is(run, name, tried.code == 50013 or (name == "no_view" and tried.code in _DENIED), tried)
            if name == "no_send":
                posted = await _post_in_thread(run, thread)
                _is(run, "thread_alone_sends", posted.is_done, posted)


# -- members and commands


async def _members(run: Examination) -> None:
    guild = await run.client.fetch_guild(run.channel.guild.id, with_counts=False)
    mine = await run.attempt(guild.fetch_member(run.channel.guild.me.id))
    _is(run, "members_asked", mine.is_done, mine)
    stranger = await run.attempt(guild.fetch_member(_STRANGER))
    _is(run, "stranger_10007", stranger.code == 10007, stranger)


async def _commands(run: Examination) -> None:
    """Commands of this server alone, under a name that no command of the bot has."""
    name = "conformance".ljust(32, "x")
    choices = [{"name": f"c{number}", "value": f"{number}"} for number in range(25)]
    options = [{"type": 3, "name": f"o{number}", "description": "An option"} for number in range(25)]
    options[0] = {**options[0], "choices": choices}
    full = {"name": name, "description": "d" * 100, "options": options}
    at = await _register(run, full)
    more_choices = [{**options[0], "choices": [*choices, {"name": "c25", "value": "25"}]}]
    more_options = [*options, {"type": 3, "name": "o25", "description": "An option"}]
    over = {
        "command_name_32": {**full, "name": name + "x"},
        "command_about_100": {**full, "description": "d" * 101},
        "command_options_25": {**full, "options": more_options},
        "command_choices_25": {**full, "options": more_choices},
    }
    for key, command in over.items():
        tried = await _register(run, command)
        is_true = at.is_done and tried.status == 400
        run.decide(key, is_true, "" if is_true else f"At the limit: {at.words}. Above it: {tried.words}.")


async def _register(run: Examination, command: dict[str, Any]) -> Tried:
    where: dict[str, Any] = {"application_id": run.client.application_id, "guild_id": run.channel.guild.id}
    path = "/applications/{application_id}/guilds/{guild_id}/commands"
    tried = await run.request("POST", path, **where, payload=command)
    if tried.is_done:
        one = f"{path}/{{command_id}}"
        number = tried.value["id"]
        run.undo_later(lambda: run.client.http.request(discord.http.Route("DELETE", one, **where, command_id=number)))
    return tried
