"""Patches of SimCord 3.2.1, for behavior that has no setting.

Channels: SimCord shows only one channel of a simulation. The patch lets it show several, each at its own address.

Controls: SimCord identifies a control by its place in the message. A new menu in the place of an old one was shown as
answered if both had the same choice. The patch identifies controls by their custom ids.

Pictures: SimCord starts a process for each picture that it serves, one after the other. The patch serves the bot's own
pictures directly.

Time: SimCord considers a press handled when the bot is idle, but a bot that sleeps counts as idle only if the sleep is
longer than 30 s. Presses therefore had to wait for shorter sleeps. With the patch, the bot's sleeps follow the
simulated clock, and no press waits for them.

Text: SimCord does not render `<@1…>` and `-#` in embeds. It also builds a parser for every text each time a page is
shown, which took two thirds of the time of a press in a long channel. The patch renders as Discord does, with one
parser per kind of text.
"""

import json
import struct
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import simcord
from simcord.preview import Preview, _action_plans, _component_projection, _markdown
from simcord.preview._media import MediaInfo, MediaWorker

_original_shown_key, _original_pressed_key = _component_projection._control_key, _action_plans._component_key


class PreviewGroup:
    """Several previews of one simulation. SimCord, which knows only one preview, treats the group as a preview.
    Mutable.
    """

    _closed = True
    """SimCord opens another preview only if this attribute of the last one is true."""

    def __init__(self, env: simcord.Env) -> None:
        self._env: Any = env
        self.previews: list[Preview] = []

    def add(self, preview: Preview) -> None:
        """Add a preview that was just opened, so that SimCord can open another one."""
        self.previews.append(preview)
        self._env._preview = self

    def _mark_action_dispatched(self) -> None:
        """Tell all previews that an action has changed something. Only the preview whose page sent the action
        reacts.
        """
        for preview in self.previews:
            preview._mark_action_dispatched()


@cache
def patch_control_keys() -> None:
    """Identify controls by their custom ids, in all previews of this process."""
    _component_projection._control_key = _control_key_in_message
    _action_plans._component_key = _control_key_of_press


def _control_key_in_message(scope: str, component: Mapping[str, Any], path: str) -> str | None:
    key = _original_shown_key(scope, component, path)
    return _add_custom_id(key, component) if scope.startswith("message:") else key


def _control_key_of_press(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
    return _add_custom_id(_original_pressed_key(component, path, message_id), component)


def _add_custom_id(key: str | None, component: Mapping[str, Any]) -> str | None:
    name = component.get("custom_id")
    return f"{key}:{zlib.crc32(name.encode()):08x}" if key is not None and isinstance(name, str) else key


_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_SIZE = slice(16, 24)
"""Position of the width and the height in a PNG file."""


class OwnPictures(MediaWorker):
    """Serves the bot's PNG files directly, and all other files through SimCord's worker."""

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if blob.startswith(_PNG):
            width, height = struct.unpack(">II", blob[_PNG_SIZE])
            return MediaInfo("PNG", width, height, 1, 4 * width * height, blob, "image/png", capture=blob, poster=blob)
        return await super().validate(key, blob, media_time=media_time)


def patch_picture_serving(preview: Preview) -> None:
    """Make a preview serve the bot's pictures directly."""
    preview._media_worker = OwnPictures()


_MAX_REAL_WAIT = 2.0
"""Maximum seconds of a wait in real time. Such short waits, for example between retries, are part of handling a
press.
"""


class RealTime(simcord.Env):
    """A simulation in which longer waits end only with `advance_time`. The caller must advance it with real time."""

    def _schedule_timer(self, record: Any, *how: Any) -> None:
        super()._schedule_timer(record, *how)
        if record.real_handle is not None and record.when - self._virtual_time > _MAX_REAL_WAIT:
            record.real_handle.cancel()


FIELDS: Final = ("embed_description", "embed_field_value")
"""SimCord's names of the embed fields that the patch renders like messages."""
_MAX_PARSERS: Final = 200
"""Maximum cached parsers. There is one for each set of users and channels that a text can mention."""

_make_parser = _markdown._markdown_parser
_parsers: dict[tuple[str, str], Any] = {}


@cache
def patch_markdown() -> None:
    """Render mentions and subtext in embeds like Discord, in all previews of this process."""
    for field in FIELDS:
        _markdown._FIELD_POLICIES[field].update(mentions=True, subtext=True)
    _markdown._markdown_parser = _find_parser


def _find_parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    key = (json.dumps(policy), json.dumps(context))
    if key not in _parsers:
        if len(_parsers) >= _MAX_PARSERS:
            _parsers.clear()
        _parsers[key] = _make_parser(policy, context)
    return _parsers[key]
