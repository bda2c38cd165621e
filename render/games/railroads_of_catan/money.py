"""How a turn begins: its event, the bids for the order of play, the associates, and the money left. (RC Phases 2, 3)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.pieces import ASSOCIATES
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS, EVENT_WORDS
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.called import called_then
from render.games.railroads_of_catan.alt import player
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at
from render.games.railroads_of_catan.players import EFFECTS
from render.games.railroads_of_catan.words import corner, money
from render.labels import first_word, joined
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, rule
from render.parts.text import BODY, RANK, SMALL, STRONG, Style
from render.scene import Box, Layer, Scene, Shape

_BAND, _HEADS, _ROW, _FOOT = 232, 64, 142, 86
_NAME, _BID, _ASSOCIATE = MARGIN + 186, 820, 880
_PLACE = Style("hb", 80)
_NAME_WORDS = Style("hb", 62)
_CASH = Style("hb", 66)
_BID_WORDS = Style("h", 60)
_ASSOCIATE_WORDS = Style("sb", 52)


def bids_scene(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str]) -> Scene:
    """A row for each player in the order of play; bids where the news have them."""
    shown = next((event for event in reversed(news) if isinstance(event, e.BidsShown)), None)
    bidding = next((phase for phase in state.flow[-1:] if isinstance(phase, Bidding)), None)
    happened = _consequences(news, names)
    top = CONTENT + (_BAND if happened else _BAND - 62) if state.event else CONTENT
    rows = top + _HEADS
    bottom = rows + _ROW * state.seats
    left = _left(state)
    layers = (
        header("Order of play", corner(state), _line(state, shown, bidding, names), seat=_first(shown)),
        Layer("event", tuple(_event(state, happened))),
        Layer("heads", tuple(_heads(rows, bids=shown is not None))),
        Layer("rows", tuple(s for i in range(state.seats) for s in _row(state, i, shown, bidding, news, names, rows))),
        Layer("foot", (BODY.left(MARGIN, bottom + 58, left, "left", INK_SOFT),) if left else ()),
    )
    alt = _alt(state, shown, bidding, happened, names)
    return Scene("bids", WIDTH, bottom + (_FOOT if left else 24), PAPER, PALETTE, layers, alt)


def _first(shown: e.BidsShown | None) -> Seat | None:
    return shown.order[0] if shown else None


def _line(state: RailroadsOfCatan, shown: e.BidsShown | None, bidding: Bidding | None, names: Sequence[str]) -> str:
    if shown:
        first, die = shown.order[0], "; equal bids by die" if shown.rolled else ""
        return f"{names[first - 1]} goes first for a bid of {money(shown.bids[first])}{die}"
    if bidding:
        return "Bids are sealed until everybody has bid; the order is that of the turn before"
    if not state.turn:
        return f"{names[state.order[0] - 1]} begins"
    return f"{names[state.order[0] - 1]} goes first this turn"


def _event(state: RailroadsOfCatan, happened: str) -> Iterator[Shape]:
    """The event of the turn, and what it did."""
    if not state.event:
        return
    title, effect = EVENT_WORDS[state.event]
    tall, room = (_BAND if happened else _BAND - 62) - 20, WIDTH - 2 * MARGIN - 60
    yield Box(MARGIN, CONTENT, WIDTH - 2 * MARGIN, tall, CARD, INK, 3, 10)
    yield Box(MARGIN, CONTENT, 14, tall, INK, radius=6)
    yield RANK.left(MARGIN + 36, CONTENT + 66, title, "event")
    effect = f"{effect[0].upper()}{effect[1:]}"
    yield BODY.left(MARGIN + 36, CONTENT + 122, effect, "event effect", INK_SOFT, room=room)
    if happened:
        yield STRONG.left(MARGIN + 36, CONTENT + 180, happened, "what it did", room=room)


def _consequences(news: Sequence[Event], names: Sequence[str]) -> str:
    """Who paid, received or lost what by the event."""
    parts, names = [], called_then(news, names)
    for event in news:
        match event:
            case e.TaxPaid(seat=seat, paid=paid, thrown=thrown):
                lost = f" and threw off {counted(len(thrown), 'barrel')}" if thrown else ""
                parts.append(f"{names[seat - 1]} paid {money(paid)}{lost}")
            case e.HolidayPaid(seat=seat, received=received):
                parts.append(f"{names[seat - 1]} received {money(received)}")
            case e.StormLosses(tracks=tracks, trains=trains):
                gone = [counted(len(tracks), "water track")] if tracks else []
                gone += [f"{names[seat - 1]}’s train {number}" for seat, number in trains]
                parts.append(f"Lost: {listed(gone)}" if gone else "Nothing was lost")
            case _:
                continue
    return " · ".join(parts)


def _heads(rows: float, *, bids: bool) -> Iterator[Shape]:
    if bids:
        yield BODY.right(_BID, rows - 18, "bid", "head", INK_SOFT)
    yield BODY.left(_ASSOCIATE, rows - 18, "associate", "head", INK_SOFT)
    yield BODY.right(WIDTH - MARGIN, rows - 18, "cash", "head", INK_SOFT)
    yield rule(rows, 3)


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
    yield _PLACE.middle(MARGIN + 40, y + 98, str(place + 1), "place")
    yield mark_at(seat, MARGIN + 128, y + 70, 34)
    name = names[seat - 1]
    room = (_BID - 190 if shown else _ASSOCIATE - 30) - _NAME
    yield _NAME_WORDS.left(_NAME, y + 92, name, "name", room=room, short=first_word(name))
    if shown:
        paid = seat in shown.paid
        yield _BID_WORDS.right(
            _BID, y + (92 if paid else 72), money(shown.bids[seat]), "bid", INK if paid else INK_SOFT
        )
        if not paid:
            yield SMALL.right(_BID, y + 122, "not paid", "bid not paid", INK_SOFT)
    yield from _associate(state, seat, bidding, news, y)
    yield _CASH.right(WIDTH - MARGIN, y + 94, money(state.cash[seat]), "cash")
    yield Box(MARGIN, round(y + _ROW - 2), WIDTH - 2 * MARGIN, 2, RULE)


def _associate(
    state: RailroadsOfCatan, seat: Seat, bidding: Bidding | None, news: Sequence[Event], y: float
) -> Iterator[Shape]:
    """Name and effect; before the bids are shown, who has bid."""
    associate, room = state.associates.get(seat), WIDTH - MARGIN - 220 - _ASSOCIATE
    if associate:
        got = next((n.received for n in news if isinstance(n, e.BankerPaid) and n.seat == seat), 0)
        effect, ink = (f"+{money(got)} from the bank", GOOD) if got else (EFFECTS[associate], INK_SOFT)
        title = ASSOCIATE_WORDS[associate][0]
        yield _ASSOCIATE_WORDS.left(_ASSOCIATE, y + 68, title, "associate", room=room)
        yield BODY.left(_ASSOCIATE, y + 120, effect, "effect", ink, room=room)
    elif bidding:
        done = seat in bidding.ranks
        words, ink = ("has bid", GOOD) if done else ("still bids", ACCENT)
        yield _ASSOCIATE_WORDS.left(_ASSOCIATE, y + 90, words, "has bid", ink)
    else:
        yield _ASSOCIATE_WORDS.left(_ASSOCIATE, y + 90, "·", "associate", INK_SOFT)


def _left(state: RailroadsOfCatan) -> str:
    """Associates that nobody took."""
    if not state.associates:
        return ""
    left = [ASSOCIATE_WORDS[each][0] for each in ASSOCIATES if each not in state.associates.values()]
    return f"Not taken: {listed(left)}"


def _alt(
    state: RailroadsOfCatan,
    shown: e.BidsShown | None,
    bidding: Bidding | None,
    happened: str,
    names: Sequence[str],
) -> str:
    rows = []
    for place, seat in enumerate(state.order, 1):
        facts = []
        if shown:
            facts.append(f"bid {money(shown.bids[seat])}{'' if seat in shown.paid else ' (not paid)'}")
        if associate := state.associates.get(seat):
            facts.append(ASSOCIATE_WORDS[associate][0])
        elif bidding:
            facts.append("has bid" if seat in bidding.ranks else "still bids")
        facts.append(f"cash {money(state.cash[seat])}")
        rows.append(f"{place} {player(names, seat)}: {', '.join(facts)}.")
    event = [f"Event {EVENT_WORDS[state.event][0]}: {EVENT_WORDS[state.event][1]}."] if state.event else []
    event += [f"{happened}."] if happened else []
    left = [f"{_left(state)}."] if state.associates else []
    return joined((f"Order of play, {corner(state)}. {_line(state, shown, bidding, names)}.", *event, *rows, *left))
