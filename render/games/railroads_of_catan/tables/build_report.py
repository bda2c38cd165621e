"""The picture of the latest building: close-ups of new track, and the payments of each player."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engine.core import Event, Seat, count_noun, dollar_amount, join_words
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_viewport import bounds_around, crop_viewports
from render.games.railroads_of_catan.board.crops import draw_crop
from render.games.railroads_of_catan.board.pieces import draw_mark
from render.games.railroads_of_catan.captions import (
    corner_text,
    last_move_line,
    line_name,
    new_tracks,
    player_text,
    track_events,
)
from render.games.railroads_of_catan.colors import PALETTE
from render.palette import GOOD, INK, INK_SOFT
from render.parts.page_layout import MARGIN, RIGHT, header_layer, ink_rule, paper_scene
from render.parts.typography import BODY, SMALL, TextStyle
from render.scene import Layer, Scene, Shape, make_layer
from render.text_fitting import Names, join_sentences

_ROW, _LOW = 132, 84
_UNDER, _FOOT, _AIR = 18, 24, 0.95
_MARK, _MARK_DOWN, _MARK_RADIUS, _NAME, _GAP = 28, 46, 24, 76, 24
_LINE, _SUMMARY_LINE, _POINTS_LINE = 64, 62, 116
_PLAYER = TextStyle("h", 54)
_PLAYER_ROOM = 520
_COST = TextStyle("hb", 54)
_RECEIVED = TextStyle("hb", 54)


class TurnSpending(msgspec.Struct, frozen=True):
    """Track and trains that a player built in one turn, with the dollars paid and received."""

    seat: Seat
    lines: tuple[tuple[NodeId, ...], ...] = ()
    bank: int = 0
    fees: tuple[tuple[Seat, int], ...] = ()
    free: int = 0
    trains: tuple[str, ...] = ()
    large: tuple[str, ...] = ()
    """Names of the trains that were upgraded, such as “train 1”."""
    received: int = 0

    @property
    def total_paid(self) -> int:
        """The dollars paid to the bank and to rivals."""
        return self.bank + sum(fee for _, fee in self.fees)


def _spending_by_player(state: RailroadsOfCatan, events: Sequence[Event]) -> tuple[TurnSpending, ...]:
    """Return what every player built and paid in these events, in turn order."""
    spending = {seat: TurnSpending(seat) for seat in state.order}
    for event in events:
        match event:
            case e.TrackLaid(seat=seat, fees=fees):
                for owner, fee in fees.items():
                    spending[owner] = replace(spending[owner], received=spending[owner].received + fee)
                spending[seat] = _add_track(spending[seat], event)
            case e.TrainBought(seat=seat, number=number, city=city, cost=cost):
                old = spending[seat]
                trains = (*old.trains, f"train {number} in the {state.cities[city].dots}-dot city")
                spending[seat] = replace(old, trains=trains, bank=old.bank + cost)
            case e.TrainUpgraded(seat=seat, number=number, cost=cost):
                old = spending[seat]
                large = (*old.large, f"train {number}")
                spending[seat] = replace(old, large=large, bank=old.bank + cost)
            case _:
                continue
    return tuple(spending.values())


def _add_track(old: TurnSpending, event: e.TrackLaid) -> TurnSpending:
    fees_due = Counter(dict(old.fees))
    fees_due.update(event.fees)
    return replace(
        old,
        lines=(*old.lines, *event.path.lines),
        bank=old.bank + event.cost,
        fees=tuple(sorted(fees_due.items())),
        free=old.free + event.free,
    )


def build_report_scenes(state: RailroadsOfCatan, events: Sequence[Event], names: Names) -> tuple[Scene, ...]:
    """Draw close-ups of all new track and trains, and a table; no picture if nothing was built."""
    boxes = [bounds_around(line, _AIR) for event in track_events(events) for line in event.path.lines]
    boxes += [bounds_around((train.at,), _AIR) for train in _new_trains(state, events)]
    if not boxes:
        return ()
    new, spending = new_tracks(state, events), _spending_by_player(state, events)
    viewports = crop_viewports(boxes)
    table = max(viewport.y + viewport.h for viewport in viewports) + _UNDER
    seat, last_line = last_move_line(state, events, names)
    layers = (
        header_layer("Last built", corner_text(state), last_line, seat=seat),
        *(Layer("window", draw_crop(state, viewport, new=new, bright=new)) for viewport in viewports),
        make_layer("table", _draw_table(spending, names, table)),
    )
    alt = join_sentences(
        (
            f"Railroads of Catan, {corner_text(state)}: last built.",
            *(_player_sentence(state, account, names) for account in spending),
        )
    )
    height = round(table + sum(map(_row_height, spending)) + _FOOT)
    return (paper_scene("built", height, PALETTE, layers, alt),)


def _new_trains(state: RailroadsOfCatan, events: Sequence[Event]) -> Iterator[TrainPiece]:
    """Yield the trains that were bought or upgraded in these events."""
    for event in events:
        if isinstance(event, e.TrainBought | e.TrainUpgraded):
            train = state.find_train(event.seat, event.number)
            if train:
                yield train


def _draw_table(spending: Sequence[TurnSpending], names: Names, top: float) -> Iterator[Shape]:
    y = top
    for i, account in enumerate(spending):
        if i:
            yield ink_rule(y)
        yield from _draw_row(account, names, y)
        y += _row_height(account)


def _draw_row(account: TurnSpending, names: Names, y: float) -> Iterator[Shape]:
    yield draw_mark(account.seat, MARGIN + _MARK, y + _MARK_DOWN, _MARK_RADIUS)
    sums = dollar_amount(-account.total_paid) if account.total_paid else "·"
    yield _COST.right(RIGHT, y + _LINE, sums, "cost", INK if account.total_paid else INK_SOFT)
    left = MARGIN + _NAME
    name = _PLAYER.shorten(names[account.seat - 1], _PLAYER_ROOM)
    yield _PLAYER.left(left, y + _LINE, name, "player")
    x = left + _PLAYER.width(name) + _GAP
    if account.received:
        received_text = f"+{dollar_amount(account.received)}"
        yield _RECEIVED.left(x, y + _LINE, received_text, "fees received", GOOD)
        x += _RECEIVED.width(received_text) + _GAP
    room = RIGHT - _COST.width(sums) - _GAP - x
    yield BODY.left(x, y + _SUMMARY_LINE, _summary_text(account), "summary", INK_SOFT, max_width=room)
    if more := _points_text(account, names):
        yield SMALL.left(left, y + _POINTS_LINE, more, "points", INK_SOFT, max_width=RIGHT - left)


def _row_height(account: TurnSpending) -> int:
    return _ROW if account.lines else _LOW


def _summary_text(account: TurnSpending) -> str:
    """“3 tracks, 1 free, train 1 in the 5-dot city”."""
    tracks = sum(len(line) - 1 for line in account.lines)
    words = [count_noun(tracks, "track")] if tracks else []
    words += [f"{account.free} free"] if account.free else []
    words += [*account.trains, *(f"{train} upgraded" for train in account.large)]
    return ", ".join(words) or "nothing"


def _points_text(account: TurnSpending, names: Names) -> str:
    """Return “H33–V85–V86 · includes $1,000 to Ben”: the points of new track, and the fees paid."""
    parts = ["–".join(line) for line in account.lines]
    if account.fees:
        parts.append(f"includes {_fees_text(account, names)}")
    return " · ".join(parts)


def _fees_text(account: TurnSpending, names: Names) -> str:
    return join_words([f"{dollar_amount(fee)} to {names[owner - 1]}" for owner, fee in account.fees])


def _player_sentence(state: RailroadsOfCatan, account: TurnSpending, names: Names) -> str:
    lines = [line_name(state, line, names) for line in account.lines]
    shared = f", including {_fees_text(account, names)}" if account.fees else ""
    clauses = [f"laid {join_words(lines)}"] if lines else []
    clauses += [f"{count_noun(account.free, 'track')} of it free"] if account.free else []
    clauses += [f"bought {join_words(account.trains)}"] if account.trains else []
    clauses += [f"upgraded {join_words(account.large)}"] if account.large else []
    clauses += [f"paid {dollar_amount(account.total_paid)}{shared}"] if account.total_paid else []
    clauses += [f"received {dollar_amount(account.received)}"] if account.received else []
    return f"{player_text(names, account.seat)} {', '.join(clauses) or 'built nothing'}."
