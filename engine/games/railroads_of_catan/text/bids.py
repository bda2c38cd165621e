"""Texts of bids for the turn order and of rankings of associates. (RC Phase 3)"""

from collections.abc import Mapping

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Seat,
    View,
    dollar_amount,
    join_words,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.constants import CREW_TRACKS, SEGMENT_FEE, TRACKS_PER_TURN
from engine.games.railroads_of_catan.game_data.island import LIST_PRICES, TrackKind, kind_of
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.rules.bids import banker_pay
from engine.games.railroads_of_catan.rules.trips import load_price
from engine.games.railroads_of_catan.state.actions import Bid, Rank
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
from engine.games.railroads_of_catan.state.events import AssociateTaken, BankerPaid, BidsShown
from engine.games.railroads_of_catan.state.phases import Bidding
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_View = View[RailroadsOfCatan]

_SHORT_NAMES: Mapping[Associate, str] = {
    Associate.CREW: "Crew",
    Associate.BANKER: "Banker",
    Associate.ENGINEER: "Engineer",
    Associate.CONDUCTOR: "Conductor",
    Associate.NEGOTIATOR: "Negotiator",
    Associate.UNION: "Union",
}
_SHORT_EFFECTS: Mapping[Associate, str] = {
    Associate.CREW: f"{CREW_TRACKS} tracks more than the usual {TRACKS_PER_TURN}",
    Associate.ENGINEER: f"saves {dollar_amount(LIST_PRICES[TrackKind.PLAIN] // 2)} or more a track",
    Associate.UNION: f"saves ${SEGMENT_FEE} a rival’s track",
}
"""Effects of associates that are equal for every seat, in a few words."""


def _bid_label(view: _View, action: Bid, field: str, name: NameOfSeat) -> str:
    """Return “Bid $500: $14,500 left”; if only the first player pays, a note about that. (ruling 42)"""
    state, amount = view.state, dollar_amount(action.amount)
    if field:
        return amount
    if state.options.pays == "first":
        return f"Bid {amount}: you pay only if you go first"
    return f"Bid {amount}: {dollar_amount(state.cash[action.seat] - action.amount)} left"


def _bid_short_label(view: _View, action: Bid, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Bid $500” for the whole action, “$500” for the field."""
    amount = dollar_amount(action.amount)
    return ShortLabel(amount if field else f"Bid {amount}", costs=(action.amount,))


def _bid_context(view: _View, action: Bid, field: str) -> str:
    """Return “You have $15,000. First lately: $200–$800.”: the cash, and recent winning bids."""
    state = view.state
    price_text = state.firsts.price_range_text("${:,}")
    lately_text = f" First lately: {price_text}." if price_text else ""
    return f"You have {dollar_amount(state.cash[action.seat])}.{lately_text}"


def _bid_legend(view: _View, action: Bid, field: str) -> str:
    """Explain who pays, and the advantages of going first."""
    payers = "All pay their bid" if view.state.options.pays == "everyone" else "Only first pays"
    return f"{payers}. First picks, builds, sells first."


def _bid_preview(view: _View, action: Bid, name: NameOfSeat) -> str:
    """Return a warning if the bid is far above the recent winning bids; otherwise ""."""
    firsts = view.state.firsts
    if not firsts.is_high(action.amount):
        return ""
    return f"⚠ That’s more than twice what first place cost lately ({firsts.price_range_text('${:,}')})."


def _known_bid(state: RailroadsOfCatan, seat: Seat) -> int | None:
    """Return a seat's bid in dollars; None if the seat has not bid or if the view hides the bid."""
    phase = state.flow[-1] if state.flow else None
    bid = phase.bids.get(seat) if isinstance(phase, Bidding) else None
    return bid.value if bid else None


def _rank_label(view: _View, action: Rank, field: str, name: NameOfSeat) -> str:
    """Return “Rank Engineer, Banker, Union Manager”; for a field, the name and effect of one associate."""
    if field:
        title, effect = ASSOCIATE_TEXTS[getattr(action, field)]
        return f"{title}: {effect}"
    titles = [ASSOCIATE_TEXTS[associate][0] for associate in _counted_associates(view.state, action)]
    return f"Rank {', '.join(titles)}"


def _rank_short_label(view: _View, action: Rank, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Banker · +$1,400 before building” for a field; otherwise the short names of all associates that count."""
    if field:
        associate = getattr(action, field)
        title, effect = ASSOCIATE_TEXTS[associate]
        effect_text = _effect_text(view.state, action.seat, associate)
        labels = (f"{title} · {effect_text}", f"{_SHORT_NAMES[associate]} · {effect_text}")
        return ShortLabel(fit_label(*labels, max_length=MAX_LABEL), fit_detail(effect))
    names_ranked = [_SHORT_NAMES[associate] for associate in _counted_associates(view.state, action)]
    label = fit_label(", ".join(names_ranked), " ".join(names_ranked), max_length=MAX_LABEL)
    return ShortLabel(label, join_words(names_ranked))


def _rank_context(view: _View, action: Rank, field: str) -> str:
    """Return “You bid $500 of $15,000.” with the question for the first associate; "" if the view hides the bid."""
    bid = _known_bid(view.state, action.seat) if field in ("", "first") else None
    return "" if bid is None else f"You bid {dollar_amount(bid)} of {dollar_amount(view.state.cash[action.seat])}."


def _rank_legend(view: _View, action: Rank, field: str) -> str:
    """Explain the use of a ranking, with the question for its first associate."""
    return "In turn order, each gets the best one left." if field in ("", "first") else ""


def _counted_associates(state: RailroadsOfCatan, action: Rank) -> tuple[Associate, ...]:
    """Return the ranked associates that a seat may get: with three players, only the first three."""
    return (action.first, action.second, action.third, action.fourth)[: state.seats]


def _effect_text(state: RailroadsOfCatan, seat: Seat, associate: Associate) -> str:
    """Return “+$1,400 before building”: the effect of an associate for this seat in this turn."""
    match associate:
        case Associate.BANKER:
            return f"+{dollar_amount(expected_banker_pay(state, seat))} before building"
        case Associate.CONDUCTOR:
            own = sum(kind_of(state.layout, track) is TrackKind.MOUNTAIN for track in state.tracks_of(seat))
            return f"mountain 1 move, you own {own}"
        case Associate.NEGOTIATOR:
            return f"saves {_savings_text(state, seat)} a barrel"
        case _:
            return _SHORT_EFFECTS[associate]


def _savings_text(state: RailroadsOfCatan, seat: Seat) -> str:
    """Return “$100–$250”: the smallest and the largest amount that the negotiator saves on a rival's barrel."""
    with_negotiator = state.set_associate(seat, Associate.NEGOTIATOR)
    savings = {
        load_price(state, seat, hex) - load_price(with_negotiator, seat, hex)
        for hex, city in state.cities.items()
        if city.seat != seat
    }
    return "–".join(dollar_amount(saving) for saving in sorted({min(savings), max(savings)}))


def expected_banker_pay(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the dollars that the banker will pay the seat, after the seat has paid its bid, if the bid is known."""
    bid = _known_bid(state, seat) if state.options.pays == "everyone" else 0
    return banker_pay(state.cash[seat] - (bid or 0))


def _narrate_bids(event: BidsShown, name: NameOfSeat) -> Narration:
    bids_text = join_words([f"{name(seat)} {dollar_amount(event.bids[seat])}" for seat in event.order])
    die_sentence = " Ties were broken by a die roll." if event.rolled else ""
    payer_sentence = "" if len(event.paid) == len(event.bids) else f" Only {name(event.order[0])} paid."
    return Narration(f"Turn order by bids: {bids_text}.{die_sentence}{payer_sentence}")


def _narrate_associate(event: AssociateTaken, name: NameOfSeat) -> Narration:
    title, effect = ASSOCIATE_TEXTS[event.associate]
    return Narration(f"{name(event.seat)} hired the {title}: {effect}.")


def _narrate_banker(event: BankerPaid, name: NameOfSeat) -> Narration:
    return Narration(f"{name(event.seat)} received {dollar_amount(event.received)} from the bank.")


ACTION_TEXTS: ActionTexts = {
    Bid: ActionText(
        label=_bid_label,
        short_label=_bid_short_label,
        question_context=_bid_context,
        legend=_bid_legend,
        preview=_bid_preview,
    ),
    Rank: ActionText(
        label=_rank_label, short_label=_rank_short_label, question_context=_rank_context, legend=_rank_legend
    ),
}
EVENT_TEXTS: EventTexts = {
    BidsShown: _narrate_bids,
    AssociateTaken: _narrate_associate,
    BankerPaid: _narrate_banker,
}
