"""The last building: a close look with the price of each new track, and what everybody paid."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engine.core import Event, Seat, counted, dollars, listed
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.crop import crop
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at
from render.games.railroads_of_catan.plane import around, crop_planes
from render.games.railroads_of_catan.words import corner, laid, last_move, line_named, new_tracks, player
from render.labels import Names, joined
from render.palette import GOOD, INK, INK_SOFT
from render.parts.frame import MARGIN, RIGHT, header, picture, rule
from render.parts.text import BODY, SMALL, Style
from render.scene import Layer, Scene, Shape, layer

_ROW, _LOW = 132, 84
_UNDER, _FOOT, _AIR = 18, 24, 0.95
_MARK, _MARK_DOWN, _MARK_RADIUS, _NAME, _GAP = 28, 46, 24, 76, 24
_LINE, _SUMMARY_LINE, _POINTS_LINE = 64, 62, 116
_PLAYER = Style("h", 54)
_PLAYER_ROOM = 520
_COST = Style("hb", 54)
_RECEIVED = Style("hb", 54)


class Account(msgspec.Struct, frozen=True):
    """One player's building in the news: track, trains, and the money for them."""

    seat: Seat
    lines: tuple[tuple[Place, ...], ...] = ()
    bank: int = 0
    fees: tuple[tuple[Seat, int], ...] = ()
    free: int = 0
    trains: tuple[str, ...] = ()
    large: tuple[str, ...] = ()
    """Trains that were upgraded."""
    received: int = 0

    @property
    def paid(self) -> int:
        """To the bank and to rivals."""
        return self.bank + sum(fee for _, fee in self.fees)


def accounts(state: RailroadsOfCatan, news: Sequence[Event]) -> tuple[Account, ...]:
    """Every player's, in the order of play."""
    found = {seat: Account(seat) for seat in state.order}
    for event in news:
        match event:
            case e.TrackLaid(seat=seat, fees=fees):
                for owner, fee in fees.items():
                    found[owner] = replace(found[owner], received=found[owner].received + fee)
                found[seat] = _with_track(found[seat], event)
            case e.TrainBought(seat=seat, number=number, city=city, cost=cost):
                old = found[seat]
                trains = (*old.trains, f"train {number} in the {state.cities[city].dots}-dot city")
                found[seat] = replace(old, trains=trains, bank=old.bank + cost)
            case e.TrainUpgraded(seat=seat, number=number, cost=cost):
                old = found[seat]
                large = (*old.large, f"train {number}")
                found[seat] = replace(old, large=large, bank=old.bank + cost)
            case _:
                continue
    return tuple(found.values())


def _with_track(old: Account, event: e.TrackLaid) -> Account:
    owed = Counter(dict(old.fees))
    owed.update(event.fees)
    return replace(
        old,
        lines=(*old.lines, *event.path.lines),
        bank=old.bank + event.cost,
        fees=tuple(sorted(owed.items())),
        free=old.free + event.free,
    )


def built_scenes(state: RailroadsOfCatan, news: Sequence[Event], names: Names) -> tuple[Scene, ...]:
    """One picture: windows around all that is new, and a table; nothing where nothing is new."""
    boxes = [around(line, _AIR) for event in laid(news) for line in event.path.lines]
    boxes += [around((train.at,), _AIR) for train in _trains(state, news)]
    if not boxes:
        return ()
    new, told = new_tracks(state, news), accounts(state, news)
    planes = crop_planes(boxes)
    table = max(plane.y + plane.h for plane in planes) + _UNDER
    seat, said = last_move(state, news, names)
    layers = (
        header("Last built", corner(state), said, seat=seat),
        *(Layer("window", crop(state, plane, new=new, bright=new)) for plane in planes),
        layer("table", _table(told, names, table)),
    )
    alt = joined(
        (f"Railroads of Catan, {corner(state)}: last built.", *(_sentence(state, account, names) for account in told))
    )
    height = round(table + sum(map(_tall, told)) + _FOOT)
    return (picture("built", height, PALETTE, layers, alt),)


def _trains(state: RailroadsOfCatan, news: Sequence[Event]) -> Iterator[Train]:
    """Trains that were bought or upgraded, where they are."""
    for event in news:
        if isinstance(event, e.TrainBought | e.TrainUpgraded):
            train = state.train(event.seat, event.number)
            if train:
                yield train


def _table(told: Sequence[Account], names: Names, top: float) -> Iterator[Shape]:
    """Two lines for each player: what, for how much; and over which points."""
    y = top
    for i, account in enumerate(told):
        if i:
            yield rule(y)
        yield from _row(account, names, y)
        y += _tall(account)


def _row(account: Account, names: Names, y: float) -> Iterator[Shape]:
    yield mark_at(account.seat, MARGIN + _MARK, y + _MARK_DOWN, _MARK_RADIUS)
    sums = dollars(-account.paid) if account.paid else "·"
    yield _COST.right(RIGHT, y + _LINE, sums, "cost", INK if account.paid else INK_SOFT)
    left = MARGIN + _NAME
    name = _PLAYER.cut(names[account.seat - 1], _PLAYER_ROOM)
    yield _PLAYER.left(left, y + _LINE, name, "player")
    x = left + _PLAYER.wide(name) + _GAP
    if account.received:
        got = f"+{dollars(account.received)}"
        yield _RECEIVED.left(x, y + _LINE, got, "fees received", GOOD)
        x += _RECEIVED.wide(got) + _GAP
    room = RIGHT - _COST.wide(sums) - _GAP - x
    yield BODY.left(x, y + _SUMMARY_LINE, _summary(account), "summary", INK_SOFT, room=room)
    if more := _points(account, names):
        yield SMALL.left(left, y + _POINTS_LINE, more, "points", INK_SOFT, room=RIGHT - left)


def _tall(account: Account) -> int:
    return _ROW if account.lines else _LOW


def _summary(account: Account) -> str:
    """“3 tracks, 1 free, train 1 in the 5-dot city”."""
    tracks = sum(len(line) - 1 for line in account.lines)
    words = [counted(tracks, "track")] if tracks else []
    words += [f"{account.free} free"] if account.free else []
    words += [*account.trains, *(f"{train} upgraded" for train in account.large)]
    return ", ".join(words) or "nothing"


def _points(account: Account, names: Names) -> str:
    """“H33–V85–V86 · includes $1,000 to Ben”."""
    parts = ["–".join(line) for line in account.lines]
    if account.fees:
        parts.append(f"includes {_fees(account, names)}")
    return " · ".join(parts)


def _fees(account: Account, names: Names) -> str:
    return listed([f"{dollars(fee)} to {names[owner - 1]}" for owner, fee in account.fees])


def _sentence(state: RailroadsOfCatan, account: Account, names: Names) -> str:
    ways = [line_named(state, line, names) for line in account.lines]
    shared = f", including {_fees(account, names)}" if account.fees else ""
    did = [f"laid {listed(ways)}"] if ways else []
    did += [f"{counted(account.free, 'track')} of it free"] if account.free else []
    did += [f"bought {listed(account.trains)}"] if account.trains else []
    did += [f"upgraded {listed(account.large)}"] if account.large else []
    did += [f"paid {dollars(account.paid)}{shared}"] if account.paid else []
    did += [f"received {dollars(account.received)}"] if account.received else []
    return f"{player(names, account.seat)} {', '.join(did) or 'built nothing'}."
