"""The beginning of a turn: its event, the bids for turn order, the associates, and the cash left. (RC Phases 2, 3)"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core import Event, Seat, counted, dollars, listed
from engine.games.railroads_of_catan.box.pieces import ASSOCIATES
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS, EVENT_WORDS
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration import tell
from render.called import called_then
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at
from render.games.railroads_of_catan.players import EFFECTS
from render.games.railroads_of_catan.words import corner, player
from render.labels import first_word, joined
from render.palette import ACCENT, GOOD, INK, INK_SOFT, RULE
from render.parts.frame import CONTENT, MARGIN, THICK, WIDTH, header, panel, picture, rule
from render.parts.table import Cell, Column, cells
from render.parts.text import BODY, RANK, SMALL, STRONG, Style
from render.scene import Box, Layer, Scene, Shape, layer

_BAND, _QUIET, _HEADS, _ROW, _FOOT, _BELOW = 232, 170, 64, 142, 86, 24
"""Heights: of the event with and without consequences, the heads, a row, and what stands under them."""
_BAND_GAP, _STRIPE, _STRIPE_RADIUS, _EVENT, _ROOM = 20, 14, 6, 36, 60
_TITLE_LINE, _EFFECT_LINE, _HAPPENED_LINE, _FOOT_LINE = 66, 122, 180, 58
_NAME, _BID, _ASSOCIATE, _CASH_WIDE = 186, 820, 880, 220
_BID_WIDE, _NAME_GAP, _HEADS_UP = 190, 30, 18
_PLACE_X, _PLACE_LINE, _MARK_X, _MARK_Y, _MARK, _LINE = 40, 98, 128, 70, 34, 92
_UNPAID, _UNPAID_LINE, _CASH_DOWN = -20, 122, 2
_UPPER, _LOWER, _ALONE = 68, 120, 90
"""Lines of an associate and of the effect, or of one of them alone."""
_PLACE = Style("hb", 80)
_PLAYER = Style("hb", 62)
_CASH = Style("hb", 66)
_AMOUNT = Style("h", 60)
_TITLE = Style("sb", 52)
_NAME_TO_BID = _BID - MARGIN - _NAME
_WITH_BIDS = (
    Column("name", _NAME_TO_BID - _BID_WIDE, _PLAYER),
    Column("bid", _BID_WIDE, _AMOUNT, "right"),
)
_WITH_UNPAID = (_WITH_BIDS[0], replace(_WITH_BIDS[1], drop=_UNPAID))
_WITHOUT_BIDS = (
    Column("name", _ASSOCIATE - MARGIN - _NAME, _PLAYER, gap=_NAME_GAP),
    Column("bid", 0),
)
_HEAD_COLUMNS = (
    Column("head", _NAME_TO_BID - _BID_WIDE),
    Column("head", _BID_WIDE + _ASSOCIATE - _BID, anchor="right", ink=INK_SOFT, gap=_ASSOCIATE - _BID),
    Column("head", WIDTH - MARGIN - _CASH_WIDE - _ASSOCIATE, ink=INK_SOFT),
    Column("head", _CASH_WIDE, anchor="right", ink=INK_SOFT),
)


def bids_scene(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str]) -> Scene:
    """A row for each player in the order of play; bids where the news have them."""
    shown = next((event for event in reversed(news) if isinstance(event, e.BidsShown)), None)
    bidding = next((phase for phase in state.flow[-1:] if isinstance(phase, Bidding)), None)
    happened = _consequences(news, names)
    top = CONTENT + (_BAND if happened else _QUIET) if state.event else CONTENT
    rows = top + _HEADS
    bottom = rows + _ROW * state.seats
    left = _left(state)
    layers = (
        header("Turn order", corner(state), _line(state, shown, bidding, names), seat=_first(shown)),
        layer("event", _event(state, happened)),
        layer("heads", _heads(rows, bids=shown is not None)),
        layer("rows", (s for i in range(state.seats) for s in _row(state, i, shown, bidding, news, names, rows))),
        Layer("foot", (BODY.left(MARGIN, bottom + _FOOT_LINE, left, "left", INK_SOFT),) if left else ()),
    )
    alt = _alt(state, shown, bidding, news, names)
    return picture("bids", bottom + (_FOOT if left else _BELOW), PALETTE, layers, alt)


def _first(shown: e.BidsShown | None) -> Seat | None:
    return shown.order[0] if shown else None


def _line(state: RailroadsOfCatan, shown: e.BidsShown | None, bidding: Bidding | None, names: Sequence[str]) -> str:
    if shown:
        first, die = shown.order[0], " · ties broken by die" if shown.rolled else ""
        return f"{names[first - 1]} goes first, bid {dollars(shown.bids[first])}{die}"
    if bidding:
        return "Sealed bids · last turn’s order"
    if not state.turn:
        return "Seat order until the first bids"
    return f"{names[state.order[0] - 1]} goes first this turn"


def _event(state: RailroadsOfCatan, happened: str) -> Iterator[Shape]:
    """The event of the turn, and what it did."""
    if not state.event:
        return
    title, effect = EVENT_WORDS[state.event]
    tall, room = (_BAND if happened else _QUIET) - _BAND_GAP, WIDTH - 2 * MARGIN - _ROOM
    yield panel(MARGIN, CONTENT, WIDTH - 2 * MARGIN, tall)
    yield Box(MARGIN, CONTENT, _STRIPE, tall, INK, radius=_STRIPE_RADIUS)
    yield RANK.left(MARGIN + _EVENT, CONTENT + _TITLE_LINE, title, "event")
    effect = f"{effect[0].upper()}{effect[1:]}"
    yield BODY.left(MARGIN + _EVENT, CONTENT + _EFFECT_LINE, effect, "event effect", INK_SOFT, room=room)
    if happened:
        yield STRONG.left(MARGIN + _EVENT, CONTENT + _HAPPENED_LINE, happened, "what it did", room=room)


def _consequences(news: Sequence[Event], names: Sequence[str]) -> str:
    """The consequences of the event: who paid, received, or lost what."""
    parts, names = [], called_then(news, names)
    for event in news:
        match event:
            case e.TaxPaid(seat=seat, paid=paid, thrown=thrown):
                lost = f" and threw away {counted(len(thrown), 'barrel')}" if thrown else ""
                parts.append(f"{names[seat - 1]} paid {dollars(paid)}{lost}")
            case e.HolidayPaid(seat=seat, received=received):
                parts.append(f"{names[seat - 1]} received {dollars(received)}")
            case e.StormLosses(tracks=tracks, trains=trains):
                gone = [counted(len(tracks), "water track")] if tracks else []
                gone += [f"{names[seat - 1]}’s train {number}" for seat, number in trains]
                parts.append(f"Lost: {listed(gone)}" if gone else "Nothing lost")
            case _:
                continue
    return " · ".join(parts)


def _heads(rows: float, *, bids: bool) -> Iterator[Shape]:
    heads = ("", "bid" if bids else "", "associate", "cash")
    yield from cells(MARGIN + _NAME, _HEAD_COLUMNS, rows - _HEADS_UP, heads)
    yield rule(rows, THICK)


def _row(
    state: RailroadsOfCatan,
    place: int,
    shown: e.BidsShown | None,
    bidding: Bidding | None,
    news: Sequence[Event],
    names: Sequence[str],
    rows: float,
) -> Iterator[Shape]:
    seat, y = state.order[place], rows + place * _ROW
    yield _PLACE.middle(MARGIN + _PLACE_X, y + _PLACE_LINE, str(place + 1), "place")
    yield mark_at(seat, MARGIN + _MARK_X, y + _MARK_Y, _MARK)
    paid = shown is None or seat in shown.paid
    bid = Cell(dollars(shown.bids[seat]), ink=INK if paid else INK_SOFT) if shown else ""
    name = Cell(names[seat - 1], short=first_word(names[seat - 1]))
    columns = _WITH_BIDS if shown else _WITHOUT_BIDS
    yield from cells(MARGIN + _NAME, columns if paid else _WITH_UNPAID, y + _LINE, (name, bid))
    if not paid:
        yield SMALL.right(_BID, y + _UNPAID_LINE, "not paid", "bid not paid", INK_SOFT)
    yield from _associate(state, seat, bidding, news, y)
    yield _CASH.right(WIDTH - MARGIN, y + _LINE + _CASH_DOWN, dollars(state.cash[seat]), "cash")
    yield Box(MARGIN, round(y + _ROW - 2), WIDTH - 2 * MARGIN, 2, RULE)


def _associate(
    state: RailroadsOfCatan, seat: Seat, bidding: Bidding | None, news: Sequence[Event], y: float
) -> Iterator[Shape]:
    """Name and effect; before the bids are shown, who has bid."""
    associate, room = state.associates.get(seat), WIDTH - MARGIN - _CASH_WIDE - _ASSOCIATE
    if associate:
        paid = (one for one in news if isinstance(one, e.BankerPaid))
        got = next((one.received for one in paid if one.seat == seat), 0)
        effect, ink = (f"+{dollars(got)} from the bank", GOOD) if got else (EFFECTS[associate], INK_SOFT)
        title = ASSOCIATE_WORDS[associate][0]
        yield _TITLE.left(_ASSOCIATE, y + _UPPER, title, "associate", room=room)
        yield BODY.left(_ASSOCIATE, y + _LOWER, effect, "effect", ink, room=room)
    elif bidding:
        done = seat in bidding.ranks
        words, ink = ("has bid", GOOD) if done else ("bidding", ACCENT)
        yield _TITLE.left(_ASSOCIATE, y + _ALONE, words, "has bid", ink)
    else:
        yield _TITLE.left(_ASSOCIATE, y + _ALONE, "·", "associate", INK_SOFT)


def _left(state: RailroadsOfCatan) -> str:
    """Associates that nobody took."""
    if not state.associates:
        return ""
    left = [ASSOCIATE_WORDS[each][0] for each in ASSOCIATES if each not in state.associates.values()]
    return f"Not taken: {listed(left)}"


def _happened(news: Sequence[Event], names: Sequence[str]) -> list[str]:
    """The effects of the event, in the words of posts."""
    then = called_then(news, names)
    did = (event for event in news if isinstance(event, e.TaxPaid | e.HolidayPaid | e.StormLosses))
    return [tell(event, lambda seat: then[seat - 1]).sentence for event in did]


def _alt(
    state: RailroadsOfCatan,
    shown: e.BidsShown | None,
    bidding: Bidding | None,
    news: Sequence[Event],
    names: Sequence[str],
) -> str:
    rows = []
    for place, seat in enumerate(state.order, 1):
        facts = []
        if shown:
            facts.append(f"bid {dollars(shown.bids[seat])}{'' if seat in shown.paid else ' (not paid)'}")
        if associate := state.associates.get(seat):
            facts.append(f"{ASSOCIATE_WORDS[associate][0]} ({EFFECTS[associate]})")
        elif bidding:
            facts.append("has bid" if seat in bidding.ranks else "bidding")
        facts.append(f"{dollars(state.cash[seat])} cash")
        rows.append(f"{place}. {player(names, seat)}: {', '.join(facts)}.")
    event = ["{}: {}.".format(*EVENT_WORDS[state.event])] if state.event else []
    event += _happened(news, names)
    left = [f"{_left(state)}."] if state.associates else []
    return joined(
        (
            f"Railroads of Catan, {corner(state)}, turn order. {_line(state, shown, bidding, names)}.",
            *event,
            *rows,
            *left,
        )
    )
