"""Settings from the environment and from ``.env``, and escaped names."""

from pathlib import Path

import pytest

from bot.config import (
    FIELDS_BY_VARIABLE,
    InvalidSettings,
    Settings,
    load_settings,
    setting_warnings,
    settings_from_variables,
)
from bot.markdown import escape as escaped
from bot.names import NAME_LENGTH, name_lookup, player_names, sanitize_name
from bot.tables.table import Player
from engine import Seat, Unreadable


def test_without_variables_everything_has_its_default() -> None:
    assert settings_from_variables({}) == Settings() == settings_from_variables(dict.fromkeys(FIELDS_BY_VARIABLE, ""))


def test_defaults_are_those_of_the_guide_for_hosts() -> None:
    usual = Settings()
    assert (usual.shards_each, usual.pace, usual.thinkers, usual.port) == (None, 4.0, 1, 8080)


def test_every_setting_has_a_variable() -> None:
    assert set(FIELDS_BY_VARIABLE.values()) == set(Settings.__struct_fields__)


def test_values_are_read_as_what_they_are() -> None:
    given = {"ROUNDHOUSE_PACE": "0.5", "ROUNDHOUSE_GUILD": "42", "ROUNDHOUSE_PICTURES": "one", "DISCORD_TOKEN": " t "}
    assert settings_from_variables(given) == Settings(pace=0.5, guild=42, pictures="one", token="t")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROUNDHOUSE_PACE", "soon"),
        ("ROUNDHOUSE_PACE", "-1"),
        ("ROUNDHOUSE_PACE", "nan"),
        ("ROUNDHOUSE_PACE", "inf"),
        ("ROUNDHOUSE_PORT", "70000"),
        ("ROUNDHOUSE_METRICS_PORT", "-1"),
        ("ROUNDHOUSE_SHARDS", "0"),
        ("ROUNDHOUSE_SHARDS", "many"),
        ("ROUNDHOUSE_SHARDS", "16385"),
        ("ROUNDHOUSE_SHARDS", "1" + "0" * 20),
        ("ROUNDHOUSE_GUILD", "-1"),
        ("ROUNDHOUSE_GUILD", "1" + "0" * 20),
        ("ROUNDHOUSE_DATABASE", "mysql://there/tables"),
        ("ROUNDHOUSE_GUILD", "ours"),
        ("ROUNDHOUSE_LOG", "loud"),
        ("ROUNDHOUSE_OPERATOR", "A" * 201),
        ("ROUNDHOUSE_CONTACT", "a" * 201),
        ("ROUNDHOUSE_RETENTION_DAYS", "0"),
        ("ROUNDHOUSE_RETENTION_DAYS", "a week"),
        ("ROUNDHOUSE_SUMMARY_HOUR", "24"),
        ("ROUNDHOUSE_SUMMARY_HOUR", "-1"),
        ("ROUNDHOUSE_SUMMARY_HOUR", "8:00"),
        ("ROUNDHOUSE_LOG_FORMAT", "xml"),
    ],
)
def test_a_wrong_value_is_refused_with_its_variable(name: str, value: str) -> None:
    with pytest.raises(Unreadable, match=name):
        settings_from_variables({name: value})


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ROUNDHOUSE_PACE", "soon", "Expected a number for ROUNDHOUSE_PACE."),
        ("ROUNDHOUSE_SHARDS", "many", "Expected a whole number for ROUNDHOUSE_SHARDS."),
        ("ROUNDHOUSE_LOG", "loud", "ROUNDHOUSE_LOG must be debug, info, warning, or error."),
        ("ROUNDHOUSE_PICTURES", "some", "ROUNDHOUSE_PICTURES must be all, one, or none."),
    ],
)
def test_invalid_number_is_refused_with_a_sentence(name: str, value: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        settings_from_variables({name: value})
    assert str(refused.value) == f"Invalid setting: {said}"


@pytest.fixture
def without_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in FIELDS_BY_VARIABLE:
        monkeypatch.delenv(name, raising=False)


def write(folder: Path, *lines: str) -> Path:
    """Write a ``.env`` with these lines, and return the folder."""
    (folder / ".env").write_text("\n".join(lines), "utf-8")
    return folder


def problems_of(folder: Path) -> tuple[str, ...]:
    with pytest.raises(InvalidSettings) as refused:
        load_settings(folder)
    assert str(refused.value) == "\n".join(refused.value.problems)
    return refused.value.problems


@pytest.mark.usefixtures("without_variables")
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("'my tables.db'", "my tables.db"),
        ("''", "roundhouse.db"),
        ('"a#b.db" # why', "a#b.db"),
        ('"a"b"', 'a"b'),
        ("a#b.db", "a#b.db"),
        (" a.db\t# why", "a.db"),
        (" # why", "roundhouse.db"),
    ],
)
def test_quotes_and_comments_are_no_part_of_a_value(tmp_path: Path, written: str, value: str) -> None:
    assert load_settings(write(tmp_path, f"ROUNDHOUSE_DATABASE={written}")).database == value


@pytest.mark.usefixtures("without_variables")
@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("DISCORD_TOKEN: s3cret", "Write DISCORD_TOKEN=value,"),
        ("set DISCORD_TOKEN=s3cret", "Write DISCORD_TOKEN=value,"),
        ("setx DISCORD_TOKEN s3cret", "Write DISCORD_TOKEN=value,"),
        ('$env:DISCORD_TOKEN = "s3cret"', "Write DISCORD_TOKEN=value,"),
        ("set discord_token=s3cret", "Write DISCORD_TOKEN=value,"),
        ("export", "Write NAME=value,"),
        ("export DISCORD_TOKEN", "Write DISCORD_TOKEN=value,"),
        ("DISCORD_TOKEN", "Write DISCORD_TOKEN=value,"),
        ("s3cret", "Write NAME=value,"),
        ("=s3cret", "Write NAME=value,"),
        ("discord_token=s3cret", "Write DISCORD_TOKEN."),
        ("Roundhouse_Log=error", "Write ROUNDHOUSE_LOG."),
        ("DISCORD_TOKEN='s3cret", "a quotation mark isn’t closed. Close it, or write DISCORD_TOKEN without."),
        ('OTHER="s3cret', "a quotation mark isn’t closed. Close it, or write the value without."),
    ],
)
def test_unreadable_line_is_refused_by_number_and_not_repeated(tmp_path: Path, line: str, right: str) -> None:
    (problem,) = problems_of(write(tmp_path, "# a comment", "", line, "ROUNDHOUSE_PACE=2"))
    assert problem.startswith("Line 3 of .env")
    assert right in problem
    assert "s3cret" not in problem


@pytest.mark.usefixtures("without_variables")
def test_a_value_of_another_program_may_have_several_lines(tmp_path: Path) -> None:
    key = ["export KEY='-----BEGIN KEY-----", "MIIEvQ==", "-----END KEY-----'"]
    lines = ['FOO="{', ' "a": 1', '}"', *key, "ROUNDHOUSE_LOG=error"]
    assert load_settings(write(tmp_path, *lines)) == Settings(log="error")
    assert not setting_warnings(tmp_path)


@pytest.mark.usefixtures("without_variables")
def test_unclosed_quotation_mark_does_not_hide_a_setting(tmp_path: Path) -> None:
    (problem,) = problems_of(write(tmp_path, 'FOO="a', 'ROUNDHOUSE_LOG="error"'))
    assert problem.startswith("Line 1 of .env: a quotation mark isn’t closed.")


@pytest.mark.usefixtures("without_variables")
def test_all_wrong_lines_and_values_are_reported_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_METRICS_PORT", "70000")
    wrong = [
        "ROUNDHOUSE_PACE=soon",
        "ROUNDHOUSE_LOG: loud",
        "ROUNDHOUSE_SHARDS_EACH=2",
        "ROUNDHOUSE_DATABASE=mysql://h/d",
    ]
    assert problems_of(write(tmp_path, *wrong)) == (
        "Line 2 of .env can’t be read. Write ROUNDHOUSE_LOG=value, with an equals sign, and no word before the name.",
        "Invalid setting: Expected a number for ROUNDHOUSE_PACE.",
        "Invalid setting: ROUNDHOUSE_DATABASE. The database is at no address that the bot knows. Name a file, or an"
        " address that begins with postgresql:// in lowercase.",
        "Invalid setting: ROUNDHOUSE_METRICS_PORT must be from 0 to 65535.",
    )


@pytest.mark.usefixtures("without_variables")
def test_names_similar_to_a_setting_are_reported_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_PAGE", "2")
    lines = ["DISCORD_BOT_TOKEN=a", "ROUNDHUSE_LOG=error", "REPLICA=s3://a", "my.key=1", "DISCORD_WEBHOOK=b"]
    assert setting_warnings(write(tmp_path, *lines)) == [
        "There’s no setting DISCORD_BOT_TOKEN (line 1 of .env). Did you mean DISCORD_TOKEN?",
        "There’s no setting ROUNDHUSE_LOG (line 2 of .env). Did you mean ROUNDHOUSE_LOG?",
        "There’s no setting ROUNDHOUSE_PAGE. Did you mean ROUNDHOUSE_PACE?",
    ]


@pytest.mark.usefixtures("without_variables")
def test_duplicate_setting_is_reported(tmp_path: Path) -> None:
    folder = write(tmp_path, "ROUNDHOUSE_LOG=info", "OTHER=1", "OTHER=2", "ROUNDHOUSE_LOG=error")
    assert load_settings(folder).log == "error"
    assert setting_warnings(folder) == ["Lines 1, 4 of .env set ROUNDHOUSE_LOG. Only line 4 counts."]


@pytest.mark.usefixtures("without_variables")
def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["# a comment", "export ROUNDHOUSE_PACE='2'", 'ROUNDHOUSE_DATABASE="a b.db"', "ROUNDHOUSE_LOG=error # why"]
    (tmp_path / ".env").write_text("\n".join(lines))
    monkeypatch.setenv("ROUNDHOUSE_PACE", "3")
    assert load_settings(tmp_path) == Settings(pace=3.0, database="a b.db", log="error")


def test_a_file_that_is_not_utf8_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("ROUNDHOUSE_DATABASE=Zürich.db".encode("latin-1"))
    with pytest.raises(Unreadable, match=r"\.env: save the file as UTF-8"):
        load_settings(tmp_path)


@pytest.mark.usefixtures("without_variables")
def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ROUNDHOUSE_LOG=error", encoding="utf-8-sig")
    assert load_settings(tmp_path) == Settings(log="error")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  A\nd\u200ba\u202e ", "A da"),
        ("\u200b\u2060", ""),
        ("\u3164\u2800\uffa0\u115f\u1160", ""),
        ("\u034f\ufe0f\u17b4\u17b5\u0301", ""),
        ("\u0301Ada \u0301\ufe0f", "Ada"),
        ("⠓⠊\u2800⠞⠓⠑⠗⠑ ❤\ufe0f", "⠓⠊ ⠞⠓⠑⠗⠑ ❤\ufe0f"),
        ("a" + "\u0301\u200b" * 50, "á\u0301\u0301"),
        ("日本語 Ελλάδα عربي", "日本語 Ελλάδα عربي"),
        ("a" + "\u0301" * 50, "á\u0301\u0301"),
        ("x" * 100, "x" * (NAME_LENGTH - 1) + "…"),
    ],
)
def test_a_name_is_one_short_line_of_visible_characters(name: str, shown: str) -> None:
    assert sanitize_name(name) == shown


def test_escaped_text_has_no_unescaped_mark() -> None:
    assert escaped("**a** <@1> [x](y)") == "\\*\\*a\\*\\* \\<\\@1\\> \\[x\\]\\(y\\)"


def test_a_name_that_runs_from_right_to_left_is_isolated_in_a_text_and_bare_in_a_picture() -> None:
    players = (Player("Ada"), Player("עדה (1)"), Player("\u3164"))
    assert [name_lookup(players)(Seat(seat)) for seat in (1, 2, 3)] == ["Ada", "\u2068עדה \\(1\\)\u2069", "Player 3"]
    assert player_names(players) == ("Ada", "עדה (1)", "Player 3")


def test_a_removed_setting_is_reported_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ROUNDHOUSE_ARCHIVE_DAYS=30\n")
    [sentence] = setting_warnings(tmp_path)
    assert sentence.startswith("The setting ROUNDHOUSE_ARCHIVE_DAYS (line 1 of .env) has no effect anymore")


def test_several_bots_share_a_postgresql_and_no_file() -> None:
    shared = {"ROUNDHOUSE_SHARDS_EACH": "2", "ROUNDHOUSE_SHARDS": "4"}
    assert settings_from_variables({**shared, "ROUNDHOUSE_DATABASE": "postgresql://there/tables"}).shards_each == 2
    with pytest.raises(Unreadable, match="only if the database is PostgreSQL"):
        settings_from_variables({**shared, "ROUNDHOUSE_DATABASE": "tables.db"})
    with pytest.raises(Unreadable, match="from 1 to ROUNDHOUSE_SHARDS. Set both"):
        settings_from_variables({"ROUNDHOUSE_SHARDS_EACH": "2", "ROUNDHOUSE_DATABASE": "postgresql://there/tables"})


def test_removed_parts_setting_is_refused_with_advice() -> None:
    with pytest.raises(Unreadable, match="can now serve any table. Remove it .* and set ROUNDHOUSE_SHARDS_EACH"):
        settings_from_variables(
            {"ROUNDHOUSE_PARTS": "2", "ROUNDHOUSE_SHARDS": "4", "ROUNDHOUSE_DATABASE": "postgresql://there/tables"}
        )
    assert settings_from_variables({"ROUNDHOUSE_PARTS": "1"}) == settings_from_variables({}), "which was the default"
