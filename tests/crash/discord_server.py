"""A local Discord with REST and gateway, as far as the bot uses them. Its data is a ``World``."""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import ClientError, WSMsgType, web

from tests.crash.discord_state import (
    ALL_PERMISSIONS,
    APPLICATION,
    BOT,
    CHANNEL,
    GUILD,
    Failure,
    Interaction,
    World,
    user,
)

__all__ = ["Loopback"]

API = "/api/v10"
Json = dict[str, Any]
Body = tuple[Any, list[str]]
"""The JSON of a request, and the names of its files."""
Trip = Callable[[str, str], Awaitable[None]]
"""Called with the request, and with “before” when it arrives or “after” when it is done but not yet answered."""


class Loopback:
    """One server. ``trip`` may kill the bot in the middle of a request, while the world stays.

    ``identified`` is the token of the last process that connected, so that a dead process is not mistaken for it.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.port = 0
        self.trip: Trip | None = None
        self.requests: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.identified = ""
        self._socket: web.WebSocketResponse | None = None
        self._sequence = 0
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.1)

    async def open(self) -> None:
        """Listen on a free port of this machine."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    @property
    def is_connected(self) -> bool:
        """Whether a bot is connected to the gateway."""
        return self._socket is not None

    # -- players

    async def interact(self, person: Json, kind: int, data: Json, message: Json | None = None) -> Interaction:
        """Send an interaction: 2 is a command, 3 a component. It is lost if no bot is connected."""
        asked = self.world.interact()
        event: Json = {
            "id": str(asked.id),
            "application_id": str(APPLICATION),
            "type": kind,
            "token": asked.token,
            "version": 1,
            "guild_id": str(GUILD),
            "channel_id": str(CHANNEL),
            "channel": {**_channel(), "permissions": ALL_PERMISSIONS},
            "member": _member(person),
            "data": data,
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": ALL_PERMISSIONS,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)},
            "context": 0,
            "attachment_size_limit": 10 << 20,
        }
        if message is not None:
            event["message"] = message
        await self._dispatch("INTERACTION_CREATE", event)
        return asked

    # -- gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await _send(socket, 10, {"heartbeat_interval": 41_250})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            said = json.loads(frame.data)
            if said["op"] == 1:
                await asyncio.sleep(0.05)  # discord.py takes an instant answer for one to the beat before
                await _send(socket, 11, None)
            elif said["op"] == 2:
                self._socket, self._sequence = socket, 0
                await self._dispatch("READY", self._ready())
                await self._dispatch("GUILD_CREATE", _guild())
                self.identified = said["d"]["token"]
            elif said["op"] == 6:
                await _send(socket, 9, False)
        if self._socket is socket:
            self._socket = None
        return socket

    async def _dispatch(self, name: str, data: Json) -> None:
        if self._socket is not None:
            self._sequence += 1
            await _send(self._socket, 0, data, self._sequence, name)

    def _ready(self) -> Json:
        return {
            "v": 10,
            "user": user(BOT, "Roundhouse", bot=True),
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": "session",
            "shard": [0, 1],
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": str(APPLICATION), "flags": 0},
        }

    # -- REST

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_get("/gateway/", self._gateway)
        me, mine = f"{API}/channels/{{channel}}", f"{API}/webhooks/{{app}}/{{token}}"
        for method, path, handler in (
            ("GET", f"{API}/users/@me", self._me),
            ("GET", f"{API}/gateway/bot", self._shards),
            ("GET", f"{API}/guilds/{{guild}}", self._guild),
            ("GET", f"{API}/guilds/{{guild}}/members/{{user}}", self._member),
            ("GET", f"{API}/oauth2/applications/@me", self._application),
            ("PUT", f"{API}/applications/{{app}}/commands", self._commands),
            ("PUT", f"{API}/applications/{{app}}/guilds/{{guild}}/commands", self._commands),
            ("GET", me, self._channel),
            ("POST", f"{me}/messages", self._post),
            ("GET", f"{me}/messages", self._history),
            ("GET", f"{me}/messages/{{message}}", self._message),
            ("PATCH", f"{me}/messages/{{message}}", self._edit),
            ("DELETE", f"{me}/messages/{{message}}", self._delete),
            ("POST", f"{API}/interactions/{{id}}/{{token}}/callback", self._answer),
            ("POST", mine, self._follow_up),
            ("PATCH", f"{mine}/messages/@original", self._amend),
            ("GET", f"{mine}/messages/@original", self._original),
            ("DELETE", f"{mine}/messages/{{message}}", self._drop),
            ("PATCH", f"{mine}/messages/{{message}}", self._edit),
        ):
            app.router.add_route(method, path, self._guarded(handler))
        app.router.add_route("*", "/{rest:.*}", self._lost)
        return app

    def _guarded(self, handler: Callable[[web.Request, Body], Awaitable[Any]]) -> Callable[[web.Request], Any]:
        async def run(request: web.Request) -> web.Response:
            resource = request.match_info.route.resource
            what = f"{request.method} {resource.canonical.removeprefix(API) if resource else request.path}"
            self.requests[what] += 1
            try:
                body = await _body(request)  # all of it has come: a bot that dies from here on has sent its request
            except (ConnectionError, ClientError, web.RequestPayloadError):
                return web.Response(status=400)  # it died in the middle of sending
            try:
                if self.trip is not None:
                    await self.trip("before", what)
                answer, status = await handler(request, body), 200
            except Failure as failure:
                answer, status = {"code": failure.code, "message": failure.message}, failure.status
            if self.trip is not None:
                await self.trip("after", what)
            if answer is None:
                return web.Response(status=204)
            return web.Response(status=status, body=json.dumps(answer), headers={"Content-Type": "application/json"})

        return run

    async def _lost(self, request: web.Request) -> web.Response:
        self.unknown[f"{request.method} {request.path}"] += 1
        body = json.dumps({"code": 0, "message": "404: Not Found"})
        return web.Response(status=404, body=body, headers={"Content-Type": "application/json"})

    async def _guild(self, request: web.Request, __: Body) -> Json:
        return {"id": request.match_info["guild"], "name": "server", "roles": [], "emojis": [], "features": []}

    async def _member(self, request: web.Request, __: Body) -> Json:
        user = {"id": request.match_info["user"], "username": "somebody", "discriminator": "0", "avatar": None}
        return {"user": user, "roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0}

    async def _shards(self, _: web.Request, __: Body) -> Json:
        starts = {"total": 1_000, "remaining": 1_000, "reset_after": 0, "max_concurrency": 1}
        url = f"ws://127.0.0.1:{self.port}/gateway"
        return {"url": url, "shards": 1, "session_start_limit": starts}

    async def _me(self, _: web.Request, body: Body) -> Json:
        return user(BOT, "Roundhouse", bot=True)

    async def _application(self, _: web.Request, body: Body) -> Json:
        return {
            "id": str(APPLICATION),
            "name": "Roundhouse",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "team": None,
            "owner": user(4_001, "Owner"),
        }

    async def _commands(self, request: web.Request, body: Body) -> list[Json]:
        given, _ = body
        more = {"application_id": str(APPLICATION), "version": "1", "default_member_permissions": None}
        self.world.commands = [{**command, **more, "id": str(5_000 + n)} for n, command in enumerate(given)]
        return self.world.commands

    async def _channel(self, _: web.Request, body: Body) -> Json:
        return _channel()

    async def _post(self, request: web.Request, body: Body) -> Json:
        return self.world.post(*body)

    async def _history(self, request: web.Request, body: Body) -> list[Json]:
        asked = request.query
        before, after = (int(asked[name]) if name in asked else None for name in ("before", "after"))
        return self.world.history(int(asked.get("limit", 50)), before, after)

    async def _message(self, request: web.Request, body: Body) -> Json:
        return self.world.find(_number(request))

    async def _edit(self, request: web.Request, body: Body) -> Json:
        return self.world.edit(_number(request), *body)

    async def _delete(self, request: web.Request, body: Body) -> None:
        self.world.delete(_number(request))

    async def _drop(self, request: web.Request, body: Body) -> None:
        name = request.match_info["message"]
        self.world.delete(self.world.original(request.match_info["token"]) if name == "@original" else int(name))

    async def _answer(self, request: web.Request, body: Body) -> Json | None:
        made = self.world.answer(request.match_info["token"], *body)
        if request.query.get("with_response") not in ("1", "true"):
            return None
        about = {"id": request.match_info["id"], "type": 2}
        if made is None:
            return {"interaction": about}
        shown = {**about, "response_message_id": made["id"], "response_message_ephemeral": bool(made["flags"] & 64)}
        return {"interaction": shown, "resource": {"type": 4, "message": made}}

    async def _follow_up(self, request: web.Request, body: Body) -> Json:
        return self.world.follow_up(request.match_info["token"], *body)

    async def _amend(self, request: web.Request, body: Body) -> Json:
        return self.world.amend(request.match_info["token"], *body)

    async def _original(self, request: web.Request, body: Body) -> Json:
        return self.world.find(self.world.original(request.match_info["token"]))


async def _send(socket: web.WebSocketResponse, op: int, data: Any, number: int | None = None, name: str = "") -> None:
    """Send one frame, or nothing if the bot at the other end is dead."""
    with contextlib.suppress(ConnectionError, RuntimeError):
        await socket.send_json({"op": op, "d": data, "s": number, "t": name or None})


async def _body(request: web.Request) -> Body:
    """Return the JSON of a request, and the names of its files."""
    if not request.can_read_body:
        return {}, []
    if request.content_type != "multipart/form-data":
        return await request.json(), []
    form = await request.post()
    files = [part.filename for part in form.values() if isinstance(part, web.FileField)]
    return json.loads(str(form["payload_json"])), files


def _number(request: web.Request) -> int:
    return int(request.match_info["message"])


def _channel() -> Json:
    return {
        "id": str(CHANNEL),
        "type": 0,
        "guild_id": str(GUILD),
        "name": "trains",
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }


def _guild() -> Json:
    return {
        "id": str(GUILD),
        "name": "Station",
        "icon": None,
        "owner_id": "4001",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_flags": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "channels": [_channel()],
        "members": [],
        "threads": [],
        "member_count": 5,
    }


def _member(person: Json) -> Json:
    return {
        "user": person,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00.000000+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": ALL_PERMISSIONS,
    }
