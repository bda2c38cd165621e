"""First offers are computed after a start, once for each game and set of options."""

import pytest

from bot.play.offer_warmup import OfferWarmup
from bot.play.service import Player, TableService
from engine import GAMES, write_action
from engine.games.railway_rivals.rules.search import distance_maps
from engine.store import Store
from engine.store.table_rows import list_common_variants


async def begun(sessions: TableService, channel: int, title: str, **options: str) -> int:
    table = await sessions.open_lobby(channel, None, title, Player("Ada", 101))
    for user in range(102, 101 + max(2, GAMES[title].seats[0])):
        await sessions.join_lobby(table.id, Player(str(user), user))
    for name, word in options.items():
        await sessions.set_option(table.id, name, word)
    return (await sessions.start_game(table.id, 101)).id


async def test_one_table_for_each_game_and_options_is_warmed_up_by_frequency(store: Store) -> None:
    sessions = TableService(store, new_seed=lambda: 7)
    first, second = list(GAMES)[:2]
    lone = await begun(sessions, 1, second)
    newest = [await begun(sessions, channel, first) for channel in range(2, 5)][-1]
    await sessions.open_lobby(9, None, first, Player("Ada", 101))
    assert await store.read(lambda db: list_common_variants(db, 5)) == (newest, lone)
    assert await store.read(lambda db: list_common_variants(db, 1)) == (newest,)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # what was searched for once stays known
async def test_map_searches_are_cached_after_start(store: Store) -> None:
    sessions = TableService(store, new_seed=lambda: 20_261_128)
    number = await begun(sessions, 1, "railway-rivals")
    table = await sessions.get(number)
    for _ in range(12):
        question = sessions.decisions(table)[0]
        user = table.players[question.seat - 1].user
        assert user is not None
        await sessions.play_move(number, user, write_action(next(iter(question.offers))))
        table = await sessions.get(number)
    distance_maps.distance_maps.cache_clear()
    await OfferWarmup(sessions).warm_all()
    warm = distance_maps.distance_maps.cache_info()
    next(iter(sessions.decisions(table)[0].offers))
    assert warm.currsize and distance_maps.distance_maps.cache_info().misses == warm.misses
