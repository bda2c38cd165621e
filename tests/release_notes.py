"""Check a release, and print its section of CHANGELOG.md: ``python -m tests.release_notes TAG``.

The exit status is 1 if the tag is not the version of the project, or if the changelog has no section for it.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import __version__

CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"


def section(changelog: str, version: str) -> str | None:
    """Return the text below the heading of a version, or None without a heading that has a date."""
    heading = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)\n(.*?)(?=^## |\Z)"
    found = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    return None if found is None else found[1].strip()


def refusal(tag: str, version: str, changelog: str) -> str | None:
    """Return what is wrong with a release of that tag, or None."""
    if tag != f"v{version}":
        return f"The tag is {tag}, but bot/__init__.py has the version {version}. The tag must be v{version}."
    if not section(changelog, version):
        return f"CHANGELOG.md has no section “## {version} (YYYY-MM-DD)”, or an empty one."
    return None


def main(arguments: Sequence[str]) -> int:
    """Print the section or what is wrong, and return the exit status."""
    changelog = CHANGELOG.read_text("utf-8")
    if problem := refusal(arguments[0], __version__, changelog):
        print(problem, file=sys.stderr)
        return 1
    print(section(changelog, __version__))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
