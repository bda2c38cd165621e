"""Sums of what every company built in the news of a Turn, for plates beside it."""

from collections import Counter

import msgspec
from msgspec.structs import replace

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import News

Lines = tuple[tuple[Hex, ...], ...]


class Account(msgspec.Struct, frozen=True):
    """The track a company built in the news, and the gold that changed hands by it."""

    seat: Seat
    lines: Lines = ()
    cost: int = 0
    payments: tuple[tuple[Seat, int], ...] = ()
    """To whom, and how much."""
    gets: int = 0
    bonus: int = 0

    @property
    def paid(self) -> dict[Seat, int]:
        """The gold that each rival got for it."""
        return dict(self.payments)

    @property
    def connected(self) -> bool:
        """Whether all of it lies together."""
        return len(self.pieces) < 2

    @property
    def pieces(self) -> tuple[Lines, ...]:
        """The lines, those that touch one another together."""
        found: list[Lines] = []
        for line in self.lines:
            touching = [piece for piece in found if _meets(piece, line)]
            found = [piece for piece in found if piece not in touching]
            found.append((*(other for piece in touching for other in piece), line))
        return tuple(found)


def parted(chart: Chart, account: Account) -> tuple[Account, ...]:
    """An account for every piece of the track, with what its steps cost; who was paid for which is not known."""
    return tuple(Account(account.seat, piece, _cost(chart, piece)) for piece in account.pieces)


def _cost(chart: Chart, lines: Lines) -> int:
    return sum(building_cost(chart, *step) for step in Branches(lines).steps)


def _meets(piece: Lines, line: tuple[Hex, ...]) -> bool:
    return any(not set(other).isdisjoint(line) for other in piece)


def accounts(state: RailwayRivals, news: News) -> tuple[Account, ...]:
    """Every company's, in the order of building, those that built nothing last."""
    found: dict[Seat, Account] = {}
    for event in news:
        if isinstance(event, e.TrackBuilt | e.TownReached):
            now = found.get(event.seat) or Account(event.seat)
            found[event.seat] = _with(now, event)
    for seat in state.everyone:
        found.setdefault(seat, Account(seat))
    gets = Counter[Seat]()
    for account in found.values():
        gets.update(account.paid)
    return tuple(replace(account, gets=gets[account.seat]) for account in found.values())


def _with(now: Account, event: e.TrackBuilt | e.TownReached) -> Account:
    """The account with what one more event brought."""
    match event:
        case e.TrackBuilt(path=path, cost=cost, paid=paid):
            sums = Counter(now.paid)
            sums.update(paid)
            payments = tuple((seat, sums[seat]) for seat in sorted(sums))
            return replace(now, lines=_gone_on(now.lines, path.lines), cost=now.cost + cost, payments=payments)
        case e.TownReached(bonus=bonus):
            return replace(now, bonus=now.bonus + bonus)


def _gone_on(lines: Lines, more: Lines) -> Lines:
    """Lines, a new one that begins where one ended joined to it."""
    found = list(lines)
    for line in more:
        at = next((i for i, old in enumerate(found) if old[-1] == line[0]), None)
        if at is None:
            found.append(line)
        else:
            found[at] = (*found[at], *line[1:])
    return tuple(found)
