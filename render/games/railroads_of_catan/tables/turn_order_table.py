"""The picture of the turn order: event, bids, associates, and cash. (RC Phases 2, 3)"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core import Event, Seat, count_noun, dollar_amount, join_words
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.pieces import ASSOCIATES
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS, EVENT_TEXTS
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.pieces import draw_mark
from render.games.railroads_of_catan.captions import corner_text, player_text
from render.games.railroads_of_catan.colors import PALETTE
from render.games.railroads_of_catan.tables.players import ASSOCIATE_EFFECTS
from render.palette import ACCENT, GOOD, INK, INK_SOFT, RULE
from render.parts.page_layout import (
    CONTENT_TOP,
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    header_layer,
    ink_rule,
    panel,
    paper_scene,
)
from render.parts.table import Column, TableCell, draw_cells
from render.parts.typography import BODY, RANK, SMALL, STRONG, TextStyle
from render.scene import Box, Layer, Scene, Shape, make_layer
from render.text_fitting import first_word, join_sentences, names_at_that_time

_BAND, _QUIET = 232, 170
"""Heights in px of the panel of an event with consequences, and of an event without consequences."""
_HEADS, _ROW = 64, 142
"""Heights in px of the column headings, and of a row."""
_FOOT, _BELOW = 86, 24
"""Heights in px of the part below the table if there is a text about free associates, and if there is none."""
_BAND_GAP, _STRIPE, _STRIPE_RADIUS, _EVENT, _ROOM = 20, 14, 6, 36, 60
_TITLE_LINE, _EFFECT_LINE, _HAPPENED_LINE, _FOOT_LINE = 66, 122, 180, 58
_NAME, _BID, _ASSOCIATE, _CASH_WIDE = 186, 820, 880, 220
_BID_WIDE, _NAME_GAP, _HEADS_UP = 190, 30, 18
_PLACE_X, _PLACE_LINE, _MARK_X, _MARK_Y, _MARK, _LINE = 40, 98, 128, 70, 34, 92
_UNPAID, _UNPAID_LINE, _CASH_DOWN = -20, 122, 2
_UPPER, _LOWER, _ALONE = 68, 120, 90
"""Distances in px from a row's top to the baselines of an associate, of its effect, and of a single text."""
_PLACE = TextStyle("hb", 80)
_PLAYER = TextStyle("hb", 62)
_CASH = TextStyle("hb", 66)
_AMOUNT = TextStyle("h", 60)
_TITLE = TextStyle("sb", 52)
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
    Column("head", PAGE_WIDTH - MARGIN - _CASH_WIDE - _ASSOCIATE, ink=INK_SOFT),
    Column("head", _CASH_WIDE, anchor="right", ink=INK_SOFT),
)


def turn_order_scene(state: RailroadsOfCatan, events: Sequence[Event], names: Sequence[str]) -> Scene:
    """Draw a row for each player in turn order, with the bids in the events."""
    bids_shown = next((event for event in reversed(events) if isinstance(event, e.BidsShown)), None)
    bidding = next((phase for phase in state.flow[-1:] if isinstance(phase, Bidding)), None)
    consequences = _consequences_text(events, names)
    top = CONTENT_TOP + (_BAND if consequences else _QUIET) if state.event else CONTENT_TOP
    rows = top + _HEADS
    bottom = rows + _ROW * state.seats
    left = _free_associates_text(state)
    layers = (
        header_layer(
            "Turn order",
            corner_text(state),
            _turn_order_line(state, bids_shown, bidding, names),
            seat=_first_bidder(bids_shown),
        ),
        make_layer("event", _draw_event(state, consequences)),
        make_layer("heads", _draw_column_heads(rows, bids=bids_shown is not None)),
        make_layer(
            "rows",
            (s for i in range(state.seats) for s in _draw_row(state, i, bids_shown, bidding, events, names, rows)),
        ),
        Layer("foot", (BODY.left(MARGIN, bottom + _FOOT_LINE, left, "left", INK_SOFT),) if left else ()),
    )
    alt = _alt_text(state, bids_shown, bidding, events, names)
    return paper_scene("bids", bottom + (_FOOT if left else _BELOW), PALETTE, layers, alt)


def _first_bidder(bids_shown: e.BidsShown | None) -> Seat | None:
    return bids_shown.order[0] if bids_shown else None


def _turn_order_line(
    state: RailroadsOfCatan, bids_shown: e.BidsShown | None, bidding: Bidding | None, names: Sequence[str]
) -> str:
    if bids_shown:
        first, die = bids_shown.order[0], " · ties broken by die" if bids_shown.rolled else ""
        return f"{names[first - 1]} goes first, bid {dollar_amount(bids_shown.bids[first])}{die}"
    if bidding:
        return "Sealed bids · last turn’s order"
    if not state.turn:
        return "Seat order until the first bids"
    return f"{names[state.order[0] - 1]} goes first this turn"


def _draw_event(state: RailroadsOfCatan, consequences: str) -> Iterator[Shape]:
    if not state.event:
        return
    title, effect = EVENT_TEXTS[state.event]
    tall, room = (_BAND if consequences else _QUIET) - _BAND_GAP, PAGE_WIDTH - 2 * MARGIN - _ROOM
    yield panel(MARGIN, CONTENT_TOP, PAGE_WIDTH - 2 * MARGIN, tall)
    yield Box(MARGIN, CONTENT_TOP, _STRIPE, tall, INK, radius=_STRIPE_RADIUS)
    yield RANK.left(MARGIN + _EVENT, CONTENT_TOP + _TITLE_LINE, title, "event")
    effect = f"{effect[0].upper()}{effect[1:]}"
    yield BODY.left(MARGIN + _EVENT, CONTENT_TOP + _EFFECT_LINE, effect, "event effect", INK_SOFT, max_width=room)
    if consequences:
        yield STRONG.left(MARGIN + _EVENT, CONTENT_TOP + _HAPPENED_LINE, consequences, "what it did", max_width=room)


def _consequences_text(events: Sequence[Event], names: Sequence[str]) -> str:
    """Return the consequences of the event: payments and losses of players."""
    parts, names = [], names_at_that_time(events, names)
    for event in events:
        match event:
            case e.TaxPaid(seat=seat, paid=paid, thrown=thrown):
                lost = f" and threw away {count_noun(len(thrown), 'barrel')}" if thrown else ""
                parts.append(f"{names[seat - 1]} paid {dollar_amount(paid)}{lost}")
            case e.HolidayPaid(seat=seat, received=received):
                parts.append(f"{names[seat - 1]} received {dollar_amount(received)}")
            case e.StormLosses(tracks=tracks, trains=trains):
                lost_texts = [count_noun(len(tracks), "water track")] if tracks else []
                lost_texts += [f"{names[seat - 1]}’s train {number}" for seat, number in trains]
                parts.append(f"Lost: {join_words(lost_texts)}" if lost_texts else "Nothing lost")
            case _:
                continue
    return " · ".join(parts)


def _draw_column_heads(rows: float, *, bids: bool) -> Iterator[Shape]:
    heads = ("", "bid" if bids else "", "associate", "cash")
    yield from draw_cells(MARGIN + _NAME, _HEAD_COLUMNS, rows - _HEADS_UP, heads)
    yield ink_rule(rows, THICK_RULE)


def _draw_row(
    state: RailroadsOfCatan,
    place: int,
    bids_shown: e.BidsShown | None,
    bidding: Bidding | None,
    events: Sequence[Event],
    names: Sequence[str],
    rows: float,
) -> Iterator[Shape]:
    seat, y = state.order[place], rows + place * _ROW
    yield _PLACE.middle(MARGIN + _PLACE_X, y + _PLACE_LINE, str(place + 1), "place")
    yield draw_mark(seat, MARGIN + _MARK_X, y + _MARK_Y, _MARK)
    is_paid = bids_shown is None or seat in bids_shown.paid
    bid = TableCell(dollar_amount(bids_shown.bids[seat]), ink=INK if is_paid else INK_SOFT) if bids_shown else ""
    name = TableCell(names[seat - 1], short=first_word(names[seat - 1]))
    columns = _WITH_BIDS if bids_shown else _WITHOUT_BIDS
    yield from draw_cells(MARGIN + _NAME, columns if is_paid else _WITH_UNPAID, y + _LINE, (name, bid))
    if not is_paid:
        yield SMALL.right(_BID, y + _UNPAID_LINE, "not paid", "bid not paid", INK_SOFT)
    yield from _draw_associate(state, seat, bidding, events, y)
    yield _CASH.right(PAGE_WIDTH - MARGIN, y + _LINE + _CASH_DOWN, dollar_amount(state.cash[seat]), "cash")
    yield Box(MARGIN, round(y + _ROW - 2), PAGE_WIDTH - 2 * MARGIN, 2, RULE)


def _draw_associate(
    state: RailroadsOfCatan, seat: Seat, bidding: Bidding | None, events: Sequence[Event], y: float
) -> Iterator[Shape]:
    """Draw a seat's associate with its effect; during bidding, draw whether the seat has bid."""
    associate, room = state.associates.get(seat), PAGE_WIDTH - MARGIN - _CASH_WIDE - _ASSOCIATE
    if associate:
        banker_events = (event for event in events if isinstance(event, e.BankerPaid))
        bank_pay = next((event.received for event in banker_events if event.seat == seat), 0)
        effect, ink = (
            (f"+{dollar_amount(bank_pay)} from the bank", GOOD)
            if bank_pay
            else (ASSOCIATE_EFFECTS[associate], INK_SOFT)
        )
        title = ASSOCIATE_TEXTS[associate][0]
        yield _TITLE.left(_ASSOCIATE, y + _UPPER, title, "associate", max_width=room)
        yield BODY.left(_ASSOCIATE, y + _LOWER, effect, "effect", ink, max_width=room)
    elif bidding:
        has_bid = seat in bidding.ranks
        words, ink = ("has bid", GOOD) if has_bid else ("bidding", ACCENT)
        yield _TITLE.left(_ASSOCIATE, y + _ALONE, words, "has bid", ink)
    else:
        yield _TITLE.left(_ASSOCIATE, y + _ALONE, "·", "associate", INK_SOFT)


def _free_associates_text(state: RailroadsOfCatan) -> str:
    """Return “Not taken: Banker and Engineer”; "" before the seats have associates."""
    if not state.associates:
        return ""
    free = [ASSOCIATE_TEXTS[role][0] for role in ASSOCIATES if role not in state.associates.values()]
    return f"Not taken: {join_words(free)}"


def _event_sentences(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    names_then = names_at_that_time(events, names)
    event_list = (event for event in events if isinstance(event, e.TaxPaid | e.HolidayPaid | e.StormLosses))
    return [GAME.text.narrate(event, lambda seat: names_then[seat - 1]).sentence for event in event_list]


def _alt_text(
    state: RailroadsOfCatan,
    bids_shown: e.BidsShown | None,
    bidding: Bidding | None,
    events: Sequence[Event],
    names: Sequence[str],
) -> str:
    rows = []
    for place, seat in enumerate(state.order, 1):
        facts = []
        if bids_shown:
            facts.append(
                f"bid {dollar_amount(bids_shown.bids[seat])}{'' if seat in bids_shown.paid else ' (not paid)'}"
            )
        if associate := state.associates.get(seat):
            facts.append(f"{ASSOCIATE_TEXTS[associate][0]} ({ASSOCIATE_EFFECTS[associate]})")
        elif bidding:
            facts.append("has bid" if seat in bidding.ranks else "bidding")
        facts.append(f"{dollar_amount(state.cash[seat])} cash")
        rows.append(f"{place}. {player_text(names, seat)}: {', '.join(facts)}.")
    event = ["{}: {}.".format(*EVENT_TEXTS[state.event])] if state.event else []
    event += _event_sentences(events, names)
    left = [f"{_free_associates_text(state)}."] if state.associates else []
    return join_sentences(
        (
            f"Railroads of Catan, {corner_text(state)}, turn order. "
            f"{_turn_order_line(state, bids_shown, bidding, names)}.",
            *event,
            *rows,
            *left,
        )
    )
