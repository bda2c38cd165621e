"""`roundhouse run --local`: the whole bot in a simulated Discord, in a browser page. Needs the extra `local`.

Three parts: the simulation (`simulation.py`), the demo in a separate process (`demo.py`), and a proxy that serves both
at one address (`proxy.py`); `server.py` starts and stops them.
"""

import logging
import sys
from importlib.util import find_spec

from bot.config import Settings
from bot.operations.json_log import log_formatter

_REQUIRED_MODULES = ("simcord", "markdown_it", "linkify_it", "regex")


def main(settings: Settings) -> int:
    """Serve the page until Ctrl-C, and return the exit status."""
    if any(find_spec(module) is None for module in _REQUIRED_MODULES):
        print(
            "The simulated Discord is not installed. Install it in the checkout with: "
            "pipx install --force '.[local]' (or, without pipx: pip install '.[local]')",
            file=sys.stderr,
        )
        return 1
    from bot.local.server import run_server  # imported here because a bot on Discord does not need it

    set_up_log(settings)
    return run_server(settings)


def set_up_log(settings: Settings) -> None:
    """Log to standard error, without discord.py's messages about real connections and aiohttp's about bad requests."""
    logging.basicConfig(level=settings.log.upper(), format="%(levelname)s %(name)s: %(message)s")
    if (formatter := log_formatter(settings)) is not None:
        for handler in logging.root.handlers:
            handler.setFormatter(formatter)
    for name in ("discord", "aiosqlite", "asyncio", "PIL"):
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # hides tracebacks of canceled requests
