"""Premoves that mark items which the seat will not maintain next turn. (RC Phase 1; rulings 19, 22, 25, 27)"""

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.core import Action, Phase, Rule, Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import BID_STEP, MAX_TURNS
from engine.games.railroads_of_catan.game_data.pieces import Item
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark as Marked
from engine.games.railroads_of_catan.rules.open_ended_offers import OpenEndedOffers
from engine.games.railroads_of_catan.rules.sale import min_accepted_bid
from engine.games.railroads_of_catan.state.actions import Keep, Mark
from engine.games.railroads_of_catan.state.phases import Draft, Maintenance
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.sellable_items import items_of, list_price
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans

_Phase = Phase[RailroadsOfCatan]


class MarkOffers(OpenEndedOffers):
    """Marks with which a seat may give up its items. (RC Phase 1; rulings 22, 25, 27)

    Iteration yields two reserve prices for each item: the lowest possible bid, and the lowest bid that the owner must
    accept.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat, plans: SeatPlans) -> None:
        self.state, self.seat, self.marks = state, seat, plans.marks

    def __bool__(self) -> bool:
        return bool(self._items)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return items_of(self.state, self.seat)

    def _propose_actions(self) -> Iterator[Mark]:
        for item in self._items:
            half = list_price(self.state, self.seat, item) // 2
            for reserve in (BID_STEP, half + BID_STEP):
                yield Mark(self.seat, item, "pay", reserve)
                yield Mark(self.seat, item, "remove", reserve)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Mark) or action.seat != self.seat or action.item not in self._items:
            return False
        if action.otherwise not in ("pay", "remove") or action.reserve % BID_STEP:
            return False
        if Marked(action.item, action.otherwise, action.reserve) in self.marks:
            return False
        return 0 <= action.reserve <= list_price(self.state, self.seat, action.item)


def _can_mark(state: RailroadsOfCatan, phase: _Phase) -> bool:
    """Whether items can be marked: not in the set-up, during maintenance, or in the last turn. (RC Phase 1)"""
    return state.turn < MAX_TURNS and not isinstance(phase, Draft | Maintenance)


def _other_marks(plans: SeatPlans, item: Item) -> tuple[Marked, ...]:
    return tuple(mark for mark in plans.marks if mark.item != item)


def _mark_offers(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Collection[Action]:
    return MarkOffers(state, seat, state.plans_of(seat)) if _can_mark(state, phase) else ()


def _apply_mark(state: RailroadsOfCatan, phase: _Phase, action: Mark) -> RailroadsOfCatan:
    seat, item, otherwise = action.seat, action.item, action.otherwise
    mark = Marked(item, otherwise, action.reserve)
    new_plan = NewPlan(mark=Marked(item, otherwise, min_accepted_bid(state, seat, mark)))
    return state.record_plan(seat, new_plan, marks=(*_other_marks(state.plans_of(seat), item), mark))


def _mark_refusal(state: RailroadsOfCatan, phase: _Phase, action: Mark) -> str:
    seat, item = action.seat, action.item
    if isinstance(phase, Maintenance):
        return "You can’t mark items during maintenance. Mark them before the next turn begins."
    if state.turn >= MAX_TURNS:
        return f"You can’t mark items now: turn {MAX_TURNS} is the last, and there is no upkeep after it."
    if item not in items_of(state, seat):
        return f"You don’t have {item}. Write a track as H01-V05 and a train as train-1."
    most = list_price(state, seat, item)
    if action.reserve > most or action.reserve % BID_STEP:
        valid = f"Use a multiple of {dollar_amount(BID_STEP)}, up to {dollar_amount(most)}."
        return f"{dollar_amount(action.reserve)} isn’t a valid reserve. {valid}"
    return "" if action.otherwise in ("pay", "remove") else "Choose whether to pay or remove it if no one bids."


MARK_RULE = Rule((Mark,), _mark_offers, _apply_mark, _mark_refusal)


def _keep_offers(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Iterator[Keep]:
    marks = state.plans_of(seat).marks if _can_mark(state, phase) else ()
    return (Keep(seat, mark.item) for mark in marks)


def _apply_keep(state: RailroadsOfCatan, phase: _Phase, action: Keep) -> RailroadsOfCatan:
    seat, item = action.seat, action.item
    return state.record_plan(seat, NewPlan(kept=item), marks=_other_marks(state.plans_of(seat), item))


KEEP_RULE = Rule(
    (Keep,),
    _keep_offers,
    _apply_keep,
    lambda state, phase, action: f"You can’t keep {action.item}: you haven’t marked it, so you maintain it anyway.",
)
