"""What every company built in the news of a Turn, summed up for a table and its plates."""

from __future__ import annotations

import msgspec

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import News


class Account(msgspec.Struct, frozen=True):
    """What a company built in the news, and the gold that changed hands by it."""

    seat: Seat
    lines: tuple[tuple[Hex, ...], ...] = ()
    cost: int = 0
    payments: tuple[tuple[Seat, int], ...] = ()
    """To whom, and how much."""
    gets: int = 0
    bonus: int = 0
    firsts: tuple[Hex, ...] = ()
    lost: int = 0
    skipped: bool = False
    """Whether some of its plan could not be carried out."""

    @property
    def paid(self) -> dict[Seat, int]:
        """What every rival got of it."""
        return dict(self.payments)

    @property
    def connected(self) -> bool:
        """Whether all of it lies together."""
        near, rest = set(self.lines[0] if self.lines else ()), list(self.lines[1:])
        while met := next((line for line in rest if not near.isdisjoint(line)), None):
            near |= set(met)
            rest.remove(met)
        return not rest


def accounts(state: RailwayRivals, news: News) -> tuple[Account, ...]:
    """Every company's, in the order of building, those that built nothing last."""
    found: dict[Seat, Account] = {}
    told = [event for event in news if isinstance(event, e.TrackBuilt | e.CapitalLost | e.TownReached | e.PlanSkipped)]
    for event in told:
        now = found.get(event.seat) or Account(event.seat)
        match event:
            case e.TrackBuilt(path=path, cost=cost, paid=paid):
                sums = {seat: now.paid.get(seat, 0) + paid.get(seat, 0) for seat in sorted({*now.paid, *paid})}
                lines = _gone_on(now.lines, path.lines)
                now = msgspec.structs.replace(now, lines=lines, cost=now.cost + cost, payments=tuple(sums.items()))
            case e.TownReached(town=town, bonus=bonus):
                now = msgspec.structs.replace(now, bonus=now.bonus + bonus, firsts=(*now.firsts, town))
            case e.CapitalLost(gold=gold):
                now = msgspec.structs.replace(now, lost=now.lost + gold)
            case e.PlanSkipped():
                now = msgspec.structs.replace(now, skipped=True)
        found[event.seat] = now
    for seat in state.everyone:
        found.setdefault(seat, Account(seat))
    gets = {seat: sum(account.paid.get(seat, 0) for account in found.values()) for seat in found}
    return tuple(msgspec.structs.replace(account, gets=gets[seat]) for seat, account in found.items())


def _gone_on(lines: tuple[tuple[Hex, ...], ...], more: tuple[tuple[Hex, ...], ...]) -> tuple[tuple[Hex, ...], ...]:
    """Lines, a new one that begins where one ended joined to it."""
    found = list(lines)
    for line in more:
        at = next((i for i, old in enumerate(found) if old[-1] == line[0]), None)
        if at is None:
            found.append(line)
        else:
            found[at] = (*found[at], *line[1:])
    return tuple(found)
