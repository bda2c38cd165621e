"""Text of the bot's requests to Discord that people can read: words, pictures, buttons, forms, and mentions."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import discord

Part = Mapping[str, Any]

_STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link"}
_CALLBACKS = {
    4: "answers",
    5: "answers later",
    6: "takes note",
    7: "changes the message",
    8: "completes",
    9: "opens a form",
}
"""Types of answers to an interaction. (docs, receiving-and-responding)"""

_USUAL: Mapping[str, Any] = {
    "tts": False,
    "disabled": False,
    "spoiler": False,
    "min_values": 1,
    "max_values": 1,
    "required": True,
    "default": False,
    "allowed_mentions": {"parse": []},
    "enforce_nonce": True,
    "content": None,
    "embeds": [],
    "attachments": [],
    "components": [],
    "emoji": None,
}
"""Usual values in requests, which are left out of the text."""


def told(method: str, path: str, body: Any) -> list[str]:
    """Return the lines of a request; the first one says what is done and where."""
    given = body if isinstance(body, dict) else {}
    if path.endswith("/callback"):
        data = given.get("data") or {}
        return [_CALLBACKS[given["type"]] + _private(data), *message(data)]
    return [f"{method} {path}{_private(given)}", *message(given)]


def _private(body: Part) -> str:
    flags = discord.MessageFlags._from_value(body.get("flags") or 0)
    words = [name.replace("_", " ") for name, on in flags if on]
    return f" ({', '.join(words)})" if words else ""


def message(body: Part) -> list[str]:
    """Return the lines of a message, a form, or a list of completions."""
    lines = [f"  | {line}" for line in (body.get("content") or "").splitlines()]
    for embed in body.get("embeds") or ():
        lines.append(f"  embed {_rest(embed)}")
    for part in body.get("components") or ():
        lines += [f"  {line}" for line in _component(part)]
    for file in body.get("attachments") or ():
        lines += [f"  {line}" for line in _file(file)]
    lines += [f"  - {choice['name']} = {choice['value']}" for choice in body.get("choices") or ()]
    more = _rest(body, "content", "embeds", "components", "attachments", "choices", "flags")
    return [*lines, f"  {more}"] if more else lines


def _file(file: Part) -> Iterator[str]:
    yield f"file {file.get('filename', 'that is there already')} {_rest(file, 'filename', 'description')}"
    yield from (f"  | {line}" for line in (file.get("description") or "").splitlines())


def _component(part: Part) -> Iterator[str]:
    shown: dict[int, Callable[[Part], Iterator[str]]] = {
        1: _row,
        2: _button,
        3: _select,
        10: _words,
        12: _gallery,
        18: _label,
    }
    yield from shown.get(part["type"], _other)(part)


def _row(part: Part) -> Iterator[str]:
    yield "row"
    for inner in part["components"]:
        yield from (f"  {line}" for line in _component(inner))


def _button(part: Part) -> Iterator[str]:
    identity = part.get("custom_id") or part.get("url")
    more = _rest(part, "type", "style", "label", "custom_id", "url", "disabled")
    off = " disabled" if part.get("disabled") else ""
    yield f"[{part.get('label')}] {_STYLES[part['style']]}{off} {identity} {more}".rstrip()


def _select(part: Part) -> Iterator[str]:
    yield f"select {part['custom_id']} {_rest(part, 'type', 'custom_id', 'options')}".rstrip()
    for option in part["options"]:
        chosen = "*" if option.get("default") else "-"
        about = f": {option['description']}" if option.get("description") else ""
        yield f"  {chosen} {option['label']} = {option['value']}{about}"


def _words(part: Part) -> Iterator[str]:
    yield from (f"| {line}" for line in part["content"].splitlines())


def _gallery(part: Part) -> Iterator[str]:
    for item in part["items"]:
        yield f"picture {item['media']['url']} {_rest(item, 'media', 'description')}".rstrip()
        yield from (f"  | {line}" for line in (item.get("description") or "").splitlines())


def _label(part: Part) -> Iterator[str]:
    about = f": {part['description']}" if part.get("description") else ""
    yield f"field “{part['label']}”{about}"
    yield from (f"  {line}" for line in _component(part["component"]))


def _other(part: Part) -> Iterator[str]:
    yield f"component {_rest(part, 'components', 'accessory')}"
    beside = [part["accessory"]] if "accessory" in part else []
    for inner in (*part.get("components", ()), *beside):
        yield from (f"  {line}" for line in _component(inner))


def _rest(part: Part, *known: str) -> str:
    """Return all fields of a part that have no text of their own, so that nothing is hidden."""
    left = {name: value for name, value in part.items() if name not in known and not _is_usual(name, value)}
    return " ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in sorted(left.items()))


def _is_usual(name: str, value: Any) -> bool:
    return name in _USUAL and value == _USUAL[name]
