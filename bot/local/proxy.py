"""A proxy that serves all simulated Discords at one address and retries refused requests.

SimCord's preview refuses a press during another action, or if the page is outdated. Discord does not, so the proxy
waits and retries. It uses version 3 of the preview's protocol.
"""

import asyncio
import errno
import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from aiohttp import ClientError, ClientSession, ClientTimeout, CookieJar, web
from yarl import URL

_ACTION_SECONDS: Final = 40.0
"""Maximum seconds of retries of a press: a little longer than the bot may take for one press."""
_RETRY_SECONDS: Final = 0.05
_MAX_UPLOAD_BYTES: Final = 26 * 1024 * 1024
"""Maximum size of a request, as on Discord."""
_FOLDER: Final = Path(__file__).parent
_OWN_FILES: Final = {
    "/": "page.html",
    **{f"/{name}": name for name in ("page.css", "page.js", "world.css", "world.js")},
}
_EXTRA_TAGS: Final = '<link rel="stylesheet" href="/world.css"><script defer src="/world.js"></script>'
_CONTENT_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_FORWARDED_HEADERS: Final = ("X-Simcord-Capability", "X-Simcord-Context", "Content-Type")
_DROPPED_HEADERS: Final = {
    "transfer-encoding",
    "content-length",
    "content-encoding",
    "date",
    "server",
    "x-frame-options",
}


class PortTaken(Exception):
    """The port is in use. The message is a sentence for the user who started the program."""

    def __init__(self, port: int, error: OSError) -> None:
        reason = (
            "is in use by another program" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        )
        super().__init__(f"Port {port} {reason}. Set ROUNDHOUSE_PORT to another one, or to 0 for any free port.")


class _Page(NamedTuple):
    """The page of a simulated channel. ``address`` is SimCord's preview, whose fragment is the access key."""

    address: URL
    label: str
    channel: int | None


class WorldProxy:
    """A web server on the loopback address. Mutable: pages of simulated channels are added as they start."""

    def __init__(self) -> None:
        self._pages: dict[str, _Page] = {}
        self._visitor_events: dict[str, asyncio.Event] = {}
        self._runner: web.AppRunner | None = None
        self._session: ClientSession | None = None

    def add_page(self, name: str, address: str, label: str, channel: int | None = None) -> None:
        """Add the page of a simulated channel, or replace the page with this name. ``address`` is SimCord's preview."""
        self._pages[name] = _Page(URL(address), label, channel)

    async def wait_for_visitor(self, name: str) -> None:
        """Wait until a browser requests the page with this name."""
        visitor_event = self._visitor_events[name] = asyncio.Event()
        await visitor_event.wait()

    async def start(self, port: int) -> int:
        """Listen on a port of the loopback address (0: any free port), and return the port. Raises ``PortTaken``."""
        app = web.Application(client_max_size=_MAX_UPLOAD_BYTES)
        app.router.add_get("/pages", self._list_pages)
        app.router.add_post("/api/action", self._forward_action)
        app.router.add_route("*", "/{path:.*}", self._handle_request)
        self._session = ClientSession(timeout=ClientTimeout(total=None), cookie_jar=CookieJar(unsafe=True))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", port).start()
        except OSError as error:
            raise PortTaken(port, error) from error
        return int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
        if self._session is not None:
            await self._session.close()

    async def _list_pages(self, request: web.Request) -> web.Response:
        """Send the pages in the order in which they were added. Ids of channels are strings, as in Discord's API."""
        _check_local_host(request)
        return web.json_response(
            [
                {"name": name, "key": page.address.fragment, "label": page.label, "channel": str(page.channel or "")}
                for name, page in self._pages.items()
            ]
        )

    async def _handle_request(self, request: web.Request) -> web.Response:
        _check_local_host(request)
        file_name = _OWN_FILES.get(request.path)
        if file_name is not None:
            return _serve_own_file(file_name)
        if request.path == "/world":
            return await self._serve_world_page()
        return await self._forward(request, await request.read())

    async def _serve_world_page(self) -> web.Response:
        """Serve SimCord's page with an additional style sheet and script, and allow it in a frame of the bot's page."""
        base = next(iter(self._pages.values())).address
        async with self._client_session().get(base.with_fragment(None)) as answer:
            html = await answer.text()
            policy = answer.headers["Content-Security-Policy"].replace("ancestors 'none'", "ancestors 'self'")
        html = html.replace("</head>", f"{_EXTRA_TAGS}</head>")
        return web.Response(text=html, content_type="text/html", headers={"Content-Security-Policy": policy})

    async def _forward_action(self, request: web.Request) -> web.Response:
        """Forward a press, command, or form, with retries until it is accepted."""
        _check_local_host(request)
        body = await request.read()
        deadline = asyncio.get_running_loop().time() + _ACTION_SECONDS
        while True:
            answer = await self._forward(request, body)
            next_body = _body_to_retry(answer, body)
            if next_body is None or asyncio.get_running_loop().time() > deadline:
                return answer
            body = next_body
            await asyncio.sleep(_RETRY_SECONDS)

    async def _forward(self, request: web.Request, body: bytes) -> web.Response:
        base = self._world_address(request.headers.get("X-Simcord-Capability"))
        headers = {name: request.headers[name] for name in _FORWARDED_HEADERS if name in request.headers}
        url = base.join(request.rel_url)
        try:
            async with self._client_session().request(
                request.method, url, headers=headers, data=body or None
            ) as answer:
                kept_headers = {
                    name: value for name, value in answer.headers.items() if name.lower() not in _DROPPED_HEADERS
                }
                return web.Response(status=answer.status, body=await answer.read(), headers=kept_headers)
        except ClientError:
            raise web.HTTPBadGateway(text="This simulated Discord has stopped.") from None

    def _world_address(self, capability: str | None) -> URL:
        """Return the address of the page with this access key. Files need no key: None stands for any page."""
        for name, page in self._pages.items():
            if capability in (None, page.address.fragment):
                if capability and name in self._visitor_events:
                    self._visitor_events[name].set()
                return page.address
        raise web.HTTPUnauthorized

    def _client_session(self) -> ClientSession:
        assert self._session is not None
        return self._session


def _check_local_host(request: web.Request) -> None:
    """Refuse requests for another host name (DNS rebinding)."""
    if (request.host or "").rpartition(":")[0] not in {"127.0.0.1", "localhost"}:
        raise web.HTTPForbidden


def _serve_own_file(name: str) -> web.Response:
    path = _FOLDER / name
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'self'; img-src data:"}
    return web.Response(text=path.read_text("utf-8"), content_type=_CONTENT_TYPES[path.suffix], headers=headers)


def _body_to_retry(answer: web.Response, body: bytes) -> bytes | None:
    """Return the body with which to retry the request after this response; None if the response is final."""
    if answer.status == 400:  # another action is running; nothing was done
        return body
    if answer.status != 200 or not isinstance(answer.body, bytes):
        return None
    receipt: dict[str, Any] = json.loads(answer.body)
    reasons = receipt.get("diagnostics", ()) if receipt.get("rejected") else ()
    codes = {reason.get("code") for reason in reasons}
    if "busy" in codes:
        return body
    if "stale-revision" in codes and body.startswith(b"{"):
        return json.dumps({**json.loads(body), "published_revision": receipt["revision"]}).encode()
    return None
