"""Tells one question's buttons and menus from the next one's in the same message.

SimCord knows a control by its place in the message alone. A menu that took another one's place was then shown as
answered already if it had the same answer, and choosing that did nothing. This reaches into SimCord 3.2.1, which has no
setting for it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from simcord.preview import _action_plans, _component_projection

shown_key, pressed_key = _component_projection._control_key, _action_plans._component_key


@cache
def tell_controls_apart() -> None:
    """From now on, for all previews of this process."""
    _component_projection._control_key = _shown
    _action_plans._component_key = _pressed


def _shown(scope: str, component: Mapping[str, Any], path: str) -> str | None:
    key = shown_key(scope, component, path)
    return _with_custom_id(key, component) if scope.startswith("message:") else key


def _pressed(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
    return _with_custom_id(pressed_key(component, path, message_id), component)


def _with_custom_id(key: str | None, component: Mapping[str, Any]) -> str | None:
    name = component.get("custom_id")
    return f"{key}:{zlib.crc32(name.encode()):08x}" if key is not None and isinstance(name, str) else key


__all__ = ["tell_controls_apart"]
