"""Claims in the narration of a move: all sums together equal the changes of cash."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.core import Event
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.state import events as e
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railroads_of_catan import effects as does


def sentence_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of the sentences that follow a move."""
    before: Any = offer.state
    after: Any = offer.after
    said: Counter[int] = Counter()
    for event in offer.events:
        words = GAME.text.event_sentence(event, name)
        if event.to is None:
            said.update(_changes(event, words))
        yield from _sentence(event, words)
    changes = {seat: after.cash[seat] - before.cash[seat] for seat in before.everyone}
    named = {seat: said[seat] for seat in before.everyone}
    yield Claim("money in sentences", named, changes)


def _changes(event: Event, words: str) -> dict[int, int]:
    """Return the change of each seat's cash that one sentence names."""
    found: Counter[int] = Counter()
    mover = int(re.search(r"Player (\d)", words)[1]) if "Player" in words else 0  # type: ignore[index]
    match event:
        case e.UpkeepPaid() | e.ItemKept() | e.TaxPaid():
            found[mover] -= sum(map(does.money, re.findall(rf"paid ({does.SUM})", words)))
        case e.ItemSold():
            parts = does.match(rf"bought Player (\d)’s .+ for ({does.SUM}) and paid ({does.SUM})", words)
            found[mover] -= does.money(parts[2]) + does.money(parts[3])
            found[int(parts[1])] += does.money(parts[2])
        case e.HolidayPaid() | e.BankerPaid():
            found[mover] += does.money(does.match(rf"received ({does.SUM})", words)[1])
        case e.BidsShown():
            only = re.search(r"Only Player (\d) paid", words)
            for seat, bid in re.findall(rf"Player (\d) ({does.SUM})", words):
                found[int(seat)] -= does.money(bid) if not only or only[1] == seat else 0
        case e.TrackLaid():
            parts = does.match(rf" for (free|{does.SUM})", words)
            fees = does.sums_said(words)
            found[mover] -= does.money(parts[1]) + sum(fees.values())
            found.update(fees)
        case e.TrainBought() | e.TrainUpgraded():
            found[mover] -= does.money(does.match(rf"for ({does.SUM})", words)[1])
        case e.TrainRun():
            income = re.findall(rf"(?:sold|filled) [^$]+ for ({does.SUM})", words)
            pays = re.search(r"Player \d paid (.+?)\.(?: Net|$)", words)
            paid = does.paid_said(pays[1]) if pays else {}
            found[mover] += sum(map(does.money, income)) - sum(paid.values())
            found.update(paid)
    return dict(found)


def _sentence(event: Event, words: str) -> Iterator[Claim]:
    match event:
        case e.TrackLaid(path=path):
            said = sum(int(number) for number in re.findall(r"(\d+) tracks?", words))
            yield Claim("tracks in sentences", said, len(path.tracks))
        case e.TrainRun():
            if net := re.search(rf"Net: ({does.SUM})", words):
                parts = _changes(event, words)
                yield Claim("net in sentences", does.money(net[1]), parts[event.seat])
        case e.OrderTurned(order=order):
            found = does.match(rf"New order (\w): (\w+) to .+ for ({does.SUM})\.", words)
            yield Claim(
                "order in sentences",
                (found[1], found[2], does.money(found[3])),
                (order.letter, order.good, order.bonus),
            )
