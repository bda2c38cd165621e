"""Cities, rankings of hexes, upkeep, bids, and associates, as their buttons say them."""

from collections.abc import Mapping

from engine.core import Action, NameOfSeat, Seat, count_noun, dollar_amount, join_words
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import BUY_PRICE_PER_DOT, NodeId
from engine.games.railroads_of_catan.game_data.pieces import Associate
from engine.games.railroads_of_catan.state.actions import Bid, Keep, Mark, Offer, Pick, Prefer, Rank, Release
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
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
    Associate.CREW: "2 more tracks",
    Associate.BANKER: "10% of your cash",
    Associate.ENGINEER: "half-price track",
    Associate.CONDUCTOR: "mountains 1 move",
    Associate.NEGOTIATOR: "half-price goods",
    Associate.UNION: "no track fees",
}


def question_context(state: RailroadsOfCatan, action: Action) -> str:
    """The bidder’s money, and the price of the first place in the last turns."""
    if not isinstance(action, Bid):
        return ""
    cash_text, price_text = (
        f"You have {dollar_amount(state.cash[action.seat])}.",
        state.firsts.price_range_text("${:,}"),
    )
    return f"{cash_text} First place lately: {price_text}." if price_text else cash_text


def legend(state: RailroadsOfCatan, action: Action) -> str:
    """The meaning of the figures of a site."""
    if not isinstance(action, Pick):
        return ""
    return "$: what rivals pay you. Tracks: to your city." if state.cities_of(action.seat) else ""


def preview(state: RailroadsOfCatan, action: Action) -> str:
    """A warning of a bid that is far above what the first place cost lately."""
    if isinstance(action, Bid) and state.firsts.is_high(action.amount):
        return f"⚠ That’s more than twice what first place cost lately ({state.firsts.price_range_text('${:,}')})."
    return ""


def short_label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The words of a button for an action of these phases; None for others."""
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
            return _rank_short_label(action, field)
        case _:
            return None


def _hex_short_label(state: RailroadsOfCatan, seat: Seat, hex: NodeId) -> ShortLabel:
    """“H33 wood · $500 a barrel, 4 tracks”: what rivals pay there, and how far the next own city is."""
    good, dots = state.layout.good_of(hex), state.layout.dots_of(hex)
    assert good is not None
    price = BUY_PRICE_PER_DOT[good] * dots
    distances = [track_distances(hex)[own] for own in state.cities_of(seat)]
    distance_text = f", {count_noun(min(distances), 'track')}" if distances else ""
    label = fit_label(f"{hex} {good} · {dollar_amount(price)} a barrel{distance_text}", max_length=MAX_LABEL)
    detail = f"Rivals pay {dollar_amount(price)} a barrel; number {state.layout.chit_of(hex)}"
    return ShortLabel(label, detail, gains=(price,))


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


def _rank_short_label(action: Rank, field: str) -> ShortLabel:
    """“Banker · 10% of your cash”, or all four in short."""
    if field:
        associate = getattr(action, field)
        title, effect = ASSOCIATE_TEXTS[associate]
        return ShortLabel(
            fit_label(
                f"{title} · {_SHORT_EFFECTS[associate]}", f"{_SHORT_NAMES[associate]} · {_SHORT_EFFECTS[associate]}"
            ),
            fit_detail(effect),
        )
    names_ranked = [_SHORT_NAMES[one] for one in (action.first, action.second, action.third, action.fourth)]
    return ShortLabel(
        fit_label(", ".join(names_ranked), " ".join(names_ranked), max_length=MAX_LABEL), join_words(names_ranked)
    )
