"""Following a table by direct messages, and predicting who wins."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace
from simcord.http.router import dispatch

from bot.announcements.followers import _FollowerMessage
from bot.persons.predictions import predictions_text, score_predictions
from bot.tables.table import Player, Table
from engine import RankingEntry, Seat
from engine.core.transcript import parse_transcript
from engine.store import followers as sql
from engine.store.followers import Prediction
from tests.bot.history.test_history import GOLDEN, played
from tests.bot.play.test_undo_in_channel import agreed, until_back
from tests.bot.seated_players import ADA, BEN, TITLE
from tests.bot.simulated_channel import World, alts, is_report, on_terms, report_of, text_of, world
from tests.bot.ui.test_limits import hold


def inbox(running: World, name: str) -> list[discord.Message]:
    """Return the bot's messages to a person, oldest first."""
    channel = running.person(name).user.dm_channel
    return list(channel.history()) if channel is not None else []


async def played_on(running: World, phases: int) -> None:
    """Play until ``phases`` more phases have been posted."""
    until = len(reports(running)) + phases
    while len(reports(running)) < until:
        await running.move_on(1)
    await calm(running)


async def calm(running: World) -> None:
    """Wait until nothing is pending for the channel and the followers."""
    for _ in range(200):
        await running.env.settle()
        if not running.bot.services.outbox.tasks.keys and not running.bot.services.followers.tasks.keys:
            return
        await running.env.advance_time(0.5)
    raise AssertionError("somebody is still being told something")


def reports(running: World) -> list[discord.Message]:
    return running.reports()


async def test_follower_gets_every_report_once_across_restart(
    tmp_path: Path,
) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        cleo = running.person("Cleo")
        await cleo.click(running.latest("Follow"), label="Follow")
        await played_on(running, 2)
        seen, sent = reports(running)[-2:], inbox(running, "Cleo")[1:]
        assert [report_of(m)[0] for m in sent] == [report_of(m)[0] for m in seen]
        assert [alts(m) for m in sent] == [alts(m) for m in seen]
        assert running.posts()[-1].jump_url.split("/")[-2] in text_of(sent[-1])  # the channel's address
        await running.restart()
        running.deal(7)
        await played_on(running, 1)
        assert len(inbox(running, "Cleo")) == 4 and running.person("Ada").mention not in text_of(sent[-1])


async def test_crash_neither_repeats_nor_loses_follower_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        cleo = running.person("Cleo")
        await cleo.slash(running.channel, "game follow")
        await played_on(running, 1)
        sent = inbox(running, "Cleo")
        for lost in (False, True):
            await running.bot.services.tables.store.write(lambda db: sql.save_last_sent(db, table.id, cleo.id, 0))
            if lost:
                await sent[-1].delete()
            await running.restart()
            await calm(running)
            now = inbox(running, "Cleo")
            assert [text_of(m) for m in now] == [text_of(m) for m in sent]
            assert (now[-1].id != sent[-1].id) == lost


async def test_follower_is_notified_of_undo_and_replacement(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.person("Dov").slash(running.channel, "game follow")
        table, found, person = await until_back(running, over_a_phase=True)
        await calm(running)
        before = len(inbox(running, "Dov"))
        offer = await person.slash(running.channel, "undo")
        await person.click(offer.response, label="Ask the table")
        await agreed(running, table, running.latest("Agree"), found.must_agree)
        await calm(running)
        (told,) = inbox(running, "Dov")[before:]
        assert "↩ The table undid **" in told.content and told.content.endswith(
            "**. What I sent you about that no longer counts."
        )
        await running.restart()
        await played_on(running, 2)
        anew, other = inbox(running, "Dov")[before + 1 :]
        assert is_report(anew) and "This replaces what the table undid." in text_of(anew)
        assert is_report(other) and "takes the place" not in text_of(other)


async def test_unfollowed_user_gets_no_more_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        cleo = running.person("Cleo")
        await cleo.slash(running.channel, "game follow")
        await cleo.user.click(inbox(running, "Cleo")[0], label="Unfollow")
        await played_on(running, 1)
        assert not any(is_report(m) for m in inbox(running, "Cleo"))


async def test_number_of_followers_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.announcements.followers._MAX_FOLLOWERS", 1)
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for name, said in (("Cleo", "You’re following"), ("Dov", "already has 1 follower")):
            answer = await running.person(name).slash(running.channel, "game follow")
            assert said in answer.response.content or said in text_of(inbox(running, name)[-1])


async def test_user_with_closed_direct_messages_cannot_follow(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        running.person("Cleo")
        running.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
        said = await running.person("Cleo").slash(running.channel, "game follow")
        assert "Allow direct messages" in said.response.content
        assert await running.bot.services.tables.store.read(sql.list_followed_tables) == ()


def table(seq: int = 100, *players: Player) -> Table:
    given: dict[str, Any] = {"channel": 1, "guild": 1, "title": TITLE, "host": 1, "options": {}, "status": "finished"}
    return Table(id=1, players=players or (ADA, BEN), seq=seq, **given)


RANKING = (RankingEntry(Seat(2), 1, 30), RankingEntry(Seat(1), 2, 20))


def test_earlier_prediction_scores_more() -> None:
    said = [Prediction(7, "Cleo", 2, 75), Prediction(8, "Dov", 2, 10), Prediction(9, "Eve", 1, 0)]
    found = score_predictions(said, table(), RANKING)
    assert [(one.prediction.name, one.points) for one in found] == [("Dov", 90), ("Cleo", 25), ("Eve", 0)]
    assert "1\\. Dov · 90 points · Ben, after 10 moves" in predictions_text(table(), found)


def test_prediction_of_a_game_without_moves_scores_nothing() -> None:
    assert [one.points for one in score_predictions([Prediction(7, "Cleo", 2, 0)], table(0), RANKING)] == [0]


def test_prediction_of_a_later_player_does_not_count() -> None:
    said = [Prediction(BEN.user or 0, "Ben", 2, 5), Prediction(7, "Cleo", 2, 5)]
    former = replace(ADA, user=None, policy="greedy", away=7)
    assert score_predictions(said, table(100, former, BEN), RANKING) == ()


async def test_prediction_is_for_spectators_and_private(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby("Ada", "Ben")
        await running.bot.services.tables.set_term(lobby.id, "predictions", "yes")
        await running.person("Ada").slash(running.channel, "game start")
        card = running.latest("Predict")
        refused = await running.person("Ada").click(card, label="Predict")
        assert "you have a seat" in refused.response.content
        page = await running.person("Cleo").click(card, label="Predict")
        before = [text_of(post) for post in running.posts()]
        said = await running.person("Cleo").select(page.response, ["2"])
        assert page.ephemeral and "Saved" in said.response.content
        assert [text_of(post) for post in running.posts()] == before


async def test_end_is_sent_to_followers_with_predictions_and_stored_once(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        table = await played(running, lines=44)
        store, ends = running.bot.services.tables.store, whole_game()[44:]
        cleo = running.person("Cleo", global_name="*Cleo*")
        first = Prediction(cleo.id, "*Cleo*", 1, 44)
        await store.write(lambda db: sql.save_prediction(db, table.id, first))
        await store.write(lambda db: sql.save_prediction(db, table.id, replace(first, user=5, name="Dov", seat=2)))
        await on_terms(running, table, predictions="yes")
        await cleo.slash(running.channel, "game follow")
        for line in ends:
            await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
        running.bot.services.outbox.wake(table.id)
        await at_rest(running)
        last = inbox(running, "Cleo")[-1]
        assert "is over" in text_of(last) and "Seed" in text_of(last) and not running.labels(last)
        knew = [post for post in running.posts() if "Who saw it coming" in post.content]
        assert len(knew) == 1 and "\\*Cleo\\*" in knew[0].content
        assert knew[0].id > next(post.id for post in running.posts() if "is over" in text_of(post))
        hold(running)
        posted, sent = len(running.posts()), len(inbox(running, "Cleo"))
        await running.restart()
        await at_rest(running)
        assert (len(running.posts()), len(inbox(running, "Cleo"))) == (posted, sent)
        said = await running.person("Ada").slash(running.channel, "stats", player=running.person("Ben").user)
        assert "1 game finished" in said.response.content and "after 1 rated game" in said.response.content
        best = await cleo.slash(running.channel, "stats", game=table.title)
        assert best.response.content.count("1 rated game") == 2


async def test_predictions_are_posted_once_despite_a_failed_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        table = await played(running, lines=44)
        said = Prediction(running.person("Cleo").id, "Cleo", 1, 44)
        await running.bot.services.tables.store.write(lambda db: sql.save_prediction(db, table.id, said))
        await on_terms(running, table, predictions="yes")
        with monkeypatch.context() as broken:
            broken.setattr("bot.persons.ratings.RatingService.save_results", lambda *_: 1 // 0)
            for line in whole_game()[44:]:
                await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
            running.bot.services.outbox.wake(table.id)
            await running.told()
            await running.env.advance_time(3_600)  # longer than Discord knows a repeated message
        await running.restart()
        await at_rest(running)
        assert len([post for post in running.posts() if "Who saw it coming" in post.content]) == 1


async def at_rest(running: World) -> None:
    """Wait until everything about a finished game is posted, sent, and stored."""
    for _ in range(200):
        await running.env.settle()
        here = running.bot.services
        if (
            await here.ratings.list_tables_without_results() == ()
            and await here.tables.store.read(sql.list_followed_tables) == ()
        ):
            return
        await running.env.advance_time(1)
    raise AssertionError("there is always something left to do")


def whole_game() -> list[str]:
    """Return every move of the game that ``played`` plays."""
    return [line for _, line in parse_transcript(GOLDEN.read_text()).lines]


async def test_result_of_game_ended_during_downtime_is_stored_at_start(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        store = running.bot.services.tables.store
        await store.write(lambda db: db.execute("DELETE FROM result"))
        await running.restart()
        await at_rest(running)
        assert len(await running.bot.services.ratings.load_ratings(table.title)) == 2


async def test_game_ended_early_notifies_and_removes_followers(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await running.person("Cleo").slash(running.channel, "game follow")
        await running.bot.services.tables.end_game(table.id, table.host)
        running.bot.services.outbox.wake(table.id)
        await at_rest(running)
        assert "ended early" in inbox(running, "Cleo")[-1].content


async def test_follower_cache_of_unfollowed_table_is_emptied(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        followers, drawing = running.bot.services.followers, cast(Any, SimpleNamespace())
        followers.keep_drawing(table.id, 1, drawing)
        assert followers._drawings == {}
        await running.person("Cleo").slash(running.channel, "game follow")
        followers.keep_drawing(table.id, 1, drawing)
        assert followers._drawings == {table.id: {1: drawing}}
        followers._confirmed.add((99, 1))
        await running.bot.services.tables.end_game(table.id, table.host)
        running.bot.services.outbox.wake(table.id)
        await at_rest(running)
        assert (followers._drawings, followers._confirmed, followers._followed) == ({}, {(99, 1)}, set())


async def test_follower_gets_later_reports_and_always_the_end(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        news = [_FollowerMessage(3, "three"), _FollowerMessage(5, "five"), _FollowerMessage(5, "over", is_last=True)]
        found = [running.bot.services.followers._messages_since(table, (), news, told) for told in (2, 3, 5)]
        assert [[one.text for one in mine] for mine in found] == [["three", "five", "over"], ["five", "over"], ["over"]]


async def test_follower_who_left_the_server_gets_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.person("Cleo").slash(running.channel, "game follow")
        running.guild.remove_member(running.person("Cleo"))
        await played_on(running, 1)
        assert await running.bot.services.tables.store.read(sql.list_followed_tables) == ()


async def test_follower_without_channel_access_gets_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.person("Cleo").slash(running.channel, "game follow")
        await running.person("Dov").slash(running.channel, "game follow")
        path = f"/channels/{running.channel.id}/permissions/{running.person('Dov').id}"
        hidden = str(discord.Permissions(view_channel=True).value)
        dispatch(running.env.backend, "PUT", path, json={"type": 1, "allow": "0", "deny": hidden})
        await played_on(running, 1)
        assert [sum(is_report(m) for m in inbox(running, name)) for name in ("Cleo", "Dov")] == [1, 0]
