"""The seats' answers about the open runs, and their deals, while entries are sealed. (R Runs; R Deals)

Every seat has a desk with its answers and the offers it made and received; no one else sees it. (ruling 68)

Which seats still have to decide is public, and reveals a little: a seat that is asked again made an offer in vain; one
that is not done after a deal has more offers. Partners and terms are not revealed. Offers can only be made to seats
that have not decided, because others would visibly be asked again. If many runs are open, everyone may be offered a
deal, so all seats are listed until entries are revealed. (rulings 79, 104)
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core import Seat, Secret
from engine.games.railway_rivals.state.path_notation import Route


class Pact(msgspec.Struct, frozen=True):
    """A confirmed exchange of running powers: the partner's route, and what it pays this seat. (ruling 82)"""

    route: Route
    pays: int


class Answer(msgspec.Struct, frozen=True):
    """A seat's decision about a run; without a ``route`` it stays out.

    ``joint`` are the two seats of a joint run, the one who chose the route first; ``pacts`` are exchanges, by partner.
    """

    route: Route | None = None
    fees: Mapping[Seat, int] = {}
    joint: tuple[Seat, ...] = ()
    pacts: Mapping[Seat, Pact] = {}


class Offer(msgspec.Struct, frozen=True):
    """``seat`` offers ``partner`` a joint run, or else an exchange, with its own route. ``run`` counts from 0."""

    seat: Seat
    partner: Seat
    run: int
    joint: bool
    route: Route
    fees: Mapping[Seat, int]


class Desk(msgspec.Struct, frozen=True):
    """One seat's ``answers``, one per run, its open ``offers``, made and received, and failed partners.

    ``turned_down`` are the runs and partners of failed offers: there is one per run and partner.
    """

    answers: tuple[Answer | None, ...]
    offers: tuple[Offer, ...] = ()
    turned_down: tuple[tuple[int, Seat], ...] = ()

    def with_answer(self, run: int, answer: Answer | None) -> Desk:
        """The desk with this answer about a run, or without one."""
        answers = (*self.answers[:run], answer, *self.answers[run + 1 :])
        return Desk(answers, self.offers, self.turned_down)

    def with_offer(self, offer: Offer) -> Desk:
        """With one more offer."""
        return Desk(self.answers, (*self.offers, offer), self.turned_down)

    def offer_by(self, seat: Seat, run: int) -> Offer | None:
        """The seat's open offer for a run."""
        return next((offer for offer in self.offers if offer.seat == seat and offer.run == run), None)

    def offers_to(self, seat: Seat, run: int) -> tuple[Offer, ...]:
        """The open offers of others to the seat for a run."""
        return tuple(offer for offer in self.offers if offer.partner == seat and offer.run == run)

    def has_decided(self, seat: Seat, run: int) -> bool:
        """Whether the seat has answered or waits for the answer of a partner."""
        return self.answers[run] is not None or self.offer_by(seat, run) is not None

    def pact_partners(self, run: int) -> tuple[Seat, ...]:
        """The partners of confirmed exchanges for a run; neither side can leave them. (ruling 84)"""
        answer = self.answers[run]
        return tuple(answer.pacts) if answer is not None else ()

    def runs_to_answer(self, seat: Seat) -> tuple[int, ...]:
        """The runs that the seat still has to decide about."""
        runs = range(len(self.answers))
        return tuple(run for run in runs if not self.has_decided(seat, run) or self.offers_to(seat, run))


Desks = Mapping[Seat, Desk]


def seal_desk(desk: Desk, *seen_by: Seat) -> Secret[Desk]:
    """The desk as a secret of its seat."""
    return Secret(desk, seen_by=frozenset(seen_by))


# -- what happens to desks; each gives the desks after it and the offers that came to nothing


DealOutcome = tuple[dict[Seat, Desk], tuple[Offer, ...]]


def apply_answer(desks: Desks, seat: Seat, run: int, answer: Answer) -> DealOutcome:
    """Let a seat enter alone or stay out; offers that wait for it are turned down. (ruling 84)"""
    desks_after = {**desks, seat: desks[seat].with_answer(run, answer)}
    return _turn_down(desks_after, desks[seat].offers_to(seat, run))


def apply_offer(desks: Desks, offer: Offer) -> DealOutcome:
    """Let a seat make an offer; offers to it for this run are turned down."""
    desks_after, turned_down = _turn_down(desks, desks[offer.seat].offers_to(offer.seat, offer.run))
    for seat in (offer.seat, offer.partner):
        desks_after[seat] = desks_after[seat].with_offer(offer)
    return desks_after, turned_down


def apply_decline(desks: Desks, offer: Offer) -> DealOutcome:
    """The partner declines."""
    return _turn_down(desks, (offer,))


def apply_acceptance(desks: Desks, offer: Offer, answers: Mapping[Seat, Answer]) -> DealOutcome:
    """Give both seats their agreement, and turn down what no longer fits. (rulings 81, 83, 84)

    A joint run ends all other offers for the run; with an exchange, other offered exchanges stay possible.
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
