"""Who holds a seat, and since when its question is theirs."""

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
def test_a_seat_is_held_by_its_player_or_kept_for_who_had_it_until_somebody_takes_it(
    player: Player, user: int, holds: bool
) -> None:
    if holds:
        seat_holders.check_holder(player, user)
    else:
        with pytest.raises(Refused, match="Someone else"):
            seat_holders.check_holder(player, user)


@pytest.mark.parametrize(("until", "since"), [(4, 900.0), (3, 400.0)])
async def test_a_question_is_as_old_as_its_player_on_the_seat(sessions: TableService, until: int, since: float) -> None:
    table = await begun(sessions)
    clock = Clock(point=4, since=900.0)
    held = replace(table, since=400.0, clocks={1: clock}, holders=(FormerHolder(1, until, "Ada"),))
    assert turn_start(held, 1) == since
