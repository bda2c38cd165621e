"""``/health``, ``/ready`` and ``/metrics`` over HTTP, for what watches over the bot. It knows no title."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
from aiohttp import web

from bot.config import Settings
from bot.hosting.figures import Figures
from bot.hosting.lifeline import Lifeline
from engine.errors import Unreadable
from engine.store import DatabaseError, Store
from engine.store.trouble import Removed

_SECONDS = 5.0
"""A store that takes longer to answer is not well."""
_TEXT = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus's text format."""


class Page:
    """A small server beside the bot. Mutable: it listens, and learns of the store when that is open."""

    def __init__(self, client: discord.AutoShardedClient, figures: Figures, lifeline: Lifeline) -> None:
        self._client, self._figures, self._lifeline = client, figures, lifeline
        self.store: Store | None = None
        self.is_set_up = False
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1.0)

    def _app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/health", self._health)
        app.router.add_get("/ready", self._ready)
        app.router.add_get("/metrics", self._metrics)
        return app

    async def start(self, settings: Settings) -> int:
        """Listens, and gives the port. Raises ``Unreadable`` when the address cannot be had."""
        host, port = settings.metrics_host, settings.metrics_port or 0
        logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a cut-off request is no traceback
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            why = getattr(error, "strerror", None) or str(error)
            raise Unreadable(
                f"The figures cannot be served at {host}, port {port}: {why}. "
                "Change ROUNDHOUSE_METRICS_PORT or ROUNDHOUSE_METRICS_HOST."
            ) from error
        logging.getLogger().addHandler(self._figures.error_handler)
        return int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stops listening."""
        logging.getLogger().removeHandler(self._figures.error_handler)
        await self._runner.cleanup()

    async def _health(self, _: web.Request) -> web.Response:
        """200 as long as the process works: it answers, and its store does, from the file that is at its path."""
        return _said(await self._trouble())

    async def _ready(self, _: web.Request) -> web.Response:
        """200 while presses arrive: the start is over, and every connection to Discord is open."""
        return _said(self._missing() or await self._trouble())

    async def _metrics(self, _: web.Request) -> web.Response:
        store = self.store
        if store is None:
            return _said("The bot is just starting.")
        found = list[bytes]()

        async def read() -> None:
            found.append(await self._figures.page(store, self._client))

        trouble = await _tried(read)
        return _said(trouble) if trouble else web.Response(body=found[0], headers={"Content-Type": _TEXT})

    async def _trouble(self) -> str:
        """Why the process is not well; empty when it is. A bot that is just starting is well."""
        store = self.store
        if store is None:
            return ""

        async def read() -> None:
            await store.check()
            await store.read(lambda db: db.execute("SELECT at FROM alive").fetchone())

        return await _tried(read)

    def _missing(self) -> str:
        if self._lifeline.stands_by:
            return "The bot is on standby, until another bot ends."
        if not self.is_set_up:
            return "The bot is just starting."
        if self._client.is_closed() or not self._client.is_ready():
            return "The bot isn’t connected to Discord."
        closed = [str(number) for number, shard in self._client.shards.items() if shard.is_closed()]
        return f"Shards that aren’t connected to Discord: {', '.join(closed)}." if closed else ""


async def _tried(work: Callable[[], Awaitable[None]]) -> str:
    """Asks the store for something; why it does not answer, as a sentence."""
    try:
        await asyncio.wait_for(work(), _SECONDS)
    except TimeoutError:
        return f"The database doesn’t answer within {_SECONDS:g} seconds."
    except Removed as error:
        return str(error)
    except (*DatabaseError, ValueError) as error:  # a ValueError: it was closed
        return f"The database can’t be read: {error}."
    return ""


def _said(trouble: str) -> web.Response:
    return web.Response(text=f"{trouble or 'All is well.'}\n", status=503 if trouble else 200)
