"""``roundhouse legal``: the texts are complete and name what is stored."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot import __version__
from bot.command_line import main
from bot.config import Settings
from bot.operations.legal import MissingSettings, legal_text
from engine.store import Store

SETTINGS = Settings(operator="Ada’s Railway Club", contact="ada@example.org", retention_days=14)
DAY = date(2026, 3, 31)
TEXTS = ("privacy", "terms")

COLUMNS_ABOUT_PEOPLE = {"user_id", "host", "away"}
PHRASES = {
    "person": "your choices in `/settings`",
    "memo": "the notes that you write to yourself",
    "player": "the name that you had when you joined",
    "session": "joined or opened a table",
    "result": "your results",
    "holder": "For a seat that you left",
    "departure": "An anonymous number keeps you from rejoining",
    "plan": "standing orders and planned moves",
    "proposal": "proposals",
    "vote": "votes",
    "prediction": "predictions",
    "follower": "tables that you follow",
    "attempt": "your attempts at the daily deal",
    "solved": "your first answer to each puzzle",
    "seeking": "what you look for with `/lfg`",
    "opening": "tables that you asked the bot to open",
    "notice": "IDs of the messages by which the bot notified you",
}
"""Table of the database -> words in the privacy policy for what it stores about a person."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder, without settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPERATOR", "CONTACT", "RETENTION_DAYS"):
        monkeypatch.delenv(f"ROUNDHOUSE_{name}", raising=False)
    return tmp_path


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_names_the_operator_the_contact_the_date_and_the_version(name: str) -> None:
    text = legal_text(name, SETTINGS, DAY)
    for named in (SETTINGS.operator, SETTINGS.contact, "2026-03-31", __version__):
        assert named in text
    assert "$" not in text
    assert text.startswith("# ") and text.endswith("\n")


@pytest.mark.parametrize(("days", "words"), [(1, "1 day"), (14, "14 days")])
def test_the_privacy_policy_promises_when_backups_are_deleted(days: int, words: str) -> None:
    settings = Settings(operator="Ada", contact="ada@example.org", retention_days=days)
    text = one_line(legal_text("privacy", settings, DAY))
    assert f"Backups of the database and the log of the bot are deleted after at most {words}." in text
    assert "its game ends after 30 days." in text


async def test_the_privacy_policy_names_every_table_that_stores_people(tmp_path: Path) -> None:
    await (await Store.open(tmp_path / "tables.db")).close()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {name: {row[1] for row in db.execute(f'PRAGMA table_info("{name}")')} for name in names}
    about_people = {name for name in names if columns[name] & COLUMNS_ABOUT_PEOPLE}
    assert about_people == PHRASES.keys()
    text = one_line(legal_text("privacy", SETTINGS, DAY))
    assert [phrase for phrase in PHRASES.values() if phrase not in text] == []


def test_a_missing_setting_is_named_with_what_to_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", "privacy"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert [line.split()[0] for line in printed.err.splitlines()] == [
        "ROUNDHOUSE_OPERATOR",
        "ROUNDHOUSE_CONTACT",
        "ROUNDHOUSE_RETENTION_DAYS",
    ]
    assert all(re.search(r"is not set\. Set it to .+\.$", line) for line in printed.err.splitlines())


def test_a_text_needs_only_the_settings_that_it_contains() -> None:
    without_days = Settings(operator="Ada", contact="ada@example.org")
    assert legal_text("terms", without_days, DAY)
    with pytest.raises(MissingSettings, match=r"^ROUNDHOUSE_RETENTION_DAYS is not set"):
        legal_text("privacy", without_days, DAY)


def test_the_command_reads_the_settings_of_the_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "ROUNDHOUSE_OPERATOR=Ada\nROUNDHOUSE_CONTACT=https://example.org/ada\nROUNDHOUSE_RETENTION_DAYS=7\n"
    (folder / ".env").write_text(lines)
    assert main(["legal", "privacy", "--date", "2026-03-31"]) == 0
    expected = Settings(operator="Ada", contact="https://example.org/ada", retention_days=7)
    assert capsys.readouterr().out == legal_text("privacy", expected, DAY)
    assert main(["legal", "terms"]) == 0
    assert f"apply from {datetime.now(UTC).year}-" in capsys.readouterr().out


def test_invalid_date_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["legal", "terms", "--date", "soon"])
    assert "“soon” is not a date such as 2026-03-31" in capsys.readouterr().err


def test_invalid_settings_are_explained_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("ROUNDHOUSE_RETENTION_DAYS=0\n")
    assert main(["legal", "privacy"]) == 1
    assert "ROUNDHOUSE_RETENTION_DAYS must be a number of days, 1 or more" in capsys.readouterr().err
