"""Narration of the Stock Shenanigans, and their rules in short."""

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, count_noun, join_words, possessive_of
from engine.games.railroad_rivals.game_data.pieces import stock_name
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, LOOT_POINTS
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.text.narration import narration_of_clause

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
        f"falls by {DUMP_FALL} for each tile, but not below 0. The tiles are shuffled into the pile.",
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


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """One of the module's events in words."""
    match event:
        case e.AnsweredAhead(seat=seat, special=special, answer=answer):
            return Narration(
                f"{possessive_of(name(seat))} plan for {special}: {answer}.", f"planned {special}: {answer}"
            )
        case e.TileKept(seat=seat, special=special):
            return narration_of_clause(name(seat), f"kept {special}")
        case e.InsiderTraded(seat=seat, order=order):
            first = "used Insider Trading to go first"
            return narration_of_clause(name(seat), f"{first}. Turn order: {', '.join(map(name, order))}")
        case e.StockIssued(seat=seat, tile=tile):
            return narration_of_clause(name(seat), f"used Stock Issue and turned up {stock_name(tile)}")
        case e.StockBought(seat=seat, railroad=railroad, price=price, company=company, value=value):
            bought = f"bought {railroad} stock from the pile for {count_noun(price, 'point')}"
            return narration_of_clause(name(seat), f"{bought}. {join_words(company)} stock is worth {value}")
        case e.StocksDumped(seat=seat, company=company, tiles=tiles, price=price, value=value):
            points = count_noun(tiles * price, "point")
            each = f" at {count_noun(price, 'point')} each" if tiles > 1 else ""
            sold = f"dumped {count_noun(tiles, f'{join_words(company)} stock')}{each} for {points}"
            return narration_of_clause(name(seat), f"{sold}. {join_words(company)} stock is worth {value}")
        case e.CompanyLooted(seat=seat, company=company, points=points, lost=lost):
            losses = join_words([f"{name(owner)} lost {count_noun(tiles, 'stock')}" for owner, tiles in lost])
            looted = f"looted {join_words(company)} for {count_noun(points, 'point')}"
            return narration_of_clause(
                name(seat), f"{looted}. {join_words(company)} {_is_or_are(company)} out of business: {losses}"
            )
        case e.RailroadsMerged(seat=seat, first=first, second=second, value=value):
            merged = f"merged {first} and {second} into one company"
            return narration_of_clause(name(seat), f"{merged}. Both stocks are worth {value}")
        case _:
            return NO_NARRATION


def _is_or_are(company: tuple[str, ...]) -> str:
    return "is" if len(company) == 1 else "are"
