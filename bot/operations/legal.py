"""``roundhouse legal``: prints the privacy policy or the terms of service, filled from the settings."""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path
from string import Template

from bot import __version__
from bot.config import InvalidSettings, Settings, load_settings
from bot.persons.privacy import FORMER_PLAYER_NAME
from bot.scheduler.deleted_channels import DAYS_WITHOUT_CHANNEL
from engine.core import count_noun
from engine.errors import Unreadable
from engine.output import run_tool

_FILE_NAMES = {"privacy": "privacy-policy.md", "terms": "terms-of-service.md"}
"""Word on the command line -> template file."""
_REQUIRED_SETTINGS = {
    "operator": "ROUNDHOUSE_OPERATOR is not set. Set it to the name of the person or organization that runs the bot.",
    "contact": "ROUNDHOUSE_CONTACT is not set. Set it to an email address or a web page at which people reach you.",
    "retention_days": (
        "ROUNDHOUSE_RETENTION_DAYS is not set. Set it to the number of days after which you delete backups and logs."
    ),
}
"""Setting that the templates use -> message to the host if it is not set."""


class MissingSettings(Unreadable):
    """Raised if a text needs settings that are not set."""


def main(arguments: Sequence[str], program: str) -> int:
    """Print one of the texts and return the exit status. ``program`` is the command name in the help text."""
    parser = argparse.ArgumentParser(
        prog=program,
        description="Print the privacy policy or the terms of service as Markdown, filled from the settings.\n"
        "Read the text before you publish it: it says what the bot does, and you answer for it.",
        epilog="Example:\n  %(prog)s privacy",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", choices=list(_FILE_NAMES), help="the text to print")
    parser.add_argument(
        "--date",
        type=_parse_date,
        default=datetime.now(UTC).date(),
        metavar="YYYY-MM-DD",
        help="the date from which the text applies; default: today",
    )
    return run_tool(lambda: _print_text(parser.parse_args(list(arguments))))


def _parse_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date such as 2026-03-31") from None


def _print_text(arguments: argparse.Namespace) -> int:
    try:
        print(legal_text(arguments.text, load_settings(Path.cwd()), arguments.date), end="")
    except (InvalidSettings, MissingSettings) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def legal_text(name: str, settings: Settings, applies_from: date) -> str:
    """Return the privacy policy or the terms of service as Markdown. ``name`` is ``privacy`` or ``terms``.

    Raises ``MissingSettings``.
    """
    template = Template(files(__package__).joinpath(_FILE_NAMES[name]).read_text("utf-8"))
    used_settings = template.get_identifiers()
    missing = [
        message
        for field, message in _REQUIRED_SETTINGS.items()
        if field in used_settings and not getattr(settings, field)
    ]
    if missing:
        raise MissingSettings("\n".join(missing))
    return template.substitute(
        operator=settings.operator,
        contact=settings.contact,
        retention_days=count_noun(settings.retention_days or 0, "day"),
        channel_days=count_noun(DAYS_WITHOUT_CHANNEL, "day"),
        former_player=FORMER_PLAYER_NAME,
        date=applies_from.isoformat(),
        version=__version__,
    )
