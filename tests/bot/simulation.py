"""Speed up the simulated Discord, which would take most of the time of its tests."""

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import discord
from simcord import Env, _dpy_internals, components, gateway, interactions, results
from simcord.http import router

_IDLE_SECONDS = 0.004
"""Seconds that the simulation sleeps if only a callback is about to run. The default costs 50 ms a press."""
_FOREIGN_PERMISSIONS = str(discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True).value)
"""Permissions that Discord names for a bot in a server that has not added it. (docs, resources/application)"""
_UNUSED = (
    "is_listener_future", "is_wait_for_listener", "is_view_wait_future", "view_expiry_task", "tasks_loop_sleep",
)  # fmt: skip
"""Checks of each task after each press that the simulation can skip for this bot.

The bot waits for no events, its views do not expire, and it has no loops of ``discord.ext.tasks``. Otherwise a press
would not settle, and its test would fail.
"""


def quicken() -> None:
    """Speed up every simulation from now on."""
    Env._settle_internal.__kwdefaults__["idle"] = _IDLE_SECONDS
    components.deepcopy = results.deepcopy = copied
    gateway.copy = router.copy = SimpleNamespace(deepcopy=copied)
    interactions.base_payload = _with_installation(interactions.base_payload)
    for name in _UNUSED:
        setattr(_dpy_internals, name, lambda *of: False)


def _with_installation(base_payload: Any) -> Any:
    """Wrap the payload of interactions. In a server of ``backend.foreign_guilds`` only the user has added the bot."""

    def make_payload(backend: Any, **given: Any) -> Any:
        record, payload = base_payload(backend, **given)
        if given["guild_id"] in getattr(backend, "foreign_guilds", ()):
            payload["authorizing_integration_owners"] = {"1": str(given["user_id"])}
            payload["app_permissions"] = _FOREIGN_PERMISSIONS
            payload["guild"] = {"id": str(given["guild_id"]), "locale": "en-US", "features": []}
        return record, payload

    return make_payload


def copied(value: Any) -> Any:
    """Copy JSON values like ``deepcopy``, without a check for shared parts."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return {key: copied(part) for key, part in value.items()}
    if kind is list:
        return [copied(part) for part in value]
    return deepcopy(value)
