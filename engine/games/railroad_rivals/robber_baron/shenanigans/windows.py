"""The two windows between bidding and drafting. (RB Insider Trading, Stock Issue; rulings K13 to K15)"""

from __future__ import annotations

from engine.core import Action, Decision, Rule, RuledPhase, Seat, listed
from engine.games.railroad_rivals.box.data import Special
from engine.games.railroad_rivals.box.pieces import free
from engine.games.railroad_rivals.robber_baron.actions import Insider, Issue
from engine.games.railroad_rivals.robber_baron.shenanigans import ahead, events
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import played
from engine.games.railroad_rivals.robber_baron.shenanigans.window import Window
from engine.games.railroad_rivals.state.actions import Draft, Pass
from engine.games.railroad_rivals.state.state import RailroadRivals


def _keep(state: RailroadRivals, phase: Window) -> tuple[Pass, ...]:
    return tuple(Pass(holder) for holder in _holder(state, phase))


def _kept(state: RailroadRivals, phase: Window, action: Pass) -> RailroadRivals:
    return state.tell(events.TileKept(action.seat, phase.special)).leave()


_KEEP = Rule((Pass,), _keep, _kept)


def _using(kind: type[Insider | Issue]) -> Rule[RailroadRivals]:
    """The rule of the action that uses the tile of a window."""

    def offers(state: RailroadRivals, phase: Window) -> tuple[Action, ...]:
        return tuple(kind(holder) for holder in _holder(state, phase))

    def used(state: RailroadRivals, phase: _AskedWindow, action: Action) -> RailroadRivals:
        return phase.use(state, action.seat)

    return Rule((kind,), offers, used)


def _holder(state: RailroadRivals, phase: Window) -> tuple[Seat, ...]:
    holder = state.baron.holder(phase.special)
    return () if holder is None else (holder,)


class _AskedWindow(Window, frozen=True):
    """The moment in which the holder of a tile may use it; a holder with a plan is not asked. (ruling K15)"""

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        holder = state.baron.holder(self.special)
        if holder is None or not self.open(state, holder):
            return ()
        if ahead.verdict(state, holder, self.special) is not None:
            return ()
        return (Decision(holder, self.question(state, holder), tuple(self.offers(state))),)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        holder = state.baron.holder(self.special)
        if holder is None or not self.open(state, holder):
            return state.leave()  # and what was said ahead stays as it is: whether there was anything must not show
        use = ahead.verdict(state, holder, self.special)
        decided = state.tell(events.AnswerDecided(holder, self.special, to=frozenset({holder})))
        return self.use(decided, holder) if use else decided.leave()

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that yet. Use {self.special}, or pass to keep it."

    def open(self, state: RailroadRivals, holder: Seat) -> bool:
        """Whether the tile can be used now."""
        raise NotImplementedError

    def question(self, state: RailroadRivals, holder: Seat) -> str:
        """The question to the holder; everybody may read it."""
        raise NotImplementedError

    def use(self, state: RailroadRivals, holder: Seat) -> RailroadRivals:
        """The state after the tile was used."""
        raise NotImplementedError


class InsiderTrading(_AskedWindow, frozen=True):
    """The holder moves to the front for nothing; the others keep their order, and it stands. (RB Insider Trading; K14)

    A holder who is first already is not asked.
    """

    special = Special.INSIDER
    rules = (_using(Insider), _KEEP)

    def open(self, state: RailroadRivals, holder: Seat) -> bool:
        return state.order[0] != holder

    def question(self, state: RailroadRivals, holder: Seat) -> str:
        return (
            f"Use Insider Trading to go first instead of in place {state.order.index(holder) + 1}, or pass to keep it."
        )

    def use(self, state: RailroadRivals, holder: Seat) -> RailroadRivals:
        order = (holder, *(seat for seat in state.order if seat != holder))
        return played(state, holder, self.special).set_order(order).tell(events.InsiderTraded(holder, order)).leave()


class StockIssue(_AskedWindow, frozen=True):
    """An extra stock tile comes on offer, and the holder takes one before anybody drafts. (RB Stock Issue; K13)

    The holder is asked before the tile is seen, and not at all when the pile is empty.
    """

    special = Special.ISSUE
    rules = (_using(Issue), _KEEP)

    def open(self, state: RailroadRivals, holder: Seat) -> bool:
        return state.stock_pile.size > 0

    def question(self, state: RailroadRivals, holder: Seat) -> str:
        return "Use Stock Issue to turn up a stock tile and take one before the draft, or pass to keep it."

    def use(self, state: RailroadRivals, holder: Seat) -> RailroadRivals:
        """A holder who planned for a railroad takes its stock if there is one."""
        wanted = ahead.railroad_of(ahead.said(state, holder, self.special))
        issued, tile = played(state, holder, self.special).turn_up_stock()
        choosing = issued.tell(events.StockIssued(holder, tile)).become(IssueDraft(holder))
        return choosing.take_stock(holder, wanted).leave() if wanted in free(issued.stock_offer) else choosing


def _issue_offers(state: RailroadRivals, phase: IssueDraft) -> tuple[Draft, ...]:
    return tuple(Draft(phase.seat, tile) for tile in dict.fromkeys(free(state.stock_offer)))


def _issue_taken(state: RailroadRivals, phase: IssueDraft, action: Draft) -> RailroadRivals:
    return state.take_stock(action.seat, action.tile).leave()


class IssueDraft(RuledPhase[RailroadRivals], frozen=True):
    """The player who issued stock takes one of the tiles of the stock offer before the draft. (RB Stock Issue)"""

    special = Special.ISSUE
    rules = (Rule((Draft,), _issue_offers, _issue_taken),)

    seat: Seat

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        return (Decision(self.seat, "Take one of the stock tiles before the draft.", tuple(self.offers(state))),)

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        tiles = tuple(dict.fromkeys(free(state.stock_offer)))
        return f"You can’t do that yet. Take a stock tile on offer: {listed(tiles, 'or')}."


WINDOWS: tuple[type[Window], ...] = (InsiderTrading, StockIssue)
"""In the order in which they come. (ruling K15)"""
