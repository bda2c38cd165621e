"""Says who may predict a winner, and what predictions are worth. Pure; it knows no title and no Discord."""

from collections.abc import Collection, Sequence

import msgspec

from bot import limits
from bot.tables.table import Table
from bot.wording import clean, escaped, named
from engine import Place, Refused, Seat
from engine.core import counted
from engine.store.followers import Prediction
from engine.store.ids import UserId

WORTH = 100
"""Points for naming the winner before the first move."""
SHOWN = 20


class Scored(msgspec.Struct, frozen=True):
    """A prediction with what it was worth."""

    said: Prediction
    points: int


def check_predicts(table: Table, user: UserId, *, held_once: bool) -> None:
    """Raises ``Refused`` unless the user watches a running game at which predictions are made.

    ``held_once``: the user has left or lost a seat there.
    """
    if not table.terms.predictions:
        raise Refused("You can’t predict at this table. The host decides that in the lobby, under *Clock*.")
    if table.status != "playing":
        raise Refused(
            "You can predict only while a game is being played." + (" This one is over." if table.state else "")
        )
    if held_once or any(user in (player.user, player.away) for player in table.players):
        raise Refused(
            "You can’t predict in this game: you have a seat in it, or had one. Predictions are for spectators."
        )


def scored(
    said: Sequence[Prediction], table: Table, ranking: Sequence[Place], left: Collection[int] = ()
) -> tuple[Scored, ...]:
    """Every prediction of those who never sat down, best first; ``left`` are the users who left or lost a seat.

    A right one is worth as much of ``WORTH`` as there was still to be played, by moves, when it was made. Who shares
    the first place has won.
    """
    winners = {place.seat for place in ranking if place.place == 1}
    played = {*left, *(user for player in table.players for user in (player.user, player.away))}
    found = []
    for one in (one for one in said if one.user not in played):
        worth = WORTH * (table.seq - one.seq) / max(1, table.seq)
        found.append(Scored(one, round(worth) if one.seat in winners else 0))
    return tuple(sorted(found, key=lambda one: (-one.points, one.said.seq)))


def outcome(table: Table, found: Sequence[Scored]) -> str:
    """The post about it after the end, best first."""
    name = named(table.players)
    lines = [f"**Who saw it coming?** A correct prediction is worth up to {WORTH} points: the earlier, the more."]
    for place, one in enumerate(found[:SHOWN], 1):
        who = escaped(clean(one.said.name)) or "someone"
        after = counted(one.said.seq, "move")
        lines.append(f"{place}\\. {who} · {counted(one.points, 'point')} · {name(Seat(one.said.seat))}, after {after}")
    if len(found) > SHOWN:
        lines.append(f"… and {len(found) - SHOWN} more")
    return limits.cut("\n".join(lines), limits.CONTENT)
