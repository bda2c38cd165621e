"""The totals of each company's building in the events of a Turn."""

from collections import Counter

import msgspec
from msgspec.structs import replace

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.rules.costs import building_cost
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.text_fitting import Events

Lines = tuple[tuple[Hex, ...], ...]
"""Track as lines of hexes."""


class BuildSum(msgspec.Struct, frozen=True):
    """The track that a company built in the events, its cost, and its bonus."""

    seat: Seat
    lines: Lines = ()
    cost: int = 0
    payments: tuple[tuple[Seat, int], ...] = ()
    """Payments to rivals, as (seat, gold) pairs."""
    received: int = 0
    bonus: int = 0

    @property
    def payments_by_seat(self) -> dict[Seat, int]:
        """Payments to rivals in gold, by seat."""
        return dict(self.payments)

    @property
    def is_connected(self) -> bool:
        """Whether all new track of the company is connected."""
        return len(self.track_pieces) < 2

    @property
    def track_pieces(self) -> tuple[Lines, ...]:
        """The lines, grouped into connected pieces."""
        pieces: list[Lines] = []
        for line in self.lines:
            touching = [piece for piece in pieces if _is_touching(piece, line)]
            pieces = [piece for piece in pieces if piece not in touching]
            pieces.append((*(other for piece in touching for other in piece), line))
        return tuple(pieces)


def split_by_piece(chart: HexMap, build_sum: BuildSum) -> tuple[BuildSum, ...]:
    """The totals of each connected piece of track: the cost of its steps, without payments."""
    return tuple(BuildSum(build_sum.seat, piece, _lines_cost(chart, piece)) for piece in build_sum.track_pieces)


def _lines_cost(chart: HexMap, lines: Lines) -> int:
    return sum(building_cost(chart, *step) for step in Branches(lines).steps)


def _is_touching(piece: Lines, line: tuple[Hex, ...]) -> bool:
    return any(not set(other).isdisjoint(line) for other in piece)


def build_sums(state: RailwayRivals, events: Events) -> tuple[BuildSum, ...]:
    """The totals of all companies in the order of building; companies that built nothing are last."""
    sums: dict[Seat, BuildSum] = {}
    for event in events:
        if isinstance(event, e.TrackBuilt | e.TownReached):
            build_sum = sums.get(event.seat) or BuildSum(event.seat)
            sums[event.seat] = _add_event(build_sum, event)
    for seat in state.everyone:
        sums.setdefault(seat, BuildSum(seat))
    received = Counter[Seat]()
    for build_sum in sums.values():
        received.update(build_sum.payments_by_seat)
    return tuple(replace(build_sum, received=received[build_sum.seat]) for build_sum in sums.values())


def _add_event(build_sum: BuildSum, event: e.TrackBuilt | e.TownReached) -> BuildSum:
    """Add the track and gold of an event to a total."""
    match event:
        case e.TrackBuilt(path=path, cost=cost, paid=paid):
            sums = Counter(build_sum.payments_by_seat)
            sums.update(paid)
            payments = tuple((seat, sums[seat]) for seat in sorted(sums))
            return replace(
                build_sum, lines=_join_lines(build_sum.lines, path.lines), cost=build_sum.cost + cost, payments=payments
            )
        case e.TownReached(bonus=bonus):
            return replace(build_sum, bonus=build_sum.bonus + bonus)


def _join_lines(lines: Lines, more: Lines) -> Lines:
    """Add new lines; a line that begins at the end of another line is joined to it."""
    joined_lines = list(lines)
    for line in more:
        at = next((i for i, old in enumerate(joined_lines) if old[-1] == line[0]), None)
        if at is None:
            joined_lines.append(line)
        else:
            joined_lines[at] = (*joined_lines[at], *line[1:])
    return tuple(joined_lines)
