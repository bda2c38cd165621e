"""Says who may predict a winner, and what predictions are worth. Pure; it knows no title and no Discord."""

from collections.abc import Collection, Sequence

import msgspec

from bot import limits
from bot.markdown import Markdown, counted, cut, escape, joined, md
from bot.tables.table import Table
from bot.wording import clean, named
from engine import RankingEntry, Refused, Seat
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
        raise Refused(
            md("You can’t predict at this table. The host decides that before the game, under *Host…*, *Clock*.")
        )
    if table.status != "playing":
        raise Refused(
            joined(
                [
                    md("You can predict only while a game is being played."),
                    md(" This one is over.") if table.state else md(""),
                ],
                "",
            )
        )
    if held_once or any(user in (player.user, player.away) for player in table.players):
        raise Refused(
            md("You can’t predict in this game: you have a seat in it, or had one. Predictions are for spectators.")
        )


def scored(
    said: Sequence[Prediction], table: Table, ranking: Sequence[RankingEntry], left: Collection[int] = ()
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


def outcome(table: Table, found: Sequence[Scored]) -> Markdown:
    """The post about it after the end, best first."""
    name = named(table.players)
    lines = [md("**Who saw it coming?** A correct prediction is worth up to {} points: the earlier, the more.", WORTH)]
    for place, one in enumerate(found[:SHOWN], 1):
        who = escape(clean(one.said.name)) or md("someone")
        after = counted(one.said.seq, "move")
        lines.append(
            md(
                "{}\\. {} · {} · {}, after {}",
                place,
                who,
                counted(one.points, "point"),
                name(Seat(one.said.seat)),
                after,
            )
        )
    if len(found) > SHOWN:
        lines.append(md("… and {} more", len(found) - SHOWN))
    return cut(joined(lines), limits.CONTENT)
