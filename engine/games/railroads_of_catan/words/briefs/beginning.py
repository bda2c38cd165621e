"""Cities, rankings of hexes, upkeep, bids, and associates, as their buttons say them."""

from collections.abc import Mapping

from engine.core import Action, Name, Seat, counted, dollars, listed
from engine.core.brief import LONGEST, Brief, detail_of, label_that_fits, short_name
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.island import BUY, Place
from engine.games.railroads_of_catan.box.pieces import Associate
from engine.games.railroads_of_catan.state.actions import Bid, Keep, Mark, Offer, Pick, Prefer, Rank, Release
from engine.games.railroads_of_catan.state.items import list_price, upkeep
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.briefs.places import item_name
from engine.games.railroads_of_catan.words.labels.beginning import wish_words

_NAMES: Mapping[Associate, str] = {
    Associate.CREW: "Crew",
    Associate.BANKER: "Banker",
    Associate.ENGINEER: "Engineer",
    Associate.CONDUCTOR: "Conductor",
    Associate.NEGOTIATOR: "Negotiator",
    Associate.UNION: "Union",
}
_EFFECTS: Mapping[Associate, str] = {
    Associate.CREW: "2 more tracks",
    Associate.BANKER: "10% of your cash",
    Associate.ENGINEER: "half-price track",
    Associate.CONDUCTOR: "mountains 1 move",
    Associate.NEGOTIATOR: "half-price goods",
    Associate.UNION: "no track fees",
}


def about(state: RailroadsOfCatan, action: Action) -> str:
    """The bidder’s money, and the price of the first place in the last turns."""
    if not isinstance(action, Bid):
        return ""
    have, lately = f"You have {dollars(state.cash[action.seat])}.", state.firsts.words("${:,}")
    return f"{have} First place lately: {lately}." if lately else have


def legend(state: RailroadsOfCatan, action: Action) -> str:
    """The meaning of the figures of a site."""
    if not isinstance(action, Pick):
        return ""
    return "$: what rivals pay you. Tracks: to your city." if state.cities_of(action.seat) else ""


def preview(state: RailroadsOfCatan, action: Action) -> str:
    """A warning of a bid that is far above what the first place cost lately."""
    if isinstance(action, Bid) and state.firsts.is_high(action.amount):
        return f"⚠ That’s more than twice what first place cost lately ({state.firsts.words('${:,}')})."
    return ""


def brief(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for an action of these phases; None for others."""
    match action:
        case Pick(hex=hex):
            return _site(state, action.seat, hex)
        case Prefer(hexes=ranking):
            wish = wish_words(state, action).replace(" (", " · ").replace(") as choice", ", choice")
            return Brief(
                label_that_fits(wish, wish.replace(" dots", ""), ", ".join(ranking.hexes)), detail_of(*ranking.hexes)
            )
        case Mark():
            return _mark(state, action, field, name)
        case Keep(item=item) | Release(item=item):
            fee = upkeep(state, action.seat, item)
            verb = "" if field else "Keep " if isinstance(action, Keep) else "Give up "
            named = item_name(state, action.seat, item, action.seat, name)
            label = f"{verb}{named if not verb else f'{named[0].lower()}{named[1:]}'} · {dollars(fee)}"
            return Brief(label_that_fits(label, f"{named} · {dollars(fee)}"), f"Upkeep {dollars(fee)}", costs=(fee,))
        case Offer():
            return _offer(state, action, field, name)
        case Bid(amount=amount):
            return Brief(dollars(amount) if field else f"Bid {dollars(amount)}", costs=(amount,))
        case Rank():
            return _rank(action, field)
        case _:
            return None


def _site(state: RailroadsOfCatan, seat: Seat, hex: Place) -> Brief:
    """“H33 wood · $500 a barrel, 4 tracks”: what rivals pay there, and how far the next own city is."""
    good, dots = state.layout.good(hex), state.layout.dots(hex)
    assert good is not None
    price = BUY[good] * dots
    near = [hops(hex)[own] for own in state.cities_of(seat)]
    far = f", {counted(min(near), 'track')}" if near else ""
    label = label_that_fits(f"{hex} {good} · {dollars(price)} a barrel{far}", room=LONGEST)
    detail = f"Rivals pay {dollars(price)} a barrel; number {state.layout.chit(hex)}"
    return Brief(label, detail, gains=(price,))


def _mark(state: RailroadsOfCatan, action: Mark, field: str, name: Name) -> Brief:
    fee = upkeep(state, action.seat, action.item)
    named = item_name(state, action.seat, action.item, action.seat, name)
    match field:
        case "item":
            return Brief(label_that_fits(f"{named} · {dollars(fee)}", named), f"Upkeep {dollars(fee)}", gains=(fee,))
        case "otherwise":
            return Brief(f"Pay {dollars(fee)} upkeep" if action.otherwise == "pay" else "Remove it")
        case "reserve":
            return Brief(f"{dollars(action.reserve)} or more")
    unsold = "else pay" if action.otherwise == "pay" else "else remove"
    least = dollars(action.reserve)
    return Brief(
        label_that_fits(f"{named} for {least}, {unsold}", f"{named}, {unsold}"),
        f"List price {dollars(list_price(state, action.seat, action.item))}",
    )


def _offer(state: RailroadsOfCatan, action: Offer, field: str, name: Name) -> Brief:
    owner = Seat(action.owner)
    whose = short_name(name(owner))
    if field == "owner":
        return Brief(whose)
    if field == "amount":
        return Brief(dollars(action.amount), costs=(action.amount,))
    named = item_name(state, owner, action.item, action.seat, name)
    price, fee = list_price(state, owner, action.item), upkeep(state, owner, action.item)
    detail = f"List price {dollars(price)}; the winner also pays {dollars(fee)} upkeep"
    if field:
        return Brief(label_that_fits(f"{named} · list {dollars(price)}", named), detail)
    return Brief(
        label_that_fits(f"{dollars(action.amount)} · {named}", f"{dollars(action.amount)} · {whose}"),
        detail,
        costs=(action.amount,),
    )


def _rank(action: Rank, field: str) -> Brief:
    """“Banker · 10% of your cash”, or all four in short."""
    if field:
        associate = getattr(action, field)
        title, effect = ASSOCIATE_WORDS[associate]
        return Brief(
            label_that_fits(f"{title} · {_EFFECTS[associate]}", f"{_NAMES[associate]} · {_EFFECTS[associate]}"),
            detail_of(effect),
        )
    ranked = [_NAMES[one] for one in (action.first, action.second, action.third, action.fourth)]
    return Brief(label_that_fits(", ".join(ranked), " ".join(ranked), room=LONGEST), listed(ranked))
