"""The data of a Discord server that outlives bots: one channel, its messages, and the open interactions."""

import asyncio
import copy
import time
from dataclasses import dataclass, field
from typing import Any

__all__ = ["APPLICATION", "BOT", "CHANNEL", "GUILD", "Failure", "Interaction", "World", "user"]

APPLICATION, BOT, GUILD, CHANNEL = 1001, 1001, 2001, 3001
EPHEMERAL = 1 << 6
DISCORD_EPOCH_MS = 1_420_070_400_000
ANSWER_WITHIN_SECONDS = 3.0
"""Seconds after which an interaction's token is void (interactions/receiving-and-responding)."""
ALL_PERMISSIONS = str((1 << 53) - 1)

Json = dict[str, Any]


class Failure(Exception):
    """An error answer of Discord, with HTTP status and Discord's own code."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass
class Interaction:
    """One press or command. ``answered`` is set once the player sees an answer, whose type is ``first``."""

    id: int
    token: str
    created: float
    acknowledged: bool = False
    first: int | None = None
    original: int | None = None
    texts: list[str] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class World:
    """The data that outlives every bot process.

    ``nonce_seconds`` is how long a nonce is remembered; Discord says “a few minutes”. ``readable``: whether the bot may
    read the channel's history. A post made just before a crash is found again by either of them. ``made`` has all
    messages ever posted, in their first form.
    """

    def __init__(self) -> None:
        self.messages: dict[int, Json] = {}
        self.deleted: dict[int, Json] = {}
        self.made: list[Json] = []
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.nonce_seconds = 300.0
        self.readable = True
        self.nonce_hits = 0
        self.slowest_answer = 0.0
        self._nonces: dict[str, tuple[float, int]] = {}
        self._count = 0

    def snowflake(self) -> int:
        """Return a new id that contains the time, as Discord's do."""
        self._count += 1
        return int(time.time() * 1000 - DISCORD_EPOCH_MS) << 22 | self._count & 0xFFF

    # -- messages

    def post(self, payload: Json, files: list[str], *, ephemeral: bool = False) -> Json:
        """Post a message of the bot, or return the recent one with the same nonce."""
        nonce = payload.get("nonce")
        if nonce is not None and payload.get("enforce_nonce"):
            made_at, made = self._nonces.get(str(nonce), (0.0, 0))
            if made and time.monotonic() - made_at < self.nonce_seconds:
                self.nonce_hits += 1
                return self.messages.get(made) or self.deleted[made]
        number = self.snowflake()
        message: Json = {
            "id": str(number),
            "channel_id": str(CHANNEL),
            "author": user(BOT, "Roundhouse", bot=True),
            "timestamp": _now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "type": 0,
            "attachments": [],
            "embeds": payload.get("embeds") or [],
            "components": payload.get("components") or [],
            "content": payload.get("content") or "",
            "flags": EPHEMERAL if ephemeral else payload.get("flags", 0),
        }
        self._attach(message, payload, files)
        self.made.append(copy.deepcopy(message))
        if nonce is not None:
            self._nonces[str(nonce)] = (time.monotonic(), number)
            message["nonce"] = nonce
        self.messages[number] = message
        return message

    def edit(self, number: int, payload: Json, files: list[str]) -> Json:
        """Change the parts of a message that the payload names."""
        message = self.find(number)
        for name in ("content", "embeds", "components"):
            if name in payload:
                message[name] = payload[name] or ([] if name != "content" else "")
        if files or "attachments" in payload:
            self._attach(message, payload, files)
        message["edited_timestamp"] = _now()
        return message

    def find(self, number: int) -> Json:
        """Return the message, or fail with 10008."""
        if number not in self.messages:
            raise Failure(404, 10008, "Unknown Message")
        return self.messages[number]

    def delete(self, number: int) -> None:
        """Delete a message."""
        self.deleted[number] = self.find(number)
        del self.messages[number]

    def history(self, limit: int, before: int | None, after: int | None) -> list[Json]:
        """Return the channel's public messages, newest first. Fails with 50013 if the bot may not read them."""
        if not self.readable:
            raise Failure(403, 50013, "Missing Permissions")
        chosen = [
            message
            for number, message in sorted(self.messages.items(), reverse=True)
            if not message["flags"] & EPHEMERAL and (before is None or number < before) and number > (after or 0)
        ]
        return chosen[:limit]

    def _attach(self, message: Json, payload: Json, files: list[str]) -> None:
        named = {int(a["id"]): a for a in payload.get("attachments") or [] if int(a["id"]) < len(files)}
        kept = [
            a for a in message["attachments"] if a["id"] in {str(x["id"]) for x in payload.get("attachments") or []}
        ]
        for index, name in enumerate(files):
            address = f"http://127.0.0.1/attachments/{name}"
            about = named.get(index, {}).get("description")
            fresh = {"id": str(self.snowflake()), "filename": name, "size": 1, "url": address, "proxy_url": address}
            kept.append({**fresh, "description": about} if about else fresh)
        message["attachments"] = kept

    # -- interactions

    def interact(self) -> Interaction:
        """Create an interaction, to be sent to the bot."""
        number = self.snowflake()
        made = Interaction(number, f"token-{number}", time.monotonic())
        self.interactions[made.token] = made
        return made

    def answer(self, token: str, payload: Json, files: list[str]) -> Json | None:
        """Give the bot's first answer, and return its message, if any."""
        asked = self._asked(token)
        if asked.acknowledged:
            raise Failure(400, 40060, "Interaction has already been acknowledged.")
        waited = time.monotonic() - asked.created
        self.slowest_answer = max(self.slowest_answer, waited)
        if waited > ANSWER_WITHIN_SECONDS:
            raise Failure(404, 10062, "Unknown interaction")
        asked.acknowledged, asked.first = True, payload["type"]
        kind, data = payload["type"], payload.get("data") or {}
        if kind == 4:
            made = self.post(data, files, ephemeral=bool(data.get("flags", 0) & EPHEMERAL))
            asked.original = int(made["id"])
            self._see(asked, made)
            return made
        if kind in (6, 7, 8, 9):
            asked.texts.append(str(data.get("content") or ""))
            asked.answered.set()
        return None

    def follow_up(self, token: str, payload: Json, files: list[str]) -> Json:
        """Give a later answer. The first one after a deferral replaces “is thinking”."""
        asked = self._asked(token)
        made = self.post(payload, files, ephemeral=bool(payload.get("flags", 0) & EPHEMERAL))
        if asked.original is None:
            asked.original = int(made["id"])
        self._see(asked, made)
        return made

    def amend(self, token: str, payload: Json, files: list[str]) -> Json:
        """Edit the first answer, or give it after a deferral."""
        asked = self._asked(token)
        if asked.original is None:
            return self.follow_up(token, payload, files)
        made = self.edit(asked.original, payload, files)
        self._see(asked, made)
        return made

    def original(self, token: str) -> int:
        """Return the id of the first answer's message."""
        found = self._asked(token).original
        if found is None:
            raise Failure(404, 10008, "Unknown Message")
        return found

    def _asked(self, token: str) -> Interaction:
        if token not in self.interactions:
            raise Failure(404, 10015, "Unknown Webhook")
        return self.interactions[token]

    def _see(self, asked: Interaction, message: Json) -> None:
        asked.texts.append(message["content"] or " ".join(e.get("description") or "" for e in message["embeds"]))
        asked.answered.set()


def user(number: int, name: str, *, bot: bool = False) -> Json:
    """Return a user as Discord shows one."""
    return {
        "id": str(number),
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000000+00:00", time.gmtime())
