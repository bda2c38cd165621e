"""Buttons, selects, and forms that the bot has sent but cannot read when they are pressed."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from simcord.components import walk_components

from bot.ui.components import ARGUMENT_PATTERNS, parse_custom_id


def unread(requests: Iterable[Any]) -> set[str]:
    """Return every ``custom_id`` in these requests that cannot be read as a press."""
    sent = {identity for request in requests for identity in _identities(request.json)}
    return {identity for identity in sent if not _is_read(identity)}


def _identities(sent: Any) -> Iterator[str]:
    body = sent if isinstance(sent, dict) else {}
    body = body.get("data") or body
    if "title" in body:  # a form, whose fields have names of their own
        yield str(body["custom_id"])
        return
    for part in walk_components(body.get("components") or []):
        if "custom_id" in part:
            yield str(part["custom_id"])


def _is_read(identity: str) -> bool:
    press = parse_custom_id(identity)
    return press is not None and re.fullmatch(ARGUMENT_PATTERNS[press.kind], press.arguments) is not None
