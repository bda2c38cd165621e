"""Play the conversations and write the approved texts: ``python -m tests.bot.conversations [name …]``."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.bot.conversations.scripts import SCRIPTS
from tests.bot.conversations.stage import approved, played


def main(names: list[str]) -> None:
    """Write the texts of the named conversations, or of all."""
    for name in names or SCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            approved(name).write_text(asyncio.run(played(SCRIPTS[name], Path(folder))), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
