"""Results of finished games, ratings, and the habits of players."""

from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from bot.persons.ratings import RatingService
from bot.persons.stats import (
    NEWCOMER_POINTS,
    Rating,
    best_ratings,
    compute_ratings,
    habit_lines,
    seat_results,
    span_text,
)
from bot.play.seat_holders import DECIDED_NUMBER
from bot.play.seats import take_seat
from bot.play.service import TableService
from bot.scheduler.timeouts import apply_timeout
from bot.tables.table import Player, Table
from bot.ui.stats import game_ratings_text, own_record_text, player_stats_text
from engine.games import GAMES
from engine.store import Clock, FormerHolder, LogRow, MoveWrite, Store
from engine.store.results import PlayRecord, SeatResult
from engine.store.seat_history import Departure
from engine.store.table_settings import TableSettings
from tests.bot.seated_players import ADA, BEN, CAT, TITLE, begun

NUMBERS = count(1)
UNKNOWN = PlayRecord(0, 0, 0, 0, ())


def game(*places: tuple[int, int], rated: bool = True) -> list[SeatResult]:
    """Return the results of a game: pairs of user and place."""
    number = next(NUMBERS)
    return [
        SeatResult(number, seat, TITLE, user or None, place, 10 - place, rated, float(number))
        for seat, (user, place) in enumerate(places, 1)
    ]


def test_winner_gains_and_loser_loses_about_a_hundred_at_first() -> None:
    found = compute_ratings(game((1, 1), (2, 2)))
    assert found[1].points > NEWCOMER_POINTS > found[2].points
    assert 50 < found[1].points - NEWCOMER_POINTS < 150
    assert (found[1].games, found[1].won, found[2].won) == (1, 1, 0)


def test_tie_keeps_equal_ratings_equal() -> None:
    found = compute_ratings(game((1, 1), (2, 1), (3, 3)))
    assert found[1].points == found[2].points > found[3].points
    assert (found[1].won, found[2].won, found[3].won) == (1, 1, 0)


def test_upset_changes_ratings_more_than_expected_result() -> None:
    strong = [row for _ in range(8) for row in game((1, 1), (2, 2))]
    before = compute_ratings(strong)
    expected, upset = (
        compute_ratings([*strong, *game((1, 1), (3, 2))]),
        compute_ratings([*strong, *game((3, 1), (1, 2))]),
    )
    assert upset[3].points - NEWCOMER_POINTS > expected[1].points - before[1].points


def test_unrated_result_changes_nothing() -> None:
    counted = game((1, 1), (2, 2))
    assert compute_ratings([*counted, *game((2, 1), (1, 2), rated=False)]) == compute_ratings(counted)


def test_deleted_user_still_counts_as_opponent() -> None:
    found = compute_ratings(game((1, 1), (0, 2)))
    assert set(found) == {1} and found[1].points > NEWCOMER_POINTS


def with_level(policy: str, *places: tuple[int, int]) -> list[SeatResult]:
    """Return the results of a game: pairs of user and place. User 0 is a computer of the level."""
    return [row if row.user else replace(row, policy=policy) for row in game(*places)]


def test_each_computer_level_has_its_own_rating() -> None:
    rows = [*with_level("dispatcher", (1, 2), (0, 1), (2, 3)), *with_level("apprentice", (1, 1), (0, 3), (2, 2))]
    found = compute_ratings(rows)
    assert found["dispatcher"].points > NEWCOMER_POINTS > found["apprentice"].points
    assert (found["dispatcher"].games, found["dispatcher"].won) == (1, 1)


def test_beating_a_strong_level_gains_more_than_a_weak_one() -> None:
    past = [row for _ in range(6) for row in with_level("dispatcher", (7, 2), (0, 1), (8, 3))]
    past += [row for _ in range(6) for row in with_level("apprentice", (7, 1), (0, 3), (8, 2))]
    strong = compute_ratings([*past, *with_level("dispatcher", (1, 1), (0, 2))])[1]
    weak = compute_ratings([*past, *with_level("apprentice", (1, 1), (0, 2))])[1]
    assert strong.points > weak.points


def test_level_in_two_seats_is_rated_by_both() -> None:
    both = compute_ratings(with_level("greedy", (0, 1), (1, 2), (0, 3)))["greedy"]
    mirrored = compute_ratings(with_level("greedy", (0, 3), (1, 2), (0, 1)))["greedy"]
    assert both == mirrored and (both.games, both.won) == (1, 1)


def test_stats_show_computer_levels_by_name() -> None:
    found = compute_ratings(with_level("dispatcher", (1, 1), (0, 2)))
    assert "Computer players: Dispatcher 9" in game_ratings_text(TITLE, found, frozenset({1}))


def test_equal_ratings_share_a_place() -> None:
    found = {who: Rating(who, points, 5, 0) for who, points in ((1, 900), (2, 900), (3, 800))}
    lines = game_ratings_text(TITLE, found, frozenset({1, 2, 3})).splitlines()[1:4]
    assert [line.split("\\")[0] for line in lines] == ["1", "1", "3"]


def test_game_with_hints_for_all_is_not_rated() -> None:
    assert not any(row.rated for row in seat_results(table(ADA, BEN, terms=TableSettings(hints="always"))))


def test_later_computer_is_not_rated() -> None:
    late = (ADA, BEN, Player("Cat (computer)", policy="greedy"))
    found = seat_results(table(*late, holders=(FormerHolder(3, 5, "Cat"),)))
    assert {row.seat for row in found if row.rated} == {1, 2}


async def test_stored_result_has_the_level_of_its_seat(store: Store, sessions: TableService) -> None:
    begun_now = await begun(sessions, ADA, BEN, Player("Engine", policy="apprentice"))
    await finish(store, begun_now.id)
    scores = RatingService(sessions)
    await scores.save_results(await sessions.get(begun_now.id))
    assert set(await scores.load_ratings(TITLE)) == {ADA.user, BEN.user, "apprentice"}


async def test_result_of_a_solo_game_says_so(store: Store, sessions: TableService) -> None:
    scores, one, two = RatingService(sessions), await begun(sessions, ADA), await begun(sessions, ADA, BEN, channel=2)
    for table in (one, two):
        await finish(store, table.id)
        await scores.save_results(await sessions.get(table.id))
    assert {found.session: found.alone for found in await scores.load_results_of(ADA.user or 0)} == {
        one.id: True,
        two.id: False,
    }


def test_only_requested_users_are_listed_best_first() -> None:
    found = compute_ratings([*game((1, 1), (2, 2)), *game((2, 1), (3, 2)), *game((1, 1), (3, 2))])
    assert [rating.who for rating in best_ratings(found, {1, 3, 9})] == [1, 3]


def test_at_most_ten_users_are_listed() -> None:
    found = compute_ratings([row for number in range(2, 14) for row in game((1, 2), (number, 1))])
    assert len(best_ratings(found, range(20))) == 10


def table(*players: Player, **more: Any) -> Table:
    """Return a finished table whose game is at its first question, for which any ranking can be made."""
    state, _ = GAMES[TITLE].new_game(GAMES[TITLE].options(), len(players), 7)
    given = {"channel": 1, "guild": None, "title": TITLE, "host": 1, "options": {}, "status": "finished", **more}
    return Table(id=1, players=players, state=state, **given)


@pytest.mark.parametrize(
    ("players", "more", "rated"),
    [
        ((ADA, BEN, CAT), {}, {1, 2, 3}),
        ((ADA, Player("Computer 1", policy="greedy"), CAT), {}, {1, 2, 3}),
        ((ADA, replace(BEN, came=7), CAT), {}, {1, 3}),
        ((ADA, replace(BEN, came=7), Player("Cat", policy="greedy", away=CAT.user)), {}, set()),
        ((ADA, BEN, CAT), {"chairs": 3}, set()),
    ],
)
def test_only_people_seated_from_start_to_end_are_rated(
    players: tuple[Player, ...], more: dict[str, Any], rated: set[int]
) -> None:
    found = seat_results(table(*players, **more))
    assert {row.seat for row in found if row.rated} == rated
    assert {row.seat: row.user for row in found} == {n: player.user for n, player in enumerate(players, 1)}


def test_leaver_counts_as_last_and_replaced_player_not_at_all() -> None:
    left = (replace(BEN, user=None, policy="greedy", away=BEN.user), replace(CAT, user=None, policy="greedy", away=3))
    gone = [Departure(2, BEN.user or 0, 0, 9, 0, 0), Departure(3, 3, 0, 9, 0, DECIDED_NUMBER)]
    found = seat_results(table(ADA, *left), gone)
    assert [(row.seat, row.user, row.gone) for row in found if row.rated] == [(1, ADA.user, False), (2, BEN.user, True)]
    after = compute_ratings(found)
    assert after[ADA.user or 0].points > NEWCOMER_POINTS > after[BEN.user or 0].points
    assert after[BEN.user or 0].won == 0
    back = seat_results(table(ADA, BEN, CAT), gone)
    assert {row.seat for row in back if row.rated} == {1, 2, 3} and not any(row.gone for row in back if row.seat == 2)
    assert not any(row.rated for row in seat_results(table(ADA, BEN, chairs=2), gone))


async def test_finished_game_is_stored_once(store: Store, sessions: TableService) -> None:
    scores = RatingService(sessions)
    begun_now = await begun(sessions)
    await finish(store, begun_now.id)
    assert await scores.list_tables_without_results() == (begun_now.id,)
    done = await sessions.get(begun_now.id)
    await scores.save_results(done)
    await scores.save_results(done)
    assert await scores.list_tables_without_results() == () and len(await scores.load_results_of(ADA.user or 0)) == 1
    assert set(await scores.load_ratings(TITLE)) == {ADA.user, BEN.user}
    assert await scores.load_guild_players(1) == frozenset()


async def test_imported_game_has_no_result(store: Store, sessions: TableService) -> None:
    table = await begun(sessions)
    await finish(store, table.id)
    await store.write(lambda db: db.execute("UPDATE session SET chairs = 2"))
    scores = RatingService(sessions)
    await scores.save_results(await sessions.get(table.id))
    assert await scores.list_tables_without_results() == () and await scores.load_results_of(ADA.user or 0) == ()


async def finish(store: Store, table_id: int) -> None:
    """Set the table's status to finished."""
    session = await store.load_table(table_id)
    assert session is not None
    await store.save_table(replace(session, status="finished"))


async def test_habits_are_computed_from_the_log(store: Store, sessions: TableService) -> None:
    begun_now = await begun(sessions)
    session = await store.load_table(begun_now.id)
    assert session is not None and session.state is not None
    session = await store.save_table(replace(session, terms=TableSettings(clock="daily")))
    rows = [
        *[(1, 1, "player", 1_060.0), (2, 2, "player", 1_160.0), (3, 1, "player", 1_460.0), (4, 1, "player", 1_465.0)],
        *[(5, 1, "clock", 9_000.0), (6, 1, "clock", 9_000.0)],
    ]
    for seq, seat, by, at in rows:
        entry = LogRow(seq, seat, "p1 pass", by, at, b"[]")
        moved = replace(session, seq=seq, revision=session.revision + seq)
        await store.append_moves([MoveWrite(moved, entry, clocks={1: Clock(timeouts=1)})])
    await finish(store, begun_now.id)
    found = await RatingService(sessions).load_play_record(ADA.user or 0)
    assert found == PlayRecord(2, 1, 1, 1, (60.0, 300.0))
    assert habit_lines(found) == (
        "At tables with a clock: 66% of 3 turns on time; time ran out once.",
        "Played to the end: 1 of 1 game.",
        "A turn usually takes 3 minutes.",
    )
    assert habit_lines(replace(UNKNOWN, waits=(0.0, 0.0, 9e5))) == ("A turn usually takes less than a minute.",)


async def test_player_who_lost_the_seat_has_not_finished(store: Store, sessions: TableService) -> None:
    table = await begun(sessions)
    async with sessions.lock_table(table.id) as held:
        await held.save(replace(held.table, terms=TableSettings(clock="daily", late="open")))
    seat = sessions.decisions(table)[0].seat
    late = table.players[seat - 1].user or 0
    assert await apply_timeout(sessions, table.id, seat, table.clocks[seat].point)
    await take_seat(sessions, table.id, seat, CAT)
    await finish(store, table.id)
    scores = RatingService(sessions)
    assert await scores.load_play_record(late) == replace(UNKNOWN, run_out=1, begun=1)
    assert await scores.load_play_record(CAT.user or 0) == replace(UNKNOWN, begun=1, finished=1)


def test_left_game_is_shown_as_left() -> None:
    left, won = replace(game((1, 2))[0], gone=True), game((1, 1))[0]
    rated, record = {TITLE: Rating(1, 890, 1, 0)}, replace(UNKNOWN, begun=1)
    said = player_stats_text("Ada", [left], rated, record)
    assert "after 1 rated game · 1 game left before the end\n" in said and "finished" not in said.splitlines()[1]
    both = player_stats_text("Ada", [left, won], rated, record)
    assert "1 game finished, 1 won, 1 game left before the end" in both


def test_solo_game_is_not_shown_as_won() -> None:
    alone, lost = replace(game((1, 1))[0], alone=True), game((1, 2))[0]
    assert player_stats_text("Ada", [alone], {}, UNKNOWN).splitlines()[1].endswith(": 1 game finished (1 alone)")
    assert "2 games finished (1 alone), 0 won" in player_stats_text("Ada", [alone, lost], {}, UNKNOWN)


def test_durations_use_the_largest_unit_with_at_least_two() -> None:
    assert [span_text(s) for s in (1, 90, 150, 5_400, 8_000, 90_000, 200_000)] == [
        *("1 second", "90 seconds", "2 minutes", "90 minutes", "2 hours", "25 hours", "2 days"),
    ]


def test_equal_ratings_are_ordered_by_games_then_age() -> None:
    found = {user: Rating(user, 1_000, games, 1) for user, games in ((1, 3), (2, 5), (3, 5), (4, 9))}
    assert [rating.who for rating in best_ratings(found, found)] == [4, 2, 3, 1]


def one_result(session: int, score: int, place: int = 1, **more: Any) -> SeatResult:
    """Return the result of one player at the table ``session``, which ended in the order of these numbers."""
    return SeatResult(session, 1, TITLE, 101, place, score, True, float(session), **more)  # type: ignore[arg-type]


def test_record_compares_result_with_earlier_ones() -> None:
    mine = [one_result(1, 60, 2), one_result(2, 90), one_result(3, 75, 3)]
    said = own_record_text(TITLE, 2, mine, None)  # type: ignore[arg-type]
    assert "This game: 90, place 1. Your best score so far!" in said
    assert "Best score: 90. Mean score: 75." in said and "3 games finished, 1 won" in said
    assert "best score so far" not in own_record_text(TITLE, 3, mine, None)  # type: ignore[arg-type]


def test_first_result_and_spectator_have_no_comparison() -> None:
    first = own_record_text(TITLE, 1, [one_result(1, 60)], None)  # type: ignore[arg-type]
    assert "so far" not in first and "Mean" not in first
    assert "This game" not in own_record_text(TITLE, 9, [one_result(1, 60)], None)  # type: ignore[arg-type]
    assert "haven’t finished a game" in own_record_text(TITLE, 9, [], None)  # type: ignore[arg-type]
