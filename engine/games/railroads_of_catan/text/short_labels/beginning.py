"""Cities, rankings of hexes, upkeep, bids, and associates, as their buttons say them."""

from collections.abc import Mapping

from engine.core import Action, NameOfSeat, Seat, count_noun, dollar_amount, join_words
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroads_of_catan.game_data.constants import (
    BANKER_DIVISOR,
    BID_STEP,
    CITY_DOTS,
    CREW_TRACKS,
    SEGMENT_FEE,
    TRACKS_PER_TURN,
)
from engine.games.railroads_of_catan.game_data.distance_tables import list_price_distances, track_distances
from engine.games.railroads_of_catan.game_data.island import BUY_PRICE_PER_DOT, LIST_PRICES, NodeId, TrackKind, kind_of
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard
from engine.games.railroads_of_catan.rules.founding import free_hexes
from engine.games.railroads_of_catan.state.actions import Bid, Keep, Mark, Offer, Pick, Prefer, Rank, Release
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
from engine.games.railroads_of_catan.state.phases import Bidding, Draft
from engine.games.railroads_of_catan.state.sellable_items import list_price, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.labels.beginning import ranking_text
from engine.games.railroads_of_catan.text.short_labels.place_names import item_name

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
"""The effects that are the same for every seat; of a track with the engineer, mountains and water save more."""
_BARRELS_A_GAME = "1 to 6"
"""Barrels that rivals buy in one city in a whole game: the means of ten games of three computers, by dots."""
_NEAR_TRACKS = 4
"""Tracks to a market that is near: a small train gets there and sells in one turn."""


def question_context(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """The bidder’s money and bid, and recent prices of first place; or that all hexes are equal."""
    match action:
        case Bid(seat=seat):
            price_text = state.firsts.price_range_text("${:,}")
            lately_text = f" First lately: {price_text}." if price_text else ""
            return f"You have {dollar_amount(state.cash[seat])}.{lately_text}"
        case Rank(seat=seat) if field in ("", "first"):
            return _own_bid_text(state, seat)
        case Pick(seat=seat):
            return _equal_hexes_text(state, seat)
        case _:
            return ""


def _own_bid_text(state: RailroadsOfCatan, seat: Seat) -> str:
    """“You bid $500 of $15,000.”, as far as the reader knows the bid."""
    phase = state.flow[-1] if state.flow else None
    bid = phase.bids.get(seat) if isinstance(phase, Bidding) else None
    cash_text = dollar_amount(state.cash[seat])
    return f"You bid {dollar_amount(bid.value)} of {cash_text}." if bid and bid.value is not None else ""


def _equal_hexes_text(state: RailroadsOfCatan, seat: Seat) -> str:
    """Tell that no figure speaks for one of the hexes."""
    phase = state.flow[-1] if state.flow else None
    hexes = free_hexes(state, phase) if isinstance(phase, Draft) else ()
    figures = {
        (_barrel_price(state, hex), _count_markets(state, hex), _connection_cost(state, seat, hex)) for hex in hexes
    }
    return "Their figures are equal: any is fine." if len(hexes) > 1 and len(figures) == 1 else ""


def legend(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """The meaning of the numbers of a site, of a bid, and of a ranking."""
    match action:
        case Pick(seat=seat) if state.cities_of(seat):
            return f"$: rivals’ barrel, {_BARRELS_A_GAME} a game. Track: to your city."
        case Pick():
            return f"$: per barrel. Markets: buyers within {_NEAR_TRACKS} tracks."
        case Bid():
            payers = "All pay their bid" if state.options.pays == "everyone" else "Only first pays"
            return f"{payers}. First picks, builds, sells first."
        case Rank() if field in ("", "first"):
            return "In turn order, each gets the best one left."
        case _:
            return ""


def preview(state: RailroadsOfCatan, action: Action) -> str:
    """A warning about a bid far above the recent prices of first place."""
    if isinstance(action, Bid) and state.firsts.is_high(action.amount):
        return f"⚠ That’s more than twice what first place cost lately ({state.firsts.price_range_text('${:,}')})."
    return ""


def short_label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of an action of these phases; None for others."""
    match action:
        case Pick(hex=hex):
            return _hex_short_label(state, action.seat, hex)
        case Prefer(hexes=ranking):
            wish = ranking_text(state, action).replace(" (", " · ").replace(") as choice", ", choice")
            return ShortLabel(
                fit_label(wish, wish.replace(" dots", ""), ", ".join(ranking.hexes)), fit_detail(*ranking.hexes)
            )
        case Mark():
            return _mark_short_label(state, action, field, name)
        case Keep(item=item) | Release(item=item):
            fee = upkeep_cost(state, action.seat, item)
            verb = "" if field else "Keep " if isinstance(action, Keep) else "Give up "
            item_text = item_name(state, action.seat, item, action.seat, name)
            label = (
                f"{verb}{item_text if not verb else f'{item_text[0].lower()}{item_text[1:]}'} · {dollar_amount(fee)}"
            )
            return ShortLabel(
                fit_label(label, f"{item_text} · {dollar_amount(fee)}"), f"Upkeep {dollar_amount(fee)}", costs=(fee,)
            )
        case Offer():
            return _offer_short_label(state, action, field, name)
        case Bid(amount=amount):
            return ShortLabel(dollar_amount(amount) if field else f"Bid {dollar_amount(amount)}", costs=(amount,))
        case Rank():
            return _rank_short_label(state, action, field)
        case _:
            return None


def _hex_short_label(state: RailroadsOfCatan, seat: Seat, hex: NodeId) -> ShortLabel:
    """“H33 wood · $500, track $4,000”, “H21 wheat · $500, 5 markets”: what rivals pay, and what is near."""
    good, price, markets = state.layout.good_of(hex), _barrel_price(state, hex), _count_markets(state, hex)
    market_text = count_noun(markets, "market")
    detail = f"Rivals pay {dollar_amount(price)} a barrel; {market_text} within {_NEAR_TRACKS} tracks"
    head = f"{hex} {good} · {dollar_amount(price)}"
    cost = _connection_cost(state, seat, hex)
    if cost is None:
        return ShortLabel(f"{head}, {market_text}", detail, gains=(price, markets))
    return ShortLabel(
        fit_label(
            f"{head}, {market_text}, track {dollar_amount(cost)}",
            f"{head}, track {dollar_amount(cost)}",
            max_length=MAX_LABEL,
        ),
        detail,
        gains=(price,),
        costs=(cost,),
    )


def _barrel_price(state: RailroadsOfCatan, hex: NodeId) -> int:
    """Dollars that a rival pays for a barrel in a city on the hex."""
    good = state.layout.good_of(hex)
    return BUY_PRICE_PER_DOT[good] * state.layout.dots_of(hex) if good else 0


def _count_markets(state: RailroadsOfCatan, hex: NodeId) -> int:
    """The hexes near by for cities that buy the good: those that make another one."""
    sites = (site for dots in CITY_DOTS for site in state.layout.hexes_with_dots(dots))
    distances, good = track_distances(hex), state.layout.good_of(hex)
    return sum(state.layout.good_of(site) is not good and distances[site] <= _NEAR_TRACKS for site in sites)


def _connection_cost(state: RailroadsOfCatan, seat: Seat, hex: NodeId) -> int | None:
    """Dollars of new track to the nearest city of the seat, if it has one."""
    prices = list_price_distances(state.layout, hex)
    return min((prices[own] for own in state.cities_of(seat)), default=None)


def _mark_short_label(state: RailroadsOfCatan, action: Mark, field: str, name: NameOfSeat) -> ShortLabel:
    fee = upkeep_cost(state, action.seat, action.item)
    item_text = item_name(state, action.seat, action.item, action.seat, name)
    match field:
        case "item":
            return ShortLabel(
                fit_label(f"{item_text} · {dollar_amount(fee)}", item_text),
                f"Upkeep {dollar_amount(fee)}",
                gains=(fee,),
            )
        case "otherwise":
            return ShortLabel(f"Pay {dollar_amount(fee)} upkeep" if action.otherwise == "pay" else "Remove it")
        case "reserve":
            return ShortLabel(f"{dollar_amount(action.reserve)} or more")
    unsold_text = "else pay" if action.otherwise == "pay" else "else remove"
    lowest_bid = dollar_amount(action.reserve)
    return ShortLabel(
        fit_label(f"{item_text} for {lowest_bid}, {unsold_text}", f"{item_text}, {unsold_text}"),
        f"List price {dollar_amount(list_price(state, action.seat, action.item))}",
    )


def _offer_short_label(state: RailroadsOfCatan, action: Offer, field: str, name: NameOfSeat) -> ShortLabel:
    owner = Seat(action.owner)
    whose = shorten_name(name(owner))
    if field == "owner":
        return ShortLabel(whose)
    if field == "amount":
        return ShortLabel(dollar_amount(action.amount), costs=(action.amount,))
    item_text = item_name(state, owner, action.item, action.seat, name)
    price, fee = list_price(state, owner, action.item), upkeep_cost(state, owner, action.item)
    detail = f"List price {dollar_amount(price)}; the winner also pays {dollar_amount(fee)} upkeep"
    if field:
        return ShortLabel(fit_label(f"{item_text} · list {dollar_amount(price)}", item_text), detail)
    return ShortLabel(
        fit_label(f"{dollar_amount(action.amount)} · {item_text}", f"{dollar_amount(action.amount)} · {whose}"),
        detail,
        costs=(action.amount,),
    )


def _effect_text(state: RailroadsOfCatan, seat: Seat, associate: Associate) -> str:
    """“+$1,400 before building”: what an associate brings the seat this turn, in dollars or in tracks."""
    match associate:
        case Associate.BANKER:
            return f"+{dollar_amount(banker_pay(state, seat))} before building"
        case Associate.CONDUCTOR:
            own = sum(kind_of(state.layout, track) is TrackKind.MOUNTAIN for track in state.tracks_of(seat))
            return f"mountain 1 move, you own {own}"
        case Associate.NEGOTIATOR:
            return f"saves {_savings_text(state, seat)} a barrel"
        case _:
            return _SHORT_EFFECTS[associate]


def _savings_text(state: RailroadsOfCatan, seat: Seat) -> str:
    """“$100–$250”: half of what rivals’ barrels cost this turn, the cheapest and the dearest."""
    share = 4 if state.event is EventCard.PLENTY else 2
    savings = {_barrel_price(state, hex) // share for hex, city in state.cities.items() if city.seat != seat}
    return "–".join(dollar_amount(saving) for saving in sorted({min(savings), max(savings)}))


def banker_pay(state: RailroadsOfCatan, seat: Seat) -> int:
    """The banker's pay to the seat once its bid is paid, as far as the reader knows the bid."""
    phase = state.flow[-1] if state.flow else None
    bid = phase.bids.get(seat) if isinstance(phase, Bidding) else None
    paid = bid.value if bid and bid.value is not None and state.options.pays == "everyone" else 0
    return (state.cash[seat] - paid) // BANKER_DIVISOR // BID_STEP * BID_STEP


def _rank_short_label(state: RailroadsOfCatan, action: Rank, field: str) -> ShortLabel:
    """“Banker · +$1,400 before building”, or all in short that count."""
    if field:
        associate = getattr(action, field)
        title, effect = ASSOCIATE_TEXTS[associate]
        effect_text = _effect_text(state, action.seat, associate)
        return ShortLabel(
            fit_label(f"{title} · {effect_text}", f"{_SHORT_NAMES[associate]} · {effect_text}", max_length=MAX_LABEL),
            fit_detail(effect),
        )
    ranking = (action.first, action.second, action.third, action.fourth)[: state.seats]
    names_ranked = [_SHORT_NAMES[one] for one in ranking]
    return ShortLabel(
        fit_label(", ".join(names_ranked), " ".join(names_ranked), max_length=MAX_LABEL), join_words(names_ranked)
    )
