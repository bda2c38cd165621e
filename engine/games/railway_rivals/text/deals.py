"""Texts about deals: offers of a joint run or an exchange of running powers, and answers to offers."""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, Seat, View
from engine.core.short_label import MAX_LABEL, MAX_MARKED_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railway_rivals.rules.deals import answered_offer, exchange_balance, exchange_trip
from engine.games.railway_rivals.rules.race import PRIZES
from engine.games.railway_rivals.rules.run_answers import RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import Trip, trip_candidates, trip_on_route
from engine.games.railway_rivals.rules.search.train_routes import MAX_FEES_PER_RIVAL
from engine.games.railway_rivals.state.actions import Accept, Decline, Exchange, Joint
from engine.games.railway_rivals.state.events import DealMade, OfferDeclined, OfferMade
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text import train_wording as wording
from engine.games.railway_rivals.text.track_wording import fee_text
from engine.games.railway_rivals.text.train_wording import TrainForecast

_MAX_DECLINE_LABEL = MAX_LABEL - 4
_JOINT_EFFECT = "one train for both, sharing prize and fees"
_EXCHANGE_EFFECT = f"both run, paying only the difference in fees, up to {MAX_FEES_PER_RIVAL} gold"


def deal_text(*, is_joint: bool) -> str:
    """The name of a kind of deal."""
    return "a joint run" if is_joint else "an exchange of running powers"


# -- offers


def _offer_seats(seat: Seat, partner: Seat, *, is_joint: bool) -> tuple[tuple[Seat, ...], frozenset[Seat]]:
    """The owners of the offered train, and the partners whose fees are settled later."""
    return ((seat, partner), frozenset()) if is_joint else ((seat,), frozenset((partner,)))


def _forecast_offer(state: RailwayRivals, question: RunQuestion, action: Joint | Exchange) -> TrainForecast:
    run = question.open_run(action.run)
    seats, spared = _offer_seats(question.seat, Seat(action.partner), is_joint=isinstance(action, Joint))
    return _forecast_offered_trip(state, run, trip_on_route(state, run, seats, action.route, spared), seats, spared)


def _forecast_offered_trip(
    state: RailwayRivals, run: Run, trip: Trip, seats: tuple[Seat, ...], spared: frozenset[Seat]
) -> TrainForecast:
    return wording.forecast_train(state, run, trip, seats, max_refund=sum(trip.fees.get(other, 0) for other in spared))


def _offer_label(view: View[RailwayRivals], action: Joint | Exchange, field: str, name: NameOfSeat) -> str:
    """The label of an offer: the deal, its effect, and the train with its fees and odds."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run, partner, is_joint = question.open_run(action.run), Seat(action.partner), isinstance(action, Joint)
    effect = _JOINT_EFFECT if is_joint else _EXCHANGE_EFFECT
    match field:
        case "run":
            return wording.run_label(state, run)
        case "partner":
            return f"{name(partner)}, with {state.gold[partner]} gold: {effect}"
    train = _forecast_offer(state, question, action)
    terms = wording.train_text(state, train, name)
    if field:
        return wording.route_label(state, train, terms, name)
    route = wording.route_text(state, run, action.route, name)
    deal = f"a joint run of {run.title}" if is_joint else f"{deal_text(is_joint=False)} for run {run.title}"
    with_route = route if is_joint else f"with your train {route}"
    declined = wording.declined_offers_text(wording.offers_to_seat(question, run), name)
    return f"Offer {name(partner)} {deal} ({effect}), {with_route}: {terms}{declined}"


def _offer_short_label(view: View[RailwayRivals], action: Joint | Exchange, field: str, name: NameOfSeat) -> ShortLabel:
    """“Ben: Penrith→Keswick 40%, pay 2”: the partner, the run, the chance, and the fees."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run, partner = question.open_run(action.run), Seat(action.partner)
    if field == "run":
        return wording.run_short_label(state, question, run)
    train = _forecast_offer(state, question, action)
    chance, rival = wording.chance_text(train), shorten_name(name(partner))
    match field:
        case "partner":
            fees = f", {wording.payment_text(train)}" if train.payment else ", no fees"
            return ShortLabel(fit_label(f"{rival} · {chance}{fees}"), f"{rival} has {state.gold[partner]} gold")
        case "route":
            return wording.route_short_label(state, train, name)
    fees = f", {wording.payment_text(train)}".removesuffix(" gold") if train.payment else ""
    text = wording.run_text(question, run)
    shorter = "→".join(end.split()[0] for end in text.split("→"))
    labels = f"{rival}: {text} {chance}{fees}", f"{rival}: {shorter} {chance}{fees}"
    fitting = next((label for label in labels if len(label) <= MAX_MARKED_LABEL), None)
    label = fitting or fit_label(*labels, f"{rival}: {shorter} {chance}", f"{rival}: {shorter}", max_length=MAX_LABEL)
    return ShortLabel(label, wording.short_route_text(state, train, name), **wording.label_numbers(train, label))


def _offer_context(view: View[RailwayRivals], action: Joint | Exchange, field: str) -> str:
    """The prizes of a deal, and an explanation of the percentages if the labels contain any."""
    state, question = view.state, run_question_of(view.state, action.seat)
    if not field:
        return wording.no_own_way_text(state, question) or f"Prizes: {wording.PRIZES_TEXT} gold."
    if field == "partner" and _are_partners_equal(state, question, action):
        return f"Prizes: {wording.PRIZES_TEXT}. All bring the same; take any."
    if wording.has_chance(state, question, question.open_run(action.run), field):
        prizes = "Half of" if isinstance(action, Joint) else "Both run:"
        return f"{prizes} {PRIZES[0]} or {PRIZES[1]}. {wording.CHANCE_LEGEND}"
    return "" if field == "partner" else f"Prizes: {wording.PRIZES_TEXT} gold."


def _are_partners_equal(state: RailwayRivals, question: RunQuestion, action: Joint | Exchange) -> bool:
    """Whether deals with several rivals are possible, and all give the same chance for the same fees."""
    run = question.open_run(action.run)
    terms = list[tuple[float | None, int, int]]()
    for rival in state.everyone:
        if rival == question.seat:
            continue
        seats, spared = _offer_seats(question.seat, rival, is_joint=isinstance(action, Joint))
        trip = next(iter(trip_candidates(state, run, seats, spared)), None)
        if trip is not None:
            train = _forecast_offered_trip(state, run, trip, seats, spared)
            terms.append((train.win_chance, train.payment, train.min_payment))
    return len(terms) > 1 and len(set(terms)) == 1


def _offer_legend(view: View[RailwayRivals], action: Joint | Exchange, field: str) -> str:
    if field == "route":
        return ""
    if isinstance(action, Joint):
        return "Joint run: one train for two, half the prize each."
    return "Exchange: both run; fees between you two offset."


# -- answers


def _forecast_acceptance(state: RailwayRivals, question: RunQuestion, action: Accept) -> TrainForecast:
    run, offer = question.open_run(action.run), answered_offer(question, action)
    if offer.joint:
        seats = (question.seat, offer.seat)
        return wording.forecast_train(state, run, trip_on_route(state, run, seats, action.route), seats)
    trip = exchange_trip(state, question, offer, action.route)
    return wording.forecast_train(state, run, trip, (question.seat,), received=offer.fees.get(question.seat, 0))


def _accept_label(view: View[RailwayRivals], action: Accept, field: str, name: NameOfSeat) -> str:
    """The label of accepting an offer: the train with its fees and odds, and its prize."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run, offer = question.open_run(action.run), answered_offer(question, action)
    match field:
        case "run":
            return wording.run_label(state, run)
        case "partner":
            return _received_offer_label(state, question, action, name)
    train = _forecast_acceptance(state, question, action)
    terms = wording.train_text(state, train, name)
    if not offer.joint:
        balance = _balance_text(exchange_balance(question, offer, train.trip.fees))
        terms += f"; {name(offer.seat)} pays you {offer.fees.get(question.seat, 0)}: in total {balance}"
    if field:
        return wording.route_label(state, train, terms, name)
    deal, prize = ("joint run", f"{PRIZES[0] // 2} of {PRIZES[0]}") if offer.joint else ("exchange", f"{PRIZES[0]}")
    others = [
        other for other in wording.offers_to_seat(question, run) if other != offer and (offer.joint or other.joint)
    ]
    route = wording.route_text(state, run, action.route, name)
    return (
        f"Accept {name(offer.seat)}’s {deal} for run {run.title}, {route}: "
        f"{terms}; first place brings you {prize} gold, staying out none, and it can’t be undone"
        f"{wording.declined_offers_text(others, name)}"
    )


def _balance_text(gold: int) -> str:
    if not gold:
        return "you pay nothing"
    return f"you pay {gold}" if gold > 0 else f"you get {-gold}"


def _received_offer_label(
    state: RailwayRivals, question: RunQuestion, action: Accept | Decline, name: NameOfSeat
) -> str:
    """The name of the player who made an offer, and the terms of the offer."""
    run, offer = question.open_run(action.run), answered_offer(question, action)
    if offer.joint:
        trip = trip_on_route(state, run, (offer.seat, question.seat), offer.route)
        return f"{name(offer.seat)}: joint run, {wording.length_text(state, trip)}, {fee_text(offer.fees, name)}"
    trip = trip_on_route(state, run, (offer.seat,), offer.route, frozenset((question.seat,)))
    fees = offer.fees.get(question.seat, 0)
    return f"{name(offer.seat)}: exchange, a train of {wording.length_text(state, trip)} that pays you {fees}"


def _accept_short_label(view: View[RailwayRivals], action: Accept, field: str, name: NameOfSeat) -> ShortLabel:
    """“Accept Ada: joint, 40%, pay 4 gold”."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run, offer = question.open_run(action.run), answered_offer(question, action)
    match field:
        case "run":
            return wording.run_short_label(state, question, run)
        case "partner":
            return _received_offer_short_label(question, action, name)
    train = _forecast_acceptance(state, question, action)
    if field:
        return wording.route_short_label(state, train, name)
    rival = shorten_name(name(offer.seat))
    chance = "" if train.win_chance is None else f", {train.win_chance:.0%}"
    fees = f", {wording.payment_text(train)}" if train.payment else ""
    label = fit_label(
        f"Accept {rival}: {'joint' if offer.joint else 'exchange'}{chance}{fees}",
        f"Accept {rival}{chance}{fees}",
        f"Accept {rival}",
        max_length=MAX_LABEL,
    )
    return ShortLabel(label, fit_detail(wording.run_text(question, run), "can’t be undone"))


def _received_offer_short_label(
    question: RunQuestion, action: Accept | Decline, name: NameOfSeat, *, is_quiet: bool = False
) -> ShortLabel:
    """“Ben · joint run”, or “Ben · exchange, pays you 3 gold”."""
    offer = answered_offer(question, action)
    rival = shorten_name(name(offer.seat))
    if offer.joint:
        return ShortLabel(f"{rival} · joint run", fit_detail(fee_text(offer.fees, name)), quiet=is_quiet)
    return ShortLabel(f"{rival} · exchange, pays you {offer.fees.get(question.seat, 0)} gold", quiet=is_quiet)


def _accept_context(view: View[RailwayRivals], action: Accept, field: str) -> str:
    """The prizes, and an explanation of the percentages if the labels contain any."""
    question = run_question_of(view.state, action.seat)
    if field and wording.has_chance(view.state, question, question.open_run(action.run), field):
        return f"Prizes: {wording.PRIZES_TEXT}. {wording.CHANCE_LEGEND}"
    return "" if field == "partner" else f"Prizes: {wording.PRIZES_TEXT} gold."


def _decline_label(view: View[RailwayRivals], action: Decline, field: str, name: NameOfSeat) -> str:
    """“Decline Ben’s offer for run Leeds to York (12-61): Ben chooses again”."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run, rival = question.open_run(action.run), name(Seat(action.partner))
    match field:
        case "run":
            return wording.run_label(state, run)
        case "partner":
            return _received_offer_label(state, question, action, name)
    return f"Decline {rival}’s offer for run {run.title}: {rival} chooses again"


def _decline_short_label(view: View[RailwayRivals], action: Decline, field: str, name: NameOfSeat) -> ShortLabel:
    """“Decline Ben: Penrith→Keswick”."""
    question = run_question_of(view.state, action.seat)
    run, rival = question.open_run(action.run), shorten_name(name(Seat(action.partner)))
    match field:
        case "run":
            return wording.run_short_label(view.state, question, run)
        case "partner":
            return _received_offer_short_label(question, action, name, is_quiet=True)
    labels = f"Decline {rival}: {wording.run_text(question, run)}", f"Decline {rival}"
    return ShortLabel(fit_label(*labels, max_length=_MAX_DECLINE_LABEL), quiet=True)


_OFFER_TEXT = ActionText[RailwayRivals](
    label=_offer_label, short_label=_offer_short_label, question_context=_offer_context, legend=_offer_legend
)
ACTION_TEXTS: ActionTexts = {
    Joint: _OFFER_TEXT,
    Exchange: _OFFER_TEXT,
    Accept: ActionText(label=_accept_label, short_label=_accept_short_label, question_context=_accept_context),
    Decline: ActionText(label=_decline_label, short_label=_decline_short_label),
}


# -- events


def _offer_narration(event: OfferMade, name: NameOfSeat) -> Narration:
    """“Ada offered Ben a joint run for Leeds to York (12-61).”"""
    deal = deal_text(is_joint=event.joint)
    return Narration(f"{name(event.seat)} offered {name(event.partner)} {deal} for {event.run.title}.")


def _declined_narration(event: OfferDeclined, name: NameOfSeat) -> Narration:
    """“Ben didn’t accept Ada’s offer for Leeds to York (12-61).”"""
    return Narration(f"{name(event.seat)} didn’t accept {name(event.partner)}’s offer for {event.run.title}.")


def _deal_narration(event: DealMade, name: NameOfSeat) -> Narration:
    """“Ada and Ben agreed on a joint run for Leeds to York (12-61).”"""
    deal = deal_text(is_joint=event.joint)
    return Narration(f"{name(event.seat)} and {name(event.partner)} agreed on {deal} for {event.run.title}.")


EVENT_TEXTS: EventTexts = {
    OfferMade: _offer_narration,
    OfferDeclined: _declined_narration,
    DealMade: _deal_narration,
}
