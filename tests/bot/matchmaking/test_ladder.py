"""A season of a server's ladder: from results, from a store, and as a page in the simulated Discord."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.matchmaking import ladder
from bot.matchmaking.ladder import (
    busiest_players,
    most_reliable_players,
    rank_players,
    season_at,
    season_name,
    season_players,
    season_span,
)
from bot.matchmaking.ladder_page import Ladder, ladder_page
from bot.persons.stats import Rating
from bot.play.service import TableService
from engine import GAMES
from engine.store import Store, results
from engine.store.connection import Connection
from engine.store.models import Clock
from engine.store.results import SeatResult
from tests.bot.seated_players import ADA, BEN, begun
from tests.bot.simulated_channel import GAME, TITLE, text_of, world

NOW = 1_000_000_000.0
SESSION = (
    "INSERT INTO session (id, channel_id, guild_id, title, version, host, options, status, since, created_at)"
    " VALUES (?1, ?1, ?2, ?3, 1, 1, '{}', 'finished', 0, 0)"
)


def moment(year: int, month: int, day: int = 1) -> float:
    return datetime(year, month, day, tzinfo=UTC).timestamp()


def played(games: int, *, gone: bool = False, first: int = 1) -> list[SeatResult]:
    """Return results of games of users 1 and 2, all won by 1. With ``gone``, 2 left in the last game."""
    rows = []
    for number in range(first, first + games):
        left = gone and number == first + games - 1
        rows += [
            SeatResult(number, 1, TITLE, 1, 1, 9, True, NOW + number),
            SeatResult(number, 2, TITLE, 2, 2, 5, True, NOW + number, gone=left),
        ]
    return rows


def test_seasons_are_three_months_and_have_names() -> None:
    season = season_at(moment(2026, 12, 31))
    assert season_name(season) == "October–December 2026"
    assert season_span(season) == (moment(2026, 10), moment(2027, 1))
    assert season_at(moment(2027, 1)) == season + 1 and season_name(season + 1) == "January–March 2027"


def test_players_are_ranked_from_five_games_on() -> None:
    assert rank_players(played(4)) == ()
    best = rank_players(played(5))
    assert [rating.who for rating in best] == [1, 2] and best[0].points > best[1].points
    assert (best[0].games, best[0].won) == (5, 5)


def test_equal_ratings_are_ordered_by_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {who: Rating(who, 900, games, 0) for who, games in ((1, 5), (2, 7), (3, 7))}
    monkeypatch.setattr(ladder, "compute_ratings", lambda results: known)
    assert [rating.who for rating in rank_players(())] == [2, 3, 1]


def test_a_player_who_stays_and_keeps_time_is_most_reliable() -> None:
    found = season_players([*played(6, gone=True), *played(1, first=20)], {1: 3})
    assert [one.user for one in most_reliable_players(found, 3)] == [1, 2]
    assert [(one.user, one.finished) for one in busiest_players(found, 1)] == [(1, 7)]
    found = season_players(played(6), {1: 3})
    assert [one.user for one in most_reliable_players(found, 3)] == [2, 1]
    assert most_reliable_players(season_players(played(4), {}), 3) == ()


@pytest.mark.parametrize(("times", "said"), [(1, "once"), (2, "twice"), (3, "3 times")])
def test_the_ladder_says_how_often_a_players_time_ran_out(times: int, said: str) -> None:
    page = ladder_page(Ladder(TITLE, season_at(NOW), (), season_players(played(6), {1: times}), 0, 0))
    assert f"6 of 6 games finished, time ran out {said})" in page.text


async def test_a_season_is_read_from_the_results_of_one_server(store: Store, sessions: TableService) -> None:
    rows = []
    for number, guild in enumerate((7, 7, 8), 1):
        table = await begun(sessions, ADA, BEN, channel=number)
        async with sessions.lock_table(table.id) as held:
            await held.save(replace(held.table, clocks={1: Clock(timeouts=number)}))

        def moved(db: Connection, guild: int = guild, number: int = table.id) -> None:
            db.execute("UPDATE session SET guild_id = ? WHERE id = ?", (guild, number))

        await store.write(moved)
        rows.append(SeatResult(table.id, 1, TITLE, 5, 1, 9, True, NOW + number))
    await store.write(lambda db: results.add_results(db, rows))
    found = await store.read(lambda db: results.load_guild_results(db, 7, NOW, NOW + 2))
    assert found == (rows[0],), "up to the end, which belongs to the next season"
    assert await store.read(lambda db: results.load_first_end_time(db, 7)) == NOW + 1
    assert await store.read(lambda db: results.load_first_end_time(db, 9)) is None
    assert await store.read(lambda db: results.count_timeouts_by_user(db, 7, NOW, NOW + 9)) == {5: 3}


async def test_ladder_page_has_buttons_for_games_and_seasons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        season = str(season_at(running.bot.services.tables.now()))
        page = (await running.person("Ada").slash(running.channel, "stats", season=season)).response
        assert "No one has played 5 rated games" in text_of(page) and "Earlier season" not in running.labels(page)
        ada, ben = running.person("Ada").id, running.person("Ben").id
        now, guild = running.bot.services.tables.now(), running.guild.id

        def games(db: Connection) -> None:
            for number, at in enumerate([now + 1, now + 2, now + 3, now + 4, now + 5, now - 86_400], 1):
                db.execute(SESSION, (number, guild, TITLE))
                places = ((1, ada), (2, ben))
                results.add_results(
                    db, [SeatResult(number, seat, TITLE, user, seat, 9, True, at) for seat, user in places]
                )

        await running.bot.services.tables.store.write(games)
        page = (await running.person("Cleo").slash(running.channel, "stats", season=season, game=TITLE)).response
        said = text_of(page)
        assert said.startswith(f"**{GAME.name}** · ") and f"1\\. <@{ada}> · " in said and "5 games, 5 won" in said
        assert f"Most reliable: <@{ada}> (5 of 5 games finished)" in said
        older = (await running.person("Cleo").click(page, label="Earlier season")).response
        assert "No one has played 5 rated games" in text_of(older)
        other = [game.name for game in GAMES.values()][1]
        assert text_of((await running.person("Cleo").click(older, label=other)).response).startswith(f"**{other}**")


def test_unrated_games_and_computers_are_not_in_the_ladder() -> None:
    [winner, _] = played(1)
    assert season_players([replace(winner, rated=False), replace(winner, user=None)], {}) == ()
