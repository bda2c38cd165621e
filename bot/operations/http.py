"""``/health``, ``/ready``, and ``/metrics`` over HTTP, for monitoring."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
from aiohttp import web

from bot.config import Settings
from bot.operations.database_watch import DatabaseWatch
from bot.operations.metrics import Metrics
from engine.errors import Unreadable
from engine.store import DatabaseError, Store
from engine.store.errors import DatabaseRemoved

_TIMEOUT_SECONDS = 5.0
"""Maximum seconds in which a healthy store responds."""
_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class OperationsServer:
    """An HTTP server that runs beside the bot. Mutable: ``store`` and ``is_set_up`` are set while the bot starts."""

    def __init__(self, client: discord.AutoShardedClient, metrics: Metrics, database_watch: DatabaseWatch) -> None:
        self._client, self._metrics_registry, self._database_watch = client, metrics, database_watch
        self.store: Store | None = None
        self.is_set_up = False
        self._runner = web.AppRunner(self._create_app(), access_log=None, shutdown_timeout=1.0)

    def _create_app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/health", self._answer_health)
        app.router.add_get("/ready", self._answer_ready)
        app.router.add_get("/metrics", self._answer_metrics)
        return app

    async def start(self, settings: Settings) -> int:
        """Listen and return the port. Raises ``Unreadable`` if the address is not available."""
        host, port = settings.metrics_host, settings.metrics_port or 0
        logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # hides tracebacks of canceled requests
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            reason = getattr(error, "strerror", None) or str(error)
            raise Unreadable(
                f"The figures cannot be served at {host}, port {port}: {reason}. "
                "Change ROUNDHOUSE_METRICS_PORT or ROUNDHOUSE_METRICS_HOST."
            ) from error
        logging.getLogger().addHandler(self._metrics_registry.error_handler)
        return int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop listening."""
        logging.getLogger().removeHandler(self._metrics_registry.error_handler)
        await self._runner.cleanup()

    async def _answer_health(self, _: web.Request) -> web.Response:
        """Respond with status 200 while the process runs and its store responds."""
        return _status_response(await self._find_problem())

    async def _answer_ready(self, _: web.Request) -> web.Response:
        """Respond with status 200 once the bot has started, while all its connections to Discord are open."""
        return _status_response(self._not_ready_reason() or await self._find_problem())

    async def _answer_metrics(self, _: web.Request) -> web.Response:
        store = self.store
        if store is None:
            return _status_response("The bot is just starting.")
        pages = list[bytes]()

        async def render_metrics() -> None:
            pages.append(await self._metrics_registry.metrics_page(store, self._client))

        problem = await _try_store(render_metrics)
        return (
            _status_response(problem)
            if problem
            else web.Response(body=pages[0], headers={"Content-Type": _CONTENT_TYPE})
        )

    async def _find_problem(self) -> str:
        """Return the reason why the process is unhealthy; empty if it is healthy or still starting."""
        store = self.store
        if store is None:
            return ""

        async def check_store() -> None:
            await store.check()
            await store.read(lambda db: db.execute("SELECT at FROM alive").fetchone())

        return await _try_store(check_store)

    def _not_ready_reason(self) -> str:
        if self._database_watch.is_on_standby:
            return "The bot is on standby, until another bot ends."
        if not self.is_set_up:
            return "The bot is just starting."
        if self._client.is_closed() or not self._client.is_ready():
            return "The bot isn’t connected to Discord."
        closed_shards = [str(number) for number, shard in self._client.shards.items() if shard.is_closed()]
        return f"Shards that aren’t connected to Discord: {', '.join(closed_shards)}." if closed_shards else ""


async def _try_store(work: Callable[[], Awaitable[None]]) -> str:
    """Query the store. Return a sentence about the failure; empty if the query succeeds."""
    try:
        await asyncio.wait_for(work(), _TIMEOUT_SECONDS)
    except TimeoutError:
        return f"The database doesn’t answer within {_TIMEOUT_SECONDS:g} seconds."
    except DatabaseRemoved as error:
        return str(error)
    except (*DatabaseError, ValueError) as error:  # ValueError: the store was closed
        return f"The database can’t be read: {error}."
    return ""


def _status_response(problem: str) -> web.Response:
    return web.Response(text=f"{problem or 'All is well.'}\n", status=503 if problem else 200)
