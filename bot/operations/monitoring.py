"""The client's metrics and their page, whose libraries are loaded only where a host wants them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import aiohttp

from bot.config import Settings
from bot.errors import Interaction
from engine.store import Store


class MetricsRecorder(Protocol):
    """Counts and times what the bot does."""

    trace: aiohttp.TraceConfig

    def register_labels(self, commands: Mapping[str, Sequence[str]], buttons: Iterable[str]) -> None:
        """Names every command with its forms, and every kind of button."""
        ...

    def count_interaction(self, interaction: Interaction) -> None:
        """Counts a press or a command."""
        ...

    def observe_commit(self, seconds: float) -> None:
        """Notes how long a transaction took."""
        ...

    def observe_drawing(self, seconds: float) -> None:
        """Notes how long a picture took."""
        ...


class MetricsServer(Protocol):
    """Serves the figures, and whether the bot is well."""

    store: Store | None
    is_set_up: bool

    async def start(self, settings: Settings) -> int:
        """Listens, and gives the port."""
        ...

    async def close(self) -> None:
        """Stops listening."""
        ...
