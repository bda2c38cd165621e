"""The conformance run: its verdicts about the simulated Discord, its clean-up, and its errors."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import simcord

from bot.operations.assumptions import ASSUMPTIONS
from bot.operations.conformance import examine_in, main, report, unknown_verdicts
from bot.operations.examination import Observer
from bot.operations.verdicts import Verdict, verdict_lines, verdicts_json
from tests.bot.operations.conformance_person import JSON, Club

ROOT = Path(__file__).parents[3]
EPHEMERAL = 64


@asynccontextmanager
async def simulated() -> AsyncIterator[Club]:
    client = Observer()
    async with simcord.run(client) as env:
        yield Club(env, client)


async def test_the_verdicts_about_the_simulated_discord_are_those_on_record() -> None:
    """After an intended change: ``python -m tests.bot.operations.conformance_person``."""
    async with simulated() as club:
        found = await club.examine()
        assert json.loads(verdicts_json(ASSUMPTIONS, found)) == json.loads(JSON.read_text(encoding="utf-8"))
        public = [post.content for post in club.posts() if not post.flags & EPHEMERAL]
        assert public == ["An old post"]
        assert [thread.name for thread in club.place.threads] == []
        assert "Roundhouse conformance" not in [role.name for role in club.place.guild.roles]
        assert club.env.errors == []


async def test_verdicts_that_need_a_person_are_unknown_without_one() -> None:
    async with simulated() as club:
        found = await club.begin(patience=0.01)
        assert found["answer_private"] == Verdict("unknown", "Nobody answered within 0.01 seconds.")
        assert found["form_radio"] == Verdict("unknown", "Nobody answered the first question.")
        assert found["content_2000"].outcome == "true"
        assert found.keys() == {one.name for one in ASSUMPTIONS}


async def test_a_run_that_is_stopped_removes_what_it_has_made() -> None:
    async with simulated() as club:
        examining = club.begin()
        await club.first_post()
        examining.cancel()
        found = await examining
        assert {verdict.outcome for verdict in found.values()} == {"unknown"}
        assert found["answer_private"].said == "The run ended before it could test this."
        assert club.posts() == []


async def test_all_verdicts_are_unknown_if_the_bot_may_not_post() -> None:
    async with simulated() as club:
        await club.place.set_permissions(club.place.guild.me, send_messages=False)
        found = await club.begin()
        said = "The bot may not post in the channel. Allow it View Channel and Send Messages there."
        assert found["content_2000"] == Verdict("unknown", said)


async def test_missing_channel_makes_all_verdicts_unknown() -> None:
    async with simulated() as club:
        found = await examine_in(club.client, 123456789012345678, is_long=False)
        said = "There is no channel 123456789012345678 that the bot knows."
        assert found["content_2000"] == Verdict("unknown", said)


async def test_voice_channel_makes_all_verdicts_unknown() -> None:
    async with simulated() as club:
        voice = await club.place.guild.create_voice_channel("talk")
        found = await examine_in(club.client, voice.id, is_long=False)
        assert "is no text channel of a server" in found["content_2000"].said


@pytest.mark.parametrize("assumption", ASSUMPTIONS, ids=lambda one: one.name)
def test_files_named_by_an_assumption_exist(assumption) -> None:
    assert assumption.used
    for path in assumption.used:
        assert (ROOT / path).is_file(), f"{assumption.name} is used in {path}, which there is not"


def test_assumption_names_are_unique() -> None:
    assert len({one.name for one in ASSUMPTIONS}) == len(ASSUMPTIONS)


def test_false_verdict_gives_exit_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {one.name: Verdict("true") for one in ASSUMPTIONS}
    assert report(found, tmp_path / "all.json") == 0
    assert json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))["assumptions"][0]["outcome"] == "true"
    found["nonce_repeat"] = Verdict("false", "Two posts.")
    assert report(found, None) == 1
    assert "Two posts." in capsys.readouterr().out
    assert report(found, tmp_path / "none" / "all.json") == 1
    assert "could not be written" in capsys.readouterr().err


def test_run_without_verdicts_gives_exit_status_1() -> None:
    found = unknown_verdicts("No connection.")
    assert list(verdict_lines(ASSUMPTIONS, found))[-1] == f"0 true, 0 false, {len(ASSUMPTIONS)} unknown"
    assert report(found, None) == 1


def test_missing_token_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["--channel", "123456789012345678"]) == 1
    assert "DISCORD_TOKEN" in capsys.readouterr().err


def test_invalid_channel_id_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--channel", "games"])
    assert "Copy Channel ID" in capsys.readouterr().err
