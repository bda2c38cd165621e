"""What was built last: a close look with the price of each new track, and what everybody paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import player
from render.games.railroads_of_catan.crop import crop
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at
from render.games.railroads_of_catan.plane import around, crop_planes
from render.games.railroads_of_catan.words import corner, laid, last_move, money, named, new_tracks
from render.labels import joined
from render.palette import GOOD, INK, INK_SOFT
from render.parts.frame import FIELD, MARGIN, WIDTH, header, picture, rule
from render.parts.text import BODY, SMALL, Style
from render.scene import Layer, Scene, Shape, layer

_ROW, _LOW = 132, 84
_COST = Style("hb", 54)
_PLAYER = Style("h", 54)


class Account(msgspec.Struct, frozen=True):
    """What one player built in the news."""

    seat: Seat
    lines: tuple[tuple[Place, ...], ...] = ()
    bank: int = 0
    fees: tuple[tuple[Seat, int], ...] = ()
    free: int = 0
    trains: tuple[str, ...] = ()
    large: tuple[str, ...] = ()
    """Trains that were made large."""
    received: int = 0

    @property
    def paid(self) -> int:
        """To the bank and to rivals."""
        return self.bank + sum(fee for _, fee in self.fees)

    @property
    def idle(self) -> bool:
        """Whether nothing was built."""
        return not (self.lines or self.trains or self.large)


def accounts(state: RailroadsOfCatan, news: Sequence[Event]) -> tuple[Account, ...]:
    """Every player's, in the order of play."""
    found = {seat: Account(seat) for seat in state.order}
    for event in news:
        match event:
            case e.TrackLaid(seat=seat, path=path, cost=cost, fees=fees, free=free):
                old = found[seat]
                owed = dict(old.fees)
                for owner, fee in fees.items():
                    owed[owner] = owed.get(owner, 0) + fee
                    to = found[owner]
                    found[owner] = msgspec.structs.replace(to, received=to.received + fee)
                found[seat] = msgspec.structs.replace(
                    old,
                    lines=(*old.lines, *path.lines),
                    bank=old.bank + cost,
                    fees=tuple(sorted(owed.items())),
                    free=old.free + free,
                )
            case e.TrainBought(seat=seat, number=number, city=city, cost=cost):
                old = found[seat]
                trains = (*old.trains, f"train {number} in city {state.cities[city].dots}")
                found[seat] = msgspec.structs.replace(old, trains=trains, bank=old.bank + cost)
            case e.TrainUpgraded(seat=seat, number=number, cost=cost):
                old = found[seat]
                large = (*old.large, f"train {number}")
                found[seat] = msgspec.structs.replace(old, large=large, bank=old.bank + cost)
            case _:
                continue
    return tuple(found.values())


def built_scenes(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str]) -> tuple[Scene, ...]:
    """One picture: windows around all that is new, and a table; nothing where nothing is new."""
    new = new_tracks(state, news)
    boxes = [around(line, 0.95) for event in laid(news) for line in event.path.lines]
    boxes += [around((train.at,), 0.95) for train in _trains(state, news)]
    told = accounts(state, news)
    if not boxes:
        return ()
    planes = crop_planes(boxes, FIELD + 8)
    bottom = max(plane.y + plane.h for plane in planes)
    seat, said = last_move(state, news, names)
    layers = (
        header("Built last", corner(state), said, seat=seat),
        *(Layer("window", crop(state, plane, new=new, bright=new)) for plane in planes),
        layer("table", _table(told, names, bottom + 18)),
    )
    alt = joined((f"Built last, {corner(state)}.", *(_sentence(state, account, names) for account in told)))
    height = round(bottom + 18 + sum(map(_tall, told)) + 24)
    return (picture("built", height, PALETTE, layers, alt),)


def _trains(state: RailroadsOfCatan, news: Sequence[Event]) -> Iterator[Train]:
    """Those that were bought or made large, where they are."""
    for event in news:
        if isinstance(event, e.TrainBought | e.TrainUpgraded) and (train := state.train(event.seat, event.number)):
            yield train


def _table(told: Sequence[Account], names: Sequence[str], top: float) -> Iterator[Shape]:
    """Two lines for each player: what, for how much; and over which points."""
    y = top
    for i, account in enumerate(told):
        if i:
            yield rule(y)
        yield mark_at(account.seat, MARGIN + 28, y + 46, 24)
        sums = _sums(account)
        yield _COST.right(WIDTH - MARGIN, y + 64, sums, "cost", INK if account.paid else INK_SOFT)
        name = _PLAYER.cut(names[account.seat - 1], 520)
        yield _PLAYER.left(MARGIN + 76, y + 64, name, "player")
        x = MARGIN + 76 + _PLAYER.wide(name) + 24
        if account.received:
            got = f"+{money(account.received)}"
            yield _COST.left(x, y + 64, got, "fees received", GOOD)
            x += _COST.wide(got) + 24
        room = WIDTH - MARGIN - _COST.wide(sums) - 24 - x
        yield BODY.left(x, y + 62, _summary(account), "summary", INK_SOFT, room=room)
        more, room = _points(account, names), WIDTH - 2 * MARGIN - 76
        if more:
            yield SMALL.left(MARGIN + 76, y + 116, more, "points", INK_SOFT, room=room)
        y += _tall(account)


def _tall(account: Account) -> int:
    return _ROW if account.lines else _LOW


def _sums(account: Account) -> str:
    return f"−{money(account.paid)}" if account.paid else "·"


def _summary(account: Account) -> str:
    """“3 tracks, 1 of them free, train 1 in city 5”."""
    tracks = sum(len(line) - 1 for line in account.lines)
    words = [counted(tracks, "track")] if tracks else []
    words += [f"{account.free} of them free"] if account.free else []
    return ", ".join((*words, *account.trains, *(f"{train} made large" for train in account.large))) or "nothing"


def _points(account: Account, names: Sequence[str]) -> str:
    """“H33–V85–V86 · $1,000 of it to Ben”."""
    lines = ["–".join(line) for line in account.lines]
    fees = [f"{money(fee)} to {names[owner - 1]}" for owner, fee in account.fees]
    return " · ".join((*lines, *([f"of it {listed(fees)}"] if fees else [])))


def _sentence(state: RailroadsOfCatan, account: Account, names: Sequence[str]) -> str:
    ways = [f"{named(state, line[0], names)} to {named(state, line[-1], names)}" for line in account.lines]
    fees = [f"{money(fee)} to {names[owner - 1]}" for owner, fee in account.fees]
    did = [f"laid {listed(ways)}"] if ways else []
    did += [f"{account.free} of it free"] if account.free else []
    did += [f"got {listed(account.trains)}"] if account.trains else []
    did += [f"made {listed(account.large)} large"] if account.large else []
    did += [f"paid {money(account.paid)}{f', of it {listed(fees)}' if fees else ''}"] if account.paid else []
    did += [f"received {money(account.received)}"] if account.received else []
    return f"{player(names, account.seat)} {', '.join(did) or 'built nothing'}."
