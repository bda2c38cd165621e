"""Items not to be maintained next time, as said ahead. (RC Phase 1; rulings 19, 22, 25, 27)"""

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.core import Action, Phase, Rule, Seat, dollars
from engine.games.railroads_of_catan.box.figures import BID_STEP, TURNS
from engine.games.railroads_of_catan.box.pieces import Item
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.rules.listed import Listed
from engine.games.railroads_of_catan.rules.sale import least_taken
from engine.games.railroads_of_catan.state.actions import Keep, Mark
from engine.games.railroads_of_catan.state.items import items_of, list_price
from engine.games.railroads_of_catan.state.phases import Draft, Maintenance
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.state import Plans, RailroadsOfCatan

_Phase = Phase[RailroadsOfCatan]


class Marks(Listed):
    """Every item, both answers to no bids; listed reserves are any bid, and only those that must be taken.

    (RC Phase 1; rulings 22, 25, 27)
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat, plans: Plans) -> None:
        self.state, self.seat, self.said = state, seat, plans.marks

    def __bool__(self) -> bool:
        return bool(self._items)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return items_of(self.state, self.seat)

    def _some(self) -> Iterator[Mark]:
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
        if Marked(action.item, action.otherwise, action.reserve) in self.said:
            return False
        return 0 <= action.reserve <= list_price(self.state, self.seat, action.item)


def _open(state: RailroadsOfCatan, phase: _Phase) -> bool:
    """Until the next turn begins; then marks stand. (RC Phase 1)"""
    return state.turn < TURNS and not isinstance(phase, Draft | Maintenance)


def _others(plans: Plans, item: Item) -> tuple[Marked, ...]:
    """The marks of other items."""
    return tuple(mark for mark in plans.marks if mark.item != item)


def _offers(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Collection[Action]:
    return Marks(state, seat, state.said(seat)) if _open(state, phase) else ()


def _marked(state: RailroadsOfCatan, phase: _Phase, action: Mark) -> RailroadsOfCatan:
    seat, item, otherwise = action.seat, action.item, action.otherwise
    mark = Marked(item, otherwise, action.reserve)
    told = NewPlan(mark=Marked(item, otherwise, least_taken(state, seat, mark)))
    return state.say(seat, told, marks=(*_others(state.said(seat), item), mark))


def _refusal(state: RailroadsOfCatan, phase: _Phase, action: Mark) -> str:
    seat, item = action.seat, action.item
    if isinstance(phase, Maintenance):
        return "You can’t mark items during maintenance. Mark them before the next turn begins."
    if state.turn >= TURNS:
        return f"You can’t mark items now: turn {TURNS} is the last, and there is no upkeep after it."
    if item not in items_of(state, seat):
        return f"You don’t have {item}. Write a track as H01-V05 and a train as train-1."
    most = list_price(state, seat, item)
    if action.reserve > most or action.reserve % BID_STEP:
        valid = f"Use a multiple of {dollars(BID_STEP)}, up to {dollars(most)}."
        return f"{dollars(action.reserve)} isn’t a valid reserve. {valid}"
    return "" if action.otherwise in ("pay", "remove") else "Choose whether to pay or remove it if no one bids."


MARK = Rule((Mark,), _offers, _marked, _refusal)


def _keepable(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Iterator[Keep]:
    marks = state.said(seat).marks if _open(state, phase) else ()
    return (Keep(seat, mark.item) for mark in marks)


def _kept(state: RailroadsOfCatan, phase: _Phase, action: Keep) -> RailroadsOfCatan:
    seat, item = action.seat, action.item
    return state.say(seat, NewPlan(kept=item), marks=_others(state.said(seat), item))


def _not_marked(state: RailroadsOfCatan, phase: _Phase, action: Keep) -> str:
    return f"You can’t keep {action.item}: you haven’t marked it, so you maintain it anyway."


KEEP = Rule((Keep,), _keepable, _kept, _not_marked)
