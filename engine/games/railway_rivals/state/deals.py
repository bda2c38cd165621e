"""The seats' answers about the open runs, and their deals, while entries are sealed. (R Runs; R Deals)

A seat's desk holds its answers and the offers that it made and received; only this seat sees it. (ruling 68)

All players see which seats still have to decide. This reveals a little: if a seat has to decide again, its offer was
declined; if a seat still has to decide after a deal, it has more offers. Partners and terms are not revealed. Offers
can only be made to seats that have not decided, because everyone would see that the other seats decide again. If many
runs are open, every seat may be offered a deal, so all seats are listed until entries are revealed. (rulings 79, 104)
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core import Seat, Secret
from engine.games.railway_rivals.state.path_notation import Route


class Pact(msgspec.Struct, frozen=True):
    """An agreed exchange: the partner's route, and the fees that the partner pays to this seat, in gold. (ruling 82)"""

    route: Route
    pays: int


class Answer(msgspec.Struct, frozen=True):
    """A seat's decision about a run; without a ``route`` the seat stays out.

    ``joint`` are the two seats of a joint run; the first seat chose the route. ``pacts`` are exchanges by partner.
    """

    route: Route | None = None
    fees: Mapping[Seat, int] = {}
    joint: tuple[Seat, ...] = ()
    pacts: Mapping[Seat, Pact] = {}


class Offer(msgspec.Struct, frozen=True):
    """An offer that ``seat`` makes to ``partner``: a joint run if ``joint``, otherwise an exchange.

    ``run`` is the index of an open run. ``route`` and ``fees`` belong to the train of ``seat``.
    """

    seat: Seat
    partner: Seat
    run: int
    joint: bool
    route: Route
    fees: Mapping[Seat, int]


class Desk(msgspec.Struct, frozen=True):
    """The answers of a seat, one per open run, and the open offers that it made and received.

    ``turned_down`` are the (run, partner) pairs of failed offers: a seat can make one offer per run and partner.
    """

    answers: tuple[Answer | None, ...]
    offers: tuple[Offer, ...] = ()
    turned_down: tuple[tuple[int, Seat], ...] = ()

    def with_answer(self, run: int, answer: Answer | None) -> Desk:
        """Return this desk with ``answer`` as the decision about a run; None removes the decision."""
        answers = (*self.answers[:run], answer, *self.answers[run + 1 :])
        return Desk(answers, self.offers, self.turned_down)

    def with_offer(self, offer: Offer) -> Desk:
        return Desk(self.answers, (*self.offers, offer), self.turned_down)

    def offer_by(self, seat: Seat, run: int) -> Offer | None:
        """The seat's open offer for a run; None if there is none."""
        return next((offer for offer in self.offers if offer.seat == seat and offer.run == run), None)

    def offers_to(self, seat: Seat, run: int) -> tuple[Offer, ...]:
        """The open offers for a run that other seats made to this seat."""
        return tuple(offer for offer in self.offers if offer.partner == seat and offer.run == run)

    def has_decided(self, seat: Seat, run: int) -> bool:
        """Whether the seat has answered about a run, or waits for a partner's answer to its offer."""
        return self.answers[run] is not None or self.offer_by(seat, run) is not None

    def pact_partners(self, run: int) -> tuple[Seat, ...]:
        """The partners of agreed exchanges for a run; no partner can leave an exchange. (ruling 84)"""
        answer = self.answers[run]
        return tuple(answer.pacts) if answer is not None else ()

    def runs_to_answer(self, seat: Seat) -> tuple[int, ...]:
        """The indexes of the runs about which the seat still has to decide, or for which it has an offer."""
        runs = range(len(self.answers))
        return tuple(run for run in runs if not self.has_decided(seat, run) or self.offers_to(seat, run))


Desks = Mapping[Seat, Desk]


def seal_desk(desk: Desk, *seen_by: Seat) -> Secret[Desk]:
    """Make the desk a secret that only these seats can see."""
    return Secret(desk, seen_by=frozenset(seen_by))


# -- changes of desks


DealOutcome = tuple[dict[Seat, Desk], tuple[Offer, ...]]
"""The desks of all seats after a change, and the offers that failed because of it."""


def apply_answer(desks: Desks, seat: Seat, run: int, answer: Answer) -> DealOutcome:
    """Let a seat enter alone or stay out of a run; offers to it for this run are turned down. (ruling 84)"""
    desks_after = {**desks, seat: desks[seat].with_answer(run, answer)}
    return _turn_down(desks_after, desks[seat].offers_to(seat, run))


def apply_offer(desks: Desks, offer: Offer) -> DealOutcome:
    """Let a seat make an offer; offers to it for this run are turned down."""
    desks_after, turned_down = _turn_down(desks, desks[offer.seat].offers_to(offer.seat, offer.run))
    for seat in (offer.seat, offer.partner):
        desks_after[seat] = desks_after[seat].with_offer(offer)
    return desks_after, turned_down


def apply_decline(desks: Desks, offer: Offer) -> DealOutcome:
    """Let the partner decline an offer."""
    return _turn_down(desks, (offer,))


def apply_acceptance(desks: Desks, offer: Offer, answers: Mapping[Seat, Answer]) -> DealOutcome:
    """Store the decisions of both seats after an acceptance, and turn down other offers to them.

    After an exchange, offers of other exchanges stay open. (rulings 81, 83, 84)
    """
    desks_after, _ = _turn_down(desks, (offer,))
    turned_down: list[Offer] = []
    for seat, answer in answers.items():
        desks_after[seat] = desks_after[seat].with_answer(offer.run, answer)
        turned_down += [other for other in desks_after[seat].offers_to(seat, offer.run) if offer.joint or other.joint]
    return _turn_down(desks_after, tuple(turned_down))


def _turn_down(desks: Desks, offers: tuple[Offer, ...]) -> DealOutcome:
    desks_after = dict(desks)
    for offer in offers:
        for seat in (offer.seat, offer.partner):
            offers_left = tuple(other for other in desks_after[seat].offers if other != offer)
            desks_after[seat] = msgspec.structs.replace(desks_after[seat], offers=offers_left)
        maker = desks_after[offer.seat]
        runs_and_partners = (*maker.turned_down, (offer.run, offer.partner))
        desks_after[offer.seat] = msgspec.structs.replace(maker, turned_down=runs_and_partners)
    return desks_after, offers
