"""Interfaces for the metrics and their HTTP server.

The libraries that implement them are imported only if a port for the metrics is set.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import aiohttp

from bot.config import Settings
from bot.errors import Interaction
from engine.store import Store


class MetricsRecorder(Protocol):
    """Records counts and durations."""

    trace: aiohttp.TraceConfig

    def register_labels(self, commands: Mapping[str, Sequence[str]], buttons: Iterable[str]) -> None:
        """Register all commands with their forms, and all kinds of buttons, so that they are counted from 0."""
        ...

    def count_interaction(self, interaction: Interaction) -> None:
        """Count a press or a command."""
        ...

    def observe_commit(self, seconds: float) -> None:
        """Record the duration of a database transaction."""
        ...

    def observe_drawing(self, seconds: float) -> None:
        """Record the seconds spent on drawing pictures."""
        ...


class MetricsServer(Protocol):
    """Serves the metrics and the health of the bot."""

    store: Store | None
    is_set_up: bool

    async def start(self, settings: Settings) -> int:
        """Listen and return the port."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...
