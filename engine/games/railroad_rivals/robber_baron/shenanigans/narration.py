"""The words for what the Stock Shenanigans do, and their rules in short."""

from engine.core import UNTOLD, Event, Name, Told, counted, listed, possessive
from engine.games.railroad_rivals.box.pieces import stock_words
from engine.games.railroad_rivals.robber_baron.data import FALL, LOOT_POINTS
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.words.narration import doing

TOPICS = (
    (
        "Stock Shenanigans (Robber Baron)",
        "Six tiles are mixed into the stocks: Buy Stock, Dump Stock, Loot The Company, Merger, Insider Trading, and "
        "Stock Issue. You draft one as your stock of the turn. It stays face up in front of you, is worth no points, "
        "and leaves the game when you use it. Play Buy Stock, Dump Stock, Loot The Company, and Merger on your turn to "
        "deliver, before or after the delivery. You may play as many as you like.",
    ),
    (
        "Buy Stock",
        "Once, on your turn to deliver: take a stock tile of any railroad from the pile and pay its value. Then the "
        "value rises by 1. All players may know what the pile has. You may not pay more points than you have.",
    ),
    (
        "Dump Stock",
        "Once, on your turn to deliver: sell all your stock tiles of one railroad, each for its value. Then the value "
        f"falls by {FALL} for each tile, but not below 0. The tiles are shuffled into the pile.",
    ),
    (
        "Loot The Company",
        "Once, on your turn to deliver: choose a railroad of which you own stock and no one owns more. You score "
        f"{LOOT_POINTS} points. All its stock leaves the game, and the railroad is out of business: it has no value. "
        "Its links stay and still score.",
    ),
    (
        "Merger",
        "Once, on your turn to deliver: choose two railroads of which you own stock. No one may own more of the more "
        "valuable one than you. Their values meet halfway, rounded up, and from then on move together. Their edges do "
        "not match each other.",
    ),
    (
        "Insider Trading",
        "Once, after the bidding, you may go first for free. The others keep their order. You may not use it in the "
        "turn in which you draft it. You can plan when to use it, so that no one waits for you.",
    ),
    (
        "Stock Issue",
        "Once, after the bidding, turn up one more stock tile and take one of the stocks before anyone drafts. Then "
        "you draft as usual. You may not use it in the turn in which you draft it. You can plan when to use it, so "
        "that no one waits for you.",
    ),
)


def tell(event: Event, name: Name) -> Told:
    """One of the module's own events in words."""
    match event:
        case e.AnsweredAhead(seat=seat, special=special, answer=answer):
            return Told(f"{possessive(name(seat))} plan for {special}: {answer}.", f"planned {special}: {answer}")
        case e.TileKept(seat=seat, special=special):
            return doing(name(seat), f"kept {special}")
        case e.InsiderTraded(seat=seat, order=order):
            first = "used Insider Trading to go first"
            return doing(name(seat), f"{first}. Turn order: {', '.join(map(name, order))}")
        case e.StockIssued(seat=seat, tile=tile):
            return doing(name(seat), f"used Stock Issue and turned up {stock_words(tile)}")
        case e.StockBought(seat=seat, railroad=railroad, price=price, company=company, value=value):
            bought = f"bought {railroad} stock from the pile for {counted(price, 'point')}"
            return doing(name(seat), f"{bought}. {listed(company)} stock is worth {value}")
        case e.StocksDumped(seat=seat, company=company, tiles=tiles, price=price, value=value):
            points = counted(tiles * price, "point")
            each = f" at {counted(price, 'point')} each" if tiles > 1 else ""
            sold = f"dumped {counted(tiles, f'{listed(company)} stock')}{each} for {points}"
            return doing(name(seat), f"{sold}. {listed(company)} stock is worth {value}")
        case e.CompanyLooted(seat=seat, company=company, points=points, lost=lost):
            losses = listed([f"{name(owner)} lost {counted(tiles, 'stock')}" for owner, tiles in lost])
            looted = f"looted {listed(company)} for {counted(points, 'point')}"
            return doing(name(seat), f"{looted}. {listed(company)} {_is(company)} out of business: {losses}")
        case e.RailroadsMerged(seat=seat, first=first, second=second, value=value):
            merged = f"merged {first} and {second} into one company"
            return doing(name(seat), f"{merged}. Both stocks are worth {value}")
        case _:
            return UNTOLD


def _is(company: tuple[str, ...]) -> str:
    return "is" if len(company) == 1 else "are"
