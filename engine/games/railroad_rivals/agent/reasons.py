"""The reasons for a move of Railroad Rivals, in points: deliveries, fees, bonuses, bids, and stocks."""

from collections.abc import Iterator

from engine.core import Event, Seat
from engine.core.reasons import Asset, Horizon, Phrase, Reasons, ScoreEntry
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.events import BonusScored, Delivered, OrderSet, StockDrafted
from engine.games.railroad_rivals.state.state import RailroadRivals

_EARLY_AND_LATE = (Horizon.MOVE, Horizon.ROUND, Horizon.END)


def score_entries(event: Event) -> Iterator[ScoreEntry]:
    """Yield the points that seats get or pay in an event, except the final scoring of stocks."""
    match event:
        case Delivered(seat=seat, points=points, owner=owner, owner_points=fee):
            yield ScoreEntry(seat, "deliveries", points)
            if fee:
                yield ScoreEntry(owner, "fees", fee)
        case BonusScored(seat=seat, points=points):
            yield ScoreEntry(seat, "bonuses", points)
        case OrderSet(order=(winner, *_), paid=paid):
            yield ScoreEntry(winner, "bids", -paid)
            yield ScoreEntry(winner, "first", 1)
        case StockDrafted(seat=seat, railroad=railroad):
            yield ScoreEntry(seat, "drafts", 1, railroad)
        case _:
            for module in active_modules.all_modules():
                yield from module.score_entries(event)


def assets(state: RailroadRivals, seat: Seat) -> Iterator[Asset]:
    """Yield the stocks of a seat, with the number of tiles and the current value."""
    for railroad, count in state.stocks[seat].items():
        yield Asset("stock", count, state.value[railroad], railroad)


REASONS = Reasons(
    score_entries=score_entries,
    assets=assets,
    phrases={
        "deliveries": Phrase(
            "you score {n} more for deliveries{when}",
            "you score {n} less for deliveries{when}",
            "{who} scores {n} more for deliveries{when}",
            "{who} scores {n} less for deliveries{when}",
            horizons=_EARLY_AND_LATE,
        ),
        "fees": Phrase(
            "rivals pay you {n} more for your links{when}",
            "rivals pay you {n} less for your links{when}",
            "{who} gets {n} more for links{when}",
            "{who} gets {n} less for links{when}",
            horizons=_EARLY_AND_LATE,
        ),
        "bonuses": Phrase(
            "you score {n} more in bonuses{when}",
            "you score {n} less in bonuses{when}",
            "{who} scores {n} more in bonuses{when}",
            "{who} scores {n} less in bonuses{when}",
        ),
        "bids": Phrase(
            "you bid {n} less{when}",
            "you bid {n} more{when}",
            "{who} bids {n} less{when}",
            "{who} bids {n} more{when}",
            horizons=(Horizon.ROUND, Horizon.END),
            price="the higher bid",
        ),
        "first": Phrase(
            "you go first in {share}",
            least=0.3,
            horizons=(Horizon.ROUND,),
            is_rare=True,
            is_cause=True,
            always=("you go first", ""),
        ),
        "drafts": Phrase(
            "you draft {item} stock in {share}",
            weight=1.5,
            least=0.3,
            horizons=(Horizon.ROUND,),
            is_rare=True,
            is_cause=True,
            always=("you draft {item} stock", ""),
        ),
        "links": Phrase(
            "you score {n} more for the size of your railroad",
            "you score {n} less for the size of your railroad",
            "{who} scores {n} more for the size of a railroad",
            "{who} scores {n} less for the size of a railroad",
        ),
        "trades": Phrase(
            "you get {n} more for stocks that you sell or buy{when}",
            "you pay {n} more for stocks that you buy{when}",
            "{who} gets {n} more for stocks sold or bought{when}",
            "{who} pays {n} more for stocks bought{when}",
            price="the stock",
        ),
        "loot": Phrase(
            "you score {n} more for looting{when}",
            "you score {n} less for looting{when}",
            "{who} scores {n} more for looting{when}",
            "{who} scores {n} less for looting{when}",
        ),
        "stock held": Phrase(
            "you get more {item} stock (worth {n} at the end)",
            "you get less {item} stock (worth {n} at the end)",
            "{who} gets more {item} stock (worth {n} at the end)",
            "{who} gets less {item} stock (worth {n} at the end)",
        ),
        "stock rose": Phrase(
            "your {item} stock ends {n} higher",
            "your {item} stock ends {n} lower",
            "{whose} {item} stock ends {n} higher",
            "{whose} {item} stock ends {n} lower",
        ),
    },
)
