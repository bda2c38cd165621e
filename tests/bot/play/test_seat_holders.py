"""The holder of a seat, and since when its question is asked of them."""

import pytest
from msgspec.structs import replace

from bot.play import seat_holders
from bot.play.service import Player, TableService
from bot.tables.table import turn_start
from engine.agents.policies import DEFAULT_POLICY
from engine.errors import Refused
from engine.store import Clock, FormerHolder
from tests.bot.seated_players import ADA, BEN, begun


@pytest.mark.parametrize(
    ("player", "user", "holds"),
    [
        (ADA, ADA.user, True),
        (ADA, BEN.user, False),
        (Player("Ada (away)", away=ADA.user), ADA.user, True),
        (Player("Ada (away)", away=ADA.user), BEN.user, False),
        (replace(BEN, away=ADA.user), ADA.user, False),
        (Player("Computer 1", policy=DEFAULT_POLICY), 0, True),
    ],
)
def test_seat_belongs_to_player_or_former_player_until_taken(player: Player, user: int, holds: bool) -> None:
    if holds:
        seat_holders.check_holder(player, user)
    else:
        with pytest.raises(Refused, match="Someone else"):
            seat_holders.check_holder(player, user)


@pytest.mark.parametrize(("until", "since"), [(4, 900.0), (3, 400.0)])
async def test_question_age_starts_with_the_current_player(sessions: TableService, until: int, since: float) -> None:
    table = await begun(sessions)
    clock = Clock(point=4, since=900.0)
    held = replace(table, since=400.0, clocks={1: clock}, holders=(FormerHolder(1, until, "Ada"),))
    assert turn_start(held, 1) == since
