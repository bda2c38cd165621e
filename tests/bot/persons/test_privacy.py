"""/privacy: the export of a user's data, and its complete deletion."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands.privacy import STORED_TEXT
from bot.persons.privacy import FORMER_PLAYER_NAME, export_data, forget_user
from bot.persons.ratings import RatingService
from bot.play.service import TableService
from bot.scheduler import pausing
from bot.tables.table import found_key, removal_key
from bot.users import UserPreferences
from engine.store import (
    Store,
    dailies,
    followers,
    matchmaking,
    notifications,
    orders,
    privacy,
    private_notes,
    proposals,
    puzzles,
    results,
)
from engine.store.address import is_server_address
from engine.store.followers import Prediction
from engine.store.table_settings import DAY, TableSettings
from tests.bot.empty_stores import of_a_file
from tests.bot.seated_players import ADA, BEN, CAT, TITLE, begun, move_on
from tests.bot.simulated_channel import world

NAME, USER = "Wilhelmina Quux", 123_456_789_012_345_678
WILMA = replace(ADA, name=NAME, user=USER)


async def everywhere(store: Store, sessions: TableService) -> tuple[int, ...]:
    """Create a finished game, a running one, a lobby, and a row of every kind for one person.

    Returns the ids of the tables.
    """
    done = await begun(sessions, WILMA, BEN, channel=1)
    await move_on(sessions, done, 3)
    async with sessions.lock_table(done.id) as held:
        await held.save(replace(held.table, status="finished"))
    runs = await begun(sessions, BEN, WILMA, CAT, channel=2)
    lobby = await sessions.open_lobby(3, None, done.title, WILMA)
    watched = await begun(sessions, BEN, CAT, channel=4)
    await sessions.save_bookkeeping(watched.id, {"call2": USER, removal_key(1): USER, found_key(24): USER})
    await sessions.user_settings.save(USER, UserPreferences(palette="dark"))

    def rows(db: Any) -> None:
        followers.add_follower(db, watched.id, USER, 0)
        followers.save_prediction(db, watched.id, Prediction(USER, NAME, 1, 0))
        private_notes.save_private_note(db, runs.id, USER, "keep the coal for Omaha")
        matchmaking.save_seeker(db, matchmaking.Seeker(9, USER, TITLE, "daily", 0.0, 1.0))
        host = matchmaking.Opening(0, 9, TITLE, "daily", 0.0, 3, 0, USER, NAME)
        matchmaking.call_seekers(db, host, ())
        matchmaking.call_seekers(db, replace(host, name=None), [USER])
        dailies.add_deal_once(db, dailies.DailyDeal(1, TITLE, 1, {}, "secret", 90))
        dailies.begin_attempt(db, dailies.DailyAttempt(1, USER, True, None, ("p1 pass",), 0.0))
        puzzles.add_answer(db, puzzles.PuzzleAnswer(USER, 7, True, 0.0))
        orders.add_draft(db, orders.StoredOrder(5, runs.id, 2, USER, '["pass"]', 0, 0.0))
        notifications.claim_notifications(db, [notifications.Notification(runs.id, 2, 1, "asked", "direct", USER)])
        db.execute("INSERT INTO departure VALUES (?, 1, ?, 0, 0, 0, 0)", (watched.id, USER))
        db.execute("INSERT INTO holder VALUES (?, 1, 0, ?, ?)", (watched.id, NAME, USER))
        words = f"to give the seat of player 1 to <@{USER}>"
        for table, user, detail in ((runs, BEN.user, f"1 {USER} 0"), (watched, USER, "")):
            asked = proposals.Proposal(
                session=table.id, kind="pause", words=words, detail=detail, user=user or 0, head=0, at=0.0
            )
            proposals.save_vote(db, proposals.add_proposal(db, asked), USER, yes=True)

    await store.write(rows)
    await sessions.user_settings.load()
    await RatingService(sessions).save_results(await sessions.get(done.id))
    return done.id, runs.id, lobby.id, watched.id


_MARKS = {
    "name": NAME.encode(),
    "name in part": b"Quux",
    "id": str(USER).encode(),
    "id as a number": USER.to_bytes(8, "big"),
}
"""Texts and numbers by which the person can be found."""


def found_in(folder: Path) -> list[str]:
    """Return where in the database's files the person can still be found."""
    files = [(file.name, file.read_bytes()) for file in folder.glob("tables.db*")]
    return [f"{mark} in {name}" for name, data in files for mark in _MARKS if _MARKS[mark] in data]


def found_on(address: str) -> list[str]:
    """Return where in the rows of a server the person can still be found."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(address) as pg:
        tables = pg.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        rows = [(name, row) for (name,) in tables for row in pg.execute(f"SELECT * FROM {name}").fetchall()]
    return [f"{mark} in {name}" for name, row in rows for mark in _MARKS if _MARKS[mark] in repr(row).encode()]


def found_at(database: str) -> list[str]:
    """Return where the person can still be found, in a file or on a server."""
    return found_on(database) if is_server_address(database) else found_in(Path(database).parent)


async def test_deleted_user_leaves_no_data_and_games_stay_complete(
    database: str, store: Store, sessions: TableService
) -> None:
    done, runs, lobby, _ = await everywhere(store, sessions)
    logs = [await sessions.history(table) for table in (done, runs)]
    assert found_at(database)
    for _ in range(2):  # the second time there is nothing to do
        await forget_user(sessions, RatingService(sessions), USER)
        assert found_at(database) == []
    assert [await sessions.history(table) for table in (done, runs)] == logs
    assert [player.name for player in (await sessions.get(done)).players] == [FORMER_PLAYER_NAME, "Ben"]
    kept = (await sessions.get(runs)).players[1]
    assert (kept.name, kept.user, kept.away, bool(kept.policy)) == (
        f"{FORMER_PLAYER_NAME} (computer)",
        None,
        None,
        True,
    )
    assert (await sessions.get(lobby)).status == "ended"
    assert sessions.user_settings.preferences_of(USER) == UserPreferences()
    kept_results = await store.read(lambda db: results.load_title_results(db, TITLE))
    assert [(row.user, row.rated) for row in kept_results] == [(None, True), (BEN.user, True)]


async def test_deleted_data_is_removed_from_caches(store: Store, sessions: TableService) -> None:
    done, runs, lobby, watched = await everywhere(store, sessions)
    tables = [await sessions.get(table) for table in (done, runs, lobby, watched)]
    assert any(NAME in str(table.players) for table in tables)
    await forget_user(sessions, RatingService(sessions), USER)
    for table in (done, runs, lobby, watched):
        now = await sessions.get(table)
        assert NAME not in str((now.players, now.holders)) and str(USER) not in str((now.players, now.host, now.notes))


async def test_lobby_of_deleted_watching_host_passes_on_or_closes(store: Store, sessions: TableService) -> None:
    full = await sessions.join_lobby((await sessions.open_lobby(1, None, TITLE, WILMA, seated=False)).id, BEN)
    empty = await sessions.open_lobby(2, None, TITLE, WILMA, seated=False)
    await forget_user(sessions, RatingService(sessions), USER)
    assert ((await sessions.get(full.id)).host, (await sessions.get(empty.id)).status) == (BEN.user, "ended")


async def test_privacy_file_has_only_own_moves_and_settings(store: Store, sessions: TableService) -> None:
    done, *_ = await everywhere(store, sessions)
    found = json.loads(await export_data(sessions, USER))
    mine = {move["number"] for seat in found["seats"] if seat["table"] == done for move in seat["moves"]}
    own = {move.seq for move in await sessions.history(done) if move.seat == 1}
    assert mine == own and own
    assert all(found[part] for part in found)
    assert "secret" not in json.dumps(found["dailies"])
    assert str(BEN.user) not in json.dumps(found["seats"]) and "Ben" not in json.dumps(found["seats"])


async def test_privacy_page_names_all_contents_of_the_file(store: Store, sessions: TableService) -> None:
    words = {
        "user": "Discord ID",
        "settings": "`/settings`",
        "seats": "your seats",
        "tables hosted": "tables you joined or opened",
        "standing orders": "standing orders",
        "proposals": "proposals",
        "votes": "votes",
        "follows": "followed tables",
        "predictions": "predictions",
        "results": "how your games ended",
        "seats left": "the seats you left",
        "lobbies removed from": "the lobbies you were removed from",
        "notes to oneself": "notes to yourself",
        "dailies": "the daily deal",
        "puzzles": "first answer to each puzzle",
        "better moves found": "found a better move",
        "games looked for": "`/lfg`",
        "names on seats left": "with the name you had there",
        "notices": "notified you",
    }
    assert set(json.loads(await export_data(sessions, USER))) == set(words)
    assert all(word in STORED_TEXT for word in words.values())


async def test_privacy_page_exports_and_deletes_after_confirmation(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        page = (await ada.slash(running.channel, "privacy")).response
        given = await ada.click(page, label="Export my data")
        assert given.ephemeral
        sure = (await ada.click(page, label="Delete my data…")).response
        assert (await running.table()).players[0].user == ada.id
        done = await ada.click(sure, label="Delete everything")
        assert "Done." in done.response.content
        assert (await running.table()).players[0].name == f"{FORMER_PLAYER_NAME} (computer)"
        told = [post.content for post in running.posts() if "A player has left the game" in post.content]
        assert len(told) == 1 and "A computer now plays seat 1." in told[0] and "is the host now" in told[0]


@pytest.mark.parametrize(
    ("settings", "last_line"),
    [
        ({"operator": "*Ada*", "contact": "ada@example.org"}, "This bot is run by *Ada*. Contact: ada@example.org"),
        ({"contact": "https://example.org/ada"}, "Contact: https://example.org/ada"),
    ],
)
async def test_privacy_page_names_operator_and_contact(
    tmp_path: Path, settings: dict[str, str], last_line: str
) -> None:
    async with world(tmp_path, **settings) as running:
        page = (await running.person("Ada").slash(running.channel, "privacy")).response
        assert page.content.replace("\\", "").splitlines()[-1] == last_line
        assert "\\*Ada\\*" in page.content or "operator" not in settings


async def test_privacy_page_names_no_operator_without_settings(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        page = (await running.person("Ada").slash(running.channel, "privacy")).response
        assert page.content == STORED_TEXT


async def test_votes_of_others_continue_and_own_proposal_ends(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", "Dov")
        ada, ben = running.person("Ada"), running.person("Ben")
        ada_first = (await running.asked())[0]
        await ada_first.slash(running.channel, "move", line=(await running.first_offer())[1])
        await ada.slash(running.channel, "game clock", action="pause")
        await ben.slash(running.channel, "game clock", clock="daily")
        await running.told()
        mine, others = sorted((p for p in running.posts() if "Agree" in running.labels(p)), key=lambda post: post.id)
        assert "**Ada** proposes to pause" in mine.content
        page = (await ada.slash(running.channel, "privacy")).response
        page = (await ada.click(page, label="Delete my data…")).response
        await ada.click(page, label="Delete everything")
        await running.told()
        after = {post.id: post for post in running.posts()}
        assert running.labels(after[mine.id]) == [] and "Ada" not in after[mine.id].content
        assert "✗ It was withdrawn." in after[mine.id].content
        assert running.labels(after[others.id]) and str(ada.id) not in after[others.id].content


async def test_notifications_of_deleted_user_are_removed(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", "Cleo")
        await pausing.change_table_settings(running.bot.services.tables, table.id, TableSettings(clock="daily"))
        running.bot.services.scheduler.reschedule(table.id)
        late, _ = await running.asked()
        await running.bot.services.user_settings.save(late.id, UserPreferences(notices="both"))
        await running.env.advance_time(2 * DAY + 60)
        assert any(f"<@{late.id}>, your time is up" in post.content for post in running.posts())
        direct = [m for m in late.user.dm_channel.history() if "Your move" in running.labels(m)]
        assert direct
        page = (await late.slash(running.channel, "privacy")).response
        page = (await late.click(page, label="Delete my data…")).response
        await late.click(page, label="Delete everything")
        await running.told()
        public = [post.content for post in running.posts()]
        assert not any(words in text for text in public for words in ("your time is up", "Still waiting for"))
        after = list(late.user.dm_channel.history())
        assert not any("Your move" in running.labels(message) for message in after)
        assert await running.bot.services.scheduler.notifications.open_notifications(table.id) == ()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_user_of_hundreds_of_tables_is_deleted_completely(
    tmp_path: Path, store: Store, sessions: TableService
) -> None:
    for channel in range(200):
        other = replace(BEN, user=10_000 + channel)
        await sessions.join_lobby((await sessions.open_lobby(channel, None, TITLE, WILMA)).id, other)
    assert found_in(tmp_path)
    await forget_user(sessions, RatingService(sessions), USER)
    assert found_in(tmp_path) == []


@of_a_file
async def test_deleted_data_kept_in_the_wal_by_a_reader_is_removed_soon(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        at = running.bot.services
        await at.user_settings.save(USER, UserPreferences(zone="Atlantis/Poseidonis"))
        database = Path(running.settings.database)
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM person").fetchall()
            await forget_user(at.tables, at.ratings, USER)
        log = database.with_name(f"{database.name}-wal")
        assert b"Poseidonis" in log.read_bytes()
        await at.scheduler._save_alive()
        assert b"Poseidonis" not in log.read_bytes() + database.read_bytes()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_deletion_does_not_rewrite_the_whole_file(store: Store, sessions: TableService) -> None:
    await everywhere(store, sessions)
    asked: list[str] = []
    await store.read(lambda db: db.set_trace_callback(asked.append))
    await forget_user(sessions, RatingService(sessions), USER)
    assert asked and not any("VACUUM" in line for line in asked)


async def test_user_is_deleted_from_unreadable_tables(tmp_path: Path, store: Store, sessions: TableService) -> None:
    _, runs, *_ = await everywhere(store, sessions)
    await store.write(lambda db: db.execute("UPDATE session SET options = '{' WHERE id = ?", (runs,)))
    sessions._cache.invalidate(runs)
    await forget_user(sessions, RatingService(sessions), USER)
    assert found_in(tmp_path) == []


async def test_damaged_page_does_not_block_deletion_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torn = sqlite3.DatabaseError("database disk image is malformed")
    torn.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    known = privacy.forget_user_at

    def forget_at(db: sqlite3.Connection, table_id: int, user: int) -> None:
        if table_id == 1:
            raise torn
        known(db, table_id, user)

    monkeypatch.setattr(privacy, "forget_user_at", forget_at)
    async with world(tmp_path) as running:
        for channel in (running.channel, running.guild.create_text_channel("elsewhere")):
            await running.lobby("Ada", "Ben", channel=channel)
        ada, at = running.person("Ada"), running.bot.services
        await at.user_settings.save(ada.id, UserPreferences(large=True))
        page = (await ada.slash(running.channel, "privacy")).response
        page = (await ada.click(page, label="Delete my data…")).response
        answer = await ada.click(page, label="Delete everything")
        assert "these tables, where my database is damaged: 1." in answer.response.content
        assert ada.id not in [player.user for player in (await at.tables.get(2)).players]
        assert at.user_settings.preferences_of(ada.id) == UserPreferences()
