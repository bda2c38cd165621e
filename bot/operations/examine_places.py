"""Conformance tests of threads, missing permissions, and members."""

import io
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord

from bot.operations.examination import Examination, RequestOutcome, Unclear
from bot.permissions import permission_name

_WEEK: Final = 10_080
"""Minutes in a week."""
_STRANGER = 643945264868098049
"""Id of Discord’s own account, which is a member of no server."""
_ARCHIVED_CODE = 50083
_DENIED_CODES = (50001, 50013)
_LOCKED_CODES = (50001, 50013, 50083, 160005)
_NEEDS_ROLES = "The bot needs the permission Manage Roles, and must not be an administrator, for this test."


async def examine_places(run: Examination) -> None:
    """Run all tests of threads, permissions, members, and commands."""
    await run.run_step(
        _test_threads, "thread_on_post", "thread_once_160004", "thread_week", "thread_parent", "thread_name_100"
    )
    await run.run_step(_test_archived_threads, "archived_post", "archived_edit", "archived_opened")
    await run.run_step(_test_locked_threads, "locked_refused", "locked_manager")
    await run.run_step(_test_deleted_thread, "gone_10003")
    await run.run_step(_test_denied_permissions, *_DENIALS, "thread_alone_sends")
    await run.run_step(_test_members, "stranger_10007", "members_asked")
    await run.run_step(
        _test_commands, "command_name_32", "command_about_100", "command_options_25", "command_choices_25"
    )


def _require_permissions(run: Examination, *names: str) -> None:
    for name in names:
        if not getattr(run.permissions, name):
            raise Unclear(f"The bot needs the permission {permission_name(name)} in the channel for this test.")


async def _create_thread(run: Examination, name: str = "Conformance") -> discord.Thread:
    _require_permissions(run, "create_public_threads", "send_messages_in_threads", "manage_threads")
    post = await run.send(content="A thread hangs on this post.")
    thread = await post.create_thread(name=name, auto_archive_duration=_WEEK)
    run.undo_later(thread.delete)
    return thread


def _decide(run: Examination, name: str, is_true: bool, outcome: RequestOutcome) -> None:
    """Record whether the assumption is true. If it is false, the verdict includes the request's outcome."""
    run.decide(name, is_true, "" if is_true else f"{outcome.summary.capitalize()}.")


async def _test_threads(run: Examination) -> None:
    _require_permissions(run, "create_public_threads", "send_messages_in_threads", "manage_threads")
    post = await run.send(content="A thread hangs on this post.")
    path = "/channels/{channel_id}/messages/{message_id}/threads"
    path_values = {"channel_id": run.channel.id, "message_id": post.id}
    over_limit = await run.request("POST", path, **path_values, payload={"name": "n" * 101})
    payload = {"name": "n" * 100, "auto_archive_duration": _WEEK}
    created = await run.request("POST", path, **path_values, payload=payload)
    if not created.is_done:
        raise Unclear(f"The thread could not be made ({created.summary}).")
    thread_id = int(created.value["id"])
    run.undo_later(lambda: run.client.http.delete_channel(thread_id))
    _decide(run, "thread_name_100", over_limit.status == 400, over_limit)
    run.decide("thread_on_post", thread_id == post.id)
    run.decide("thread_week", created.value["thread_metadata"]["auto_archive_duration"] == _WEEK)
    second = await run.request("POST", path, **path_values, payload=payload)
    _decide(run, "thread_once_160004", second.code == 160004, second)
    channel = await run.channel.guild.fetch_channel(thread_id)
    run.decide("thread_parent", isinstance(channel, discord.Thread) and channel.parent_id == run.channel.id)


async def _test_archived_threads(run: Examination) -> None:
    thread = await _create_thread(run)
    message = await run.send(thread, content="A post in the thread")
    await thread.edit(archived=True)
    edited = await run.attempt(message.edit(content="An edited post"))
    _decide(run, "archived_edit", edited.is_done or edited.code == _ARCHIVED_CODE, edited)
    posted = await run.post({"content": "A later post"}, thread.id)
    _decide(run, "archived_post", posted.is_done or posted.code == _ARCHIVED_CODE, posted)
    await run.attempt(thread.edit(archived=True))  # archives it again if the post has unarchived it
    opened = await run.attempt(thread.edit(archived=False))
    _decide(run, "archived_opened", opened.is_done, opened)


async def _test_locked_threads(run: Examination) -> None:
    thread = await _create_thread(run)
    await thread.edit(locked=True, archived=True)
    posted = await run.post({"content": "A post by a manager"}, thread.id)
    _decide(run, "locked_manager", posted.is_done, posted)
    await run.attempt(thread.edit(locked=True, archived=True))  # locks it again if the post has unarchived it
    async with _Denial(run) as denial:
        await denial.deny("manage_threads")
        posted = await run.post({"content": "A post in a locked thread"}, thread.id)
    _decide(run, "locked_refused", posted.code in _LOCKED_CODES, posted)


async def _test_deleted_thread(run: Examination) -> None:
    thread = await _create_thread(run)
    await thread.delete()
    posted = await run.post({"content": "A post in a deleted thread"}, thread.id)
    _decide(run, "gone_10003", posted.code == 10003, posted)


# -- permissions


class _Denial:
    """Gives the bot a role that denies it permissions in the channel. Mutable.

    The role is removed at the end of the run.
    """

    def __init__(self, run: Examination) -> None:
        self._run, self._bot_member = run, run.channel.guild.me
        self._role: discord.Role | None = None

    async def __aenter__(self) -> "_Denial":
        run = self._run
        if run.permissions.administrator or not run.permissions.manage_roles:
            raise Unclear(_NEEDS_ROLES)
        self._role = await run.channel.guild.create_role(name="Roundhouse conformance", permissions=_NO_PERMISSIONS)
        run.undo_later(self._role.delete)
        return self

    async def deny(self, name: str) -> None:
        """Deny the bot this permission, and restore the permission that was denied before."""
        assert self._role is not None
        await self._bot_member.remove_roles(self._role)
        overwrite = discord.PermissionOverwrite.from_pair(_NO_PERMISSIONS, discord.Permissions(**{name: True}))
        await self._run.channel.set_permissions(self._role, overwrite=overwrite)
        await self._bot_member.add_roles(self._role)

    async def __aexit__(self, *_: object) -> None:
        if self._role is not None:
            await self._bot_member.remove_roles(self._role)


_NO_PERMISSIONS = discord.Permissions.none()


async def _post(run: Examination, thread: discord.Thread) -> RequestOutcome:
    return await run.post({"content": "Without a permission"})


async def _post_embed(run: Examination, thread: discord.Thread) -> RequestOutcome:
    return await run.post({"embeds": [{"title": "Without a permission"}]})


async def _post_file(run: Examination, thread: discord.Thread) -> RequestOutcome:
    file = discord.File(io.BytesIO(b"one"), "one.txt")
    return await run.attempt(run.send(content="Without a permission", file=file))


async def _post_in_thread(run: Examination, thread: discord.Thread) -> RequestOutcome:
    return await run.post({"content": "Without a permission"}, thread.id)


async def _open_thread(run: Examination, thread: discord.Thread) -> RequestOutcome:
    path = "/channels/{channel_id}/threads"
    payload = {"name": "Conformance", "type": 11}
    outcome = await run.request("POST", path, channel_id=run.channel.id, payload=payload)
    if outcome.is_done:
        run.undo_later(lambda: run.client.http.delete_channel(int(outcome.value["id"])))
    return outcome


async def _read(run: Examination, thread: discord.Thread) -> RequestOutcome:
    return await run.request("GET", "/channels/{channel_id}/messages", channel_id=run.channel.id)


_Request = Callable[[Examination, discord.Thread], Coroutine[Any, Any, RequestOutcome]]
_DENIALS: dict[str, tuple[str, _Request]] = {
    "no_send": ("send_messages", _post),
    "no_send_embed": ("send_messages", _post_file),
    "no_embed": ("embed_links", _post_embed),
    "no_attach": ("attach_files", _post_file),
    "no_history": ("read_message_history", _read),
    "no_threads": ("create_public_threads", _open_thread),
    "no_thread_posts": ("send_messages_in_threads", _post_in_thread),
    "no_view": ("view_channel", _post),
}
"""Name of an assumption -> (permission to deny, request that Discord should then refuse)."""


async def _test_denied_permissions(run: Examination) -> None:
    thread = await _create_thread(run)
    async with _Denial(run) as denial:
        for name, (permission, attempt) in _DENIALS.items():
            await denial.deny(permission)
            outcome = await attempt(run, thread)
            if name == "no_history":
                _decide(run, name, not outcome.value, outcome)
            else:
                _decide(
                    run, name, outcome.code == 50013 or (name == "no_view" and outcome.code in _DENIED_CODES), outcome
                )
            if name == "no_send":
                posted = await _post_in_thread(run, thread)
                _decide(run, "thread_alone_sends", posted.is_done, posted)


# -- members and commands


async def _test_members(run: Examination) -> None:
    guild = await run.client.fetch_guild(run.channel.guild.id, with_counts=False)
    own_member = await run.attempt(guild.fetch_member(run.channel.guild.me.id))
    _decide(run, "members_asked", own_member.is_done, own_member)
    stranger = await run.attempt(guild.fetch_member(_STRANGER))
    _decide(run, "stranger_10007", stranger.code == 10007, stranger)


async def _test_commands(run: Examination) -> None:
    """Register commands for this server only, under a name that the bot does not use."""
    name = "conformance".ljust(32, "x")
    choices = [{"name": f"c{number}", "value": f"{number}"} for number in range(25)]
    options = [{"type": 3, "name": f"o{number}", "description": "An option"} for number in range(25)]
    options[0] = {**options[0], "choices": choices}
    full = {"name": name, "description": "d" * 100, "options": options}
    at_limit = await _register_command(run, full)
    more_choices = [{**options[0], "choices": [*choices, {"name": "c25", "value": "25"}]}]
    more_options = [*options, {"type": 3, "name": "o25", "description": "An option"}]
    oversized_commands = {
        "command_name_32": {**full, "name": name + "x"},
        "command_about_100": {**full, "description": "d" * 101},
        "command_options_25": {**full, "options": more_options},
        "command_choices_25": {**full, "options": more_choices},
    }
    for key, command in oversized_commands.items():
        outcome = await _register_command(run, command)
        is_true = at_limit.is_done and outcome.status == 400
        run.decide(key, is_true, "" if is_true else f"At the limit: {at_limit.summary}. Above it: {outcome.summary}.")


async def _register_command(run: Examination, command: dict[str, Any]) -> RequestOutcome:
    path_values: dict[str, Any] = {"application_id": run.client.application_id, "guild_id": run.channel.guild.id}
    path = "/applications/{application_id}/guilds/{guild_id}/commands"
    outcome = await run.request("POST", path, **path_values, payload=command)
    if outcome.is_done:
        command_path = f"{path}/{{command_id}}"
        command_id = outcome.value["id"]
        run.undo_later(
            lambda: run.client.http.request(
                discord.http.Route("DELETE", command_path, **path_values, command_id=command_id)
            )
        )
    return outcome
