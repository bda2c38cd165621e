"""Settings from the environment and from ``.env``, and how names are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import NAMES, Settings, from_environment, read
from bot.wording import NAME_LENGTH, clean, escaped
from engine import Unreadable


def test_without_variables_everything_has_its_default() -> None:
    assert read({}) == Settings() == read(dict.fromkeys(NAMES, ""))


def test_every_setting_has_a_variable() -> None:
    assert set(NAMES.values()) == set(Settings.__struct_fields__)


def test_values_are_read_as_what_they_are() -> None:
    given = {"ROUNDHOUSE_PACE": "0.5", "ROUNDHOUSE_GUILD": "42", "ROUNDHOUSE_PICTURES": "one", "DISCORD_TOKEN": " t "}
    assert read(given) == Settings(pace=0.5, guild=42, pictures="one", token="t")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROUNDHOUSE_PACE", "soon"),
        ("ROUNDHOUSE_PACE", "-1"),
        ("ROUNDHOUSE_PORT", "70000"),
        ("ROUNDHOUSE_GUILD", "ours"),
        ("ROUNDHOUSE_LOG", "loud"),
    ],
)
def test_a_wrong_value_is_refused_with_its_variable(name: str, value: str) -> None:
    with pytest.raises(Unreadable, match=name):
        read({name: value})


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    lines = ["# a comment", "export ROUNDHOUSE_PACE='2'", 'ROUNDHOUSE_DATABASE="a b.db"', "ROUNDHOUSE_LOG=error # why"]
    (tmp_path / ".env").write_text("\n".join(lines))
    monkeypatch.setenv("ROUNDHOUSE_PACE", "3")
    assert from_environment(tmp_path) == Settings(pace=3.0, database="a b.db", log="error")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  A\nd\u200ba\u202e ", "A da"),
        ("\u200b\u2060", ""),
        ("日本語 Ελλάδα عربي", "日本語 Ελλάδα عربي"),
        ("a" + "\u0301" * 50, "á\u0301\u0301"),
        ("x" * 100, "x" * (NAME_LENGTH - 1) + "…"),
    ],
)
def test_a_name_is_one_short_line_of_visible_characters(name: str, shown: str) -> None:
    assert clean(name) == shown


def test_escaped_text_has_no_bare_mark() -> None:
    assert escaped("**a** <@1> [x](y)") == "\\*\\*a\\*\\* \\<\\@1\\> \\[x\\]\\(y\\)"
