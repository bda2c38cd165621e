"""The simulated Discord made quick: it would take most of the time of the tests that use it."""

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import discord
from simcord import Env, _dpy_internals, components, gateway, interactions, results
from simcord.http import router

_IDLE_SECONDS = 0.004
"""How long the simulation sleeps when it finds only a callback that is about to run: 50 ms a press by default."""
_FOREIGN_PERMISSIONS = str(discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True).value)
"""What Discord says that a bot may do in a server that has not added it. (docs, resources/application)"""
_UNUSED = (
    "is_listener_future", "is_wait_for_listener", "is_view_wait_future", "view_expiry_task", "tasks_loop_sleep",
)  # fmt: skip
"""What the simulation asks of each task after each press, and is never so of this bot: it waits for no event, its views
do not expire, and it has no loops of ``discord.ext.tasks``. If it had, a press would not settle, and its test fail."""


def quicken() -> None:
    """Holds for every simulation from now on."""
    Env._settle_internal.__kwdefaults__["idle"] = _IDLE_SECONDS
    components.deepcopy = results.deepcopy = copied
    gateway.copy = router.copy = SimpleNamespace(deepcopy=copied)
    interactions.base_payload = _with_installation(interactions.base_payload)
    for name in _UNUSED:
        setattr(_dpy_internals, name, lambda *of: False)


def _with_installation(base_payload: Any) -> Any:
    """The payload of an interaction; in a server of ``backend.foreign_guilds``, as Discord has it where the asker alone
    has added the bot.
    """

    def make_payload(backend: Any, **given: Any) -> Any:
        record, payload = base_payload(backend, **given)
        if given["guild_id"] in getattr(backend, "foreign_guilds", ()):
            payload["authorizing_integration_owners"] = {"1": str(given["user_id"])}
            payload["app_permissions"] = _FOREIGN_PERMISSIONS
            payload["guild"] = {"id": str(given["guild_id"]), "locale": "en-US", "features": []}
        return record, payload

    return make_payload


def copied(value: Any) -> Any:
    """As ``deepcopy`` copies what JSON is made of, but it looks for no part that stands in two places."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return {key: copied(part) for key, part in value.items()}
    if kind is list:
        return [copied(part) for part in value]
    return deepcopy(value)
