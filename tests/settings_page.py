"""Write ``.env.example`` and the table of ``docs/hosting.md`` from the settings: ``python -m tests.settings_page``."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from bot.config import FIELDS_BY_VARIABLE, SETTINGS_BY_FIELD, Settings
from engine.games import GAMES

ROOT = Path(__file__).parent.parent
EXAMPLE_FILE = ROOT / ".env.example"
HOSTING_FILE = ROOT / "docs" / "hosting.md"

_EXAMPLE_HEAD = """\
# Copy this file to .env and fill in the values, one NAME=value per line. The bot does not start if it can't read a
# line. Environment variables override this file. These are all settings; docs/hosting.md explains them.
"""
_TABLE_HEAD = "| variable | default | meaning |\n|---|---|---|\n"
_TABLE = re.compile(re.escape(_TABLE_HEAD) + r"(?:\|.*\n)*")
_WIDTH = 120


def example_file() -> str:
    """Return the text of ``.env.example``: each setting as a comment and a line with its default."""
    return "\n".join([_EXAMPLE_HEAD, *_example_parts()])


def _example_parts() -> Iterator[str]:
    for name, field in FIELDS_BY_VARIABLE.items():
        comment = textwrap.wrap(
            _plain_text(SETTINGS_BY_FIELD[field].meaning),
            _WIDTH,
            initial_indent="# ",
            subsequent_indent="# ",
            break_on_hyphens=False,
        )
        mark = "" if field == "token" else "#"  # the one setting that everybody sets
        yield "\n".join([*comment, f"{mark}{name}={_default_text(field)}", ""])


def _plain_text(markdown: str) -> str:
    """Return Markdown without links, code marks, and emphasis."""
    return re.sub(r"\[(.*?)\]\(.*?\)", r"\1", markdown).replace("`", "").replace("*", "")


def hosting_page(page: str) -> str:
    """Return the page for hosts with an updated table of settings."""
    rows = "".join(
        f"| `{name}` | {_code(_default_text(field))}| {SETTINGS_BY_FIELD[field].meaning} |\n"
        for name, field in FIELDS_BY_VARIABLE.items()
    )
    return _TABLE.sub(lambda _: _TABLE_HEAD + rows, page)


def _code(text: str) -> str:
    return f"`{text}` " if text else ""


def _default_text(field: str) -> str:
    """Return the default as in a line of ``.env``, empty for none and for all games."""
    default = getattr(Settings(), field)
    if default is None or default == tuple(GAMES):
        return ""
    return f"{default:g}" if isinstance(default, float) else str(default)


if __name__ == "__main__":
    EXAMPLE_FILE.write_text(example_file(), encoding="utf-8")
    HOSTING_FILE.write_text(hosting_page(HOSTING_FILE.read_text(encoding="utf-8")), encoding="utf-8")
