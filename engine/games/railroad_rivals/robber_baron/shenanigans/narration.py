"""How the Stock Shenanigans are told, and their rules in short."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railroad_rivals.box.pieces import stock_words
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.words.narration import doing

TOPICS = (
    (
        "Stock Shenanigans (Robber Baron)",
        "Six tiles lie among the stocks, one of each kind: Buy Stock, Dump Stock, Loot The Company, Merger, Insider "
        "Trading and Stock Issue. You draft one as your stock of the turn; it lies open before you, is worth no "
        "points, and leaves the game when it is used. Buy Stock, Dump Stock, Loot The Company and Merger are played "
        "when it is your turn to deliver, before or after the delivery, as many as you like.",
    ),
    (
        "Buy Stock",
        "Once, when it is your turn to deliver: take any railroad's stock out of the pile and pay its value; then it "
        "rises by 1. What the pile holds is known to all, and you may not pay more points than you have.",
    ),
    (
        "Dump Stock",
        "Once, when it is your turn to deliver: sell all your stocks of a railroad, for its value each; then it falls "
        f"by {FALL} for each, but not below 0. They are shuffled into the pile.",
    ),
    (
        "Loot The Company",
        "Once, when it is your turn to deliver: name a railroad of which you own stock and nobody owns more. You score "
        f"{LOOT_POINTS} points, all its stocks leave the game, and it is out of business. Its links stay and still "
        "score; it has no value any more.",
    ),
    (
        "Merger",
        "Once, when it is your turn to deliver: name two railroads of which you own stock; of the more valuable nobody "
        "may own more than you. Their values meet halfway, rounded up, and from then on move together. Their edges do "
        "not match each other.",
    ),
    (
        "Insider Trading",
        "Once, after the bidding, you may go first for nothing; the others keep their order. Not in the turn in which "
        "you draft it. You can say ahead when to use it, so that nobody waits for you.",
    ),
    (
        "Stock Issue",
        "Once, after the bidding, one more stock tile is turned up, and you take one of the stocks before anybody "
        "drafts; then you draft as usual. Not in the turn in which you draft it. You can say ahead when to use it.",
    ),
)


def tell(event: Event, name: Name) -> Told:
    """One of the module's own events in words."""
    match event:
        case e.AnsweredAhead(seat=seat, special=special, answer=answer):
            return doing(name(seat), f"said ahead for {special}: {answer}")
        case e.TileKept(seat=seat, special=special):
            return doing(name(seat), f"kept {special}")
        case e.InsiderTraded(seat=seat, order=order):
            first = "used Insider Trading to go first"
            return doing(name(seat), f"{first}. Turn order: {', '.join(map(name, order))}")
        case e.StockIssued(seat=seat, tile=tile):
            return doing(name(seat), f"used Stock Issue: {stock_words(tile)} came on offer too")
        case e.StockBought(seat=seat, railroad=railroad, price=price, company=company, value=value):
            bought = f"bought {railroad} stock out of the pile for {counted(price, 'point')}"
            return doing(name(seat), f"{bought}. {listed(company)} stock is worth {value}")
        case e.StocksDumped(seat=seat, company=company, tiles=tiles, price=price, value=value):
            points = counted(tiles * price, "point")
            sold = f"dumped {counted(tiles, 'stock')} of {listed(company)} at {price}: {points}"
            return doing(name(seat), f"{sold}. {listed(company)} stock is worth {value}")
        case e.CompanyLooted(seat=seat, company=company, points=points, lost=lost):
            losses = listed([f"{name(owner)} lost {counted(tiles, 'stock')}" for owner, tiles in lost])
            looted = f"looted {listed(company)}: {counted(points, 'point')}"
            return doing(name(seat), f"{looted}. {listed(company)} {_is(company)} out of business; {losses}")
        case e.RailroadsMerged(seat=seat, first=first, second=second, value=value):
            merged = f"merged {first} and {second} into one company"
            return doing(name(seat), f"{merged}. Both stocks are worth {value}")
        case _:
            return UNTOLD


def _is(company: tuple[str, ...]) -> str:
    return "is" if len(company) == 1 else "are"
