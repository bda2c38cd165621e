"""The seasons of a server's ladder."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import ladder
from bot.matchmaking.ladder import season_at
from bot.offered_games import EVERY_GAME
from engine import Refused
from engine.store.table_settings import DAY
from tests.bot.installation import IN_SERVER
from tests.bot.seated_players import TITLE

NOW = 20_000 * DAY
PRESENT = season_at(NOW)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that gives the shown seasons of a server whose first game ended at a time."""

    def of(first: float | None) -> list[int]:
        seasons: list[int] = []

        async def read(do: Any) -> Any:
            return do(None)

        async def show(_: Any, page: Any) -> None:
            seasons.append(page.season)

        monkeypatch.setattr(ladder.sql, "load_first_end_time", lambda *_: first)
        monkeypatch.setattr(ladder.sql, "load_guild_results", lambda *_: ())
        monkeypatch.setattr(ladder.sql, "count_timeouts_by_user", lambda *_: {})
        store = SimpleNamespace(read=read)
        at = SimpleNamespace(tables=SimpleNamespace(store=store, now=lambda: NOW, offered_games=EVERY_GAME))
        monkeypatch.setattr(ladder, "services_of", lambda _: at)
        monkeypatch.setattr(ladder, "ladder_page", lambda found, _: found)
        monkeypatch.setattr(ladder, "send_page", show)
        return seasons

    return of


HERE: Any = SimpleNamespace(guild_id=77, **IN_SERVER)


@pytest.mark.parametrize(
    ("first", "season", "there"),
    [
        (None, PRESENT, True),
        (None, PRESENT - 1, False),
        (NOW - 200 * DAY, PRESENT, True),
        (NOW - 200 * DAY, PRESENT + 1, False),
        (NOW - 200 * DAY, season_at(NOW - 200 * DAY), True),
        (NOW - 200 * DAY, season_at(NOW - 200 * DAY) - 1, False),
        (NOW + 200 * DAY, PRESENT, True),
    ],
)
async def test_a_ladder_has_the_seasons_from_the_first_game_to_now(
    shown: Any, first: float | None, season: int, there: bool
) -> None:
    seasons = shown(first)
    if there:
        await ladder._show_ladder(HERE, TITLE, season)
        assert seasons == [season]
    else:
        with pytest.raises(Refused, match="no such season here"):
            await ladder._show_ladder(HERE, TITLE, season)
        assert not seasons


async def test_a_ladder_belongs_to_a_server_and_a_game(shown: Any) -> None:
    shown(None)
    with pytest.raises(Refused, match="belongs to a server"):
        await ladder._show_ladder(SimpleNamespace(guild_id=None, **IN_SERVER), TITLE, PRESENT)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="no such game"):
        await ladder._show_ladder(HERE, "chess", PRESENT)


async def test_seasons_are_listed_the_newest_first(shown: Any) -> None:
    shown(NOW - 200 * DAY)
    listed = await ladder.season_suggestions(HERE, "")
    assert [value for _, value in listed] == [str(PRESENT - back) for back in range(4)]
    assert await ladder.season_suggestions(HERE, "january") == listed[3:]
