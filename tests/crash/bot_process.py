"""Run the real bot as a separate process with a simulated Discord: ``python -m tests.crash.bot_process PORT``.

Only the two addresses built into discord.py are changed. With ``words-first`` as a second argument, every report is
posted without its pictures, as under heavy load.
"""

import asyncio
import os
import runpy
import secrets
import signal
import sys
from pathlib import Path

__all__ = ["BotProcess"]


class BotProcess:
    """A bot process that can be started, killed, and started again. ``log`` collects the output of every run."""

    def __init__(self, port: int, database: Path | str, log: Path, *, words_first: bool = False) -> None:
        self._database, self._log = database, log
        self._arguments = [str(port), *(["words-first"] if words_first else [])]
        self._process: asyncio.subprocess.Process | None = None
        self.token = ""

    async def start(self) -> None:
        """Start a process, and wait until it has identified itself at the gateway with ``token``."""
        self.token = secrets.token_hex(8)
        settings = {
            "DISCORD_TOKEN": self.token,
            "ROUNDHOUSE_DATABASE": str(self._database),
            "ROUNDHOUSE_LOG": "error",
            "PYTHONWARNINGS": "ignore",
        }
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", __name__, *self._arguments),
                env={**os.environ, **settings},
                stdout=log,
                stderr=log,
            )

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    async def ended(self) -> int:
        """Wait until the process has ended, and return its exit status."""
        return 0 if self._process is None else await self._process.wait()

    async def kill(self) -> None:
        """Kill the process by SIGKILL, without any clean-up."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()

    async def stop(self) -> int:
        """Stop the process by SIGTERM, as a host does, and return its exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return await asyncio.wait_for(self._process.wait(), 20)
        except TimeoutError:
            await self.kill()
            return -9


def _run(port: int, *, words_first: bool) -> None:
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    if words_first:
        from bot.announcements.report_pictures import ReportPictures

        ReportPictures.late_seconds = 0.0
    sys.argv = ["bot"]
    runpy.run_module("bot", run_name="__main__")


if __name__ == "__main__":
    _run(int(sys.argv[1]), words_first="words-first" in sys.argv[2:])
