"""Metrics for Prometheus, without names, user ids, or hidden information.

The bot collects metrics only if a port for them is set.
"""

import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest

from bot import __version__
from bot.errors import Interaction
from engine.store import Store
from engine.store.ids import GuildId
from engine.store.outbox import count_tables_by_status, load_outbox_backlog
from render import cache_size_bytes

_FAST_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
_SLOW_BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Bounds of the histograms' buckets, in seconds."""
_LATE_SECONDS = (1.0, 3.0)
"""Delays in seconds that are counted: the first is noticed by users; after the second, Discord shows an error."""
_STATUSES = ("lobby", "playing", "finished", "ended")
_FIRST_RESPONSE_PATH = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Metrics:
    """The metrics of a running bot. Mutable."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._answers = self._create_histogram(
            "answer", "Time from a press or command to the first response", _SLOW_BUCKETS
        )
        self._late = Counter(
            "roundhouse_late_answers",
            "First responses that took longer than the number of seconds in the label",
            ["seconds"],
            registry=self._registry,
        )
        self._rate_limited = Counter(
            "roundhouse_limited", "HTTP 429 (rate limit) responses from Discord", ["scope"], registry=self._registry
        )
        self._drawing = self._create_histogram(
            "drawing", "Time to draw the pictures of one response or post", _SLOW_BUCKETS
        )
        self._commits = self._create_histogram(
            "commit", "Time of one database transaction, including the wait for the writer", _FAST_BUCKETS
        )
        self._pending_tables = self._create_gauge("untold_tables", "Tables with pending posts")
        self._oldest_pending = self._create_gauge("untold_oldest_seconds", "Age of the oldest pending post, in seconds")
        self._cache = self._create_gauge("cache_bytes", "Size of the picture cache in bytes")
        self._shards = self._create_gauge("shards_connected", "Open gateway connections to Discord")
        self._commands = Counter(
            "roundhouse_commands",
            "Slash commands received, by command and form",
            ["command", "form"],
            registry=self._registry,
        )
        self._presses = Counter(
            "roundhouse_presses",
            "Presses of buttons, menus, and forms received, by kind",
            ["button"],
            registry=self._registry,
        )
        self._forms: Mapping[str, Sequence[str]] = {}
        self._known_buttons = frozenset[str]()
        self._tables = Gauge(
            "roundhouse_tables", "Tables by state and shard", ["state", "shard"], registry=self._registry
        )
        Info("roundhouse_build", "The version of the bot", registry=self._registry).info({"version": __version__})
        self.error_handler = _ErrorCounter(Counter("roundhouse_errors", "Errors logged", registry=self._registry))
        for seconds in _LATE_SECONDS:
            self._late.labels(f"{seconds:g}")
        self.trace = self._trace_config()

    def _create_histogram(self, name: str, description: str, bounds: tuple[float, ...]) -> Histogram:
        return Histogram(f"roundhouse_{name}_seconds", description, buckets=bounds, registry=self._registry)

    def _create_gauge(self, name: str, description: str) -> Gauge:
        return Gauge(f"roundhouse_{name}", description, registry=self._registry)

    def register_labels(self, commands: Mapping[str, Sequence[str]], buttons: Iterable[str]) -> None:
        """Create counters with the value 0 for these commands, their forms, and these buttons.

        Other commands, forms, and buttons are not counted.
        """
        self._forms, self._known_buttons = commands, frozenset(buttons)
        for command, forms in sorted(commands.items()):
            for form in ("", *forms):
                self._commands.labels(command, form)
        for button in sorted(self._known_buttons):
            self._presses.labels(button)

    # -- recording

    def count_interaction(self, interaction: Interaction) -> None:
        """Count a slash command by name and form, or a button press by the first part of its ``custom_id``."""
        data: Mapping[str, Any] = interaction.data or {}
        kind = str(data.get("custom_id", "")).partition(":")[0]
        if kind in self._known_buttons:
            self._presses.labels(kind).inc()
        elif interaction.type is discord.InteractionType.application_command and interaction.command is not None:
            name = interaction.command.qualified_name
            if name in self._forms:
                options = {option: str(value) for option, value in interaction.namespace}
                self._commands.labels(name, _form_in_use(self._forms[name], options)).inc()

    def observe_commit(self, seconds: float) -> None:
        """Record the duration of a database transaction."""
        self._commits.observe(seconds)

    def observe_drawing(self, seconds: float) -> None:
        """Record the seconds spent on drawing pictures."""
        self._drawing.observe(seconds)

    def _trace_config(self) -> aiohttp.TraceConfig:
        """Trace the requests to Discord, including first responses to presses."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._observe_request)
        return trace

    async def _observe_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        if request.response.status == 429:
            self._rate_limited.labels(request.response.headers.get("X-RateLimit-Scope", "unknown")).inc()
            return  # discord.py repeats the request
        if request.method == "POST" and (match := _FIRST_RESPONSE_PATH.search(request.url.path)):
            self._observe_answer(time.time() - discord.utils.snowflake_time(int(match[1])).timestamp())

    def _observe_answer(self, seconds: float) -> None:
        self._answers.observe(max(0.0, seconds))
        for bound in _LATE_SECONDS:
            if seconds > bound:
                self._late.labels(f"{bound:g}").inc()

    # -- current values

    async def metrics_page(self, store: Store, client: discord.AutoShardedClient) -> bytes:
        """Return the metrics in the text format of Prometheus. Raises ``DatabaseError`` if the store can't be read."""
        backlog, tables = await store.read(lambda db: (load_outbox_backlog(db), count_tables_by_status(db)))
        self._pending_tables.set(backlog.tables)
        self._oldest_pending.set(0.0 if backlog.oldest is None else max(0.0, time.time() - backlog.oldest))
        self._cache.set(cache_size_bytes())
        self._shards.set(sum(not shard.is_closed() for shard in client.shards.values()))
        self._set_table_counts(tables, client.shard_count or 1)
        return generate_latest(self._registry)

    def _set_table_counts(self, tables: dict[tuple[str, GuildId | None], int], shards: int) -> None:
        self._tables.clear()
        for state in _STATUSES:
            for shard in range(shards):
                self._tables.labels(state, str(shard)).set(0)
        for (state, guild), number in tables.items():
            self._tables.labels(state, str(_shard_of(guild, shards))).inc(number)


class _ErrorCounter(logging.Handler):
    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        self._counter.inc()


def _form_in_use(forms: Iterable[str], options: Mapping[str, str]) -> str:
    """The first of a command's ``forms`` that the options match; empty if none does."""
    for form in forms:
        option, _, value = form.partition(":")
        if option in options and value in ("", options[option]):
            return form
    return ""


def _shard_of(guild: GuildId | None, shards: int) -> int:
    """The shard of a server's events; direct messages use the first. (docs, gateway, sharding)"""
    return 0 if guild is None else (guild >> 22) % shards
