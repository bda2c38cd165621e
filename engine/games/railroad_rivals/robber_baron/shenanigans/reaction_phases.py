"""The phases between bidding and drafting, in which special tiles are used.

(RB Insider Trading, Stock Issue; rulings K13 to K15)
"""

from engine.core import Action, Decision, Rule, RuledPhase, Seat, join_words
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.robber_baron.actions import Insider, Issue
from engine.games.railroad_rivals.robber_baron.shenanigans import events, premoves
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import discard_special
from engine.games.railroad_rivals.state.actions import Draft, Pass
from engine.games.railroad_rivals.state.state import RailroadRivals

_KEEP_RULE: Rule[RailroadRivals] = Rule(
    (Pass,),
    offers=lambda state, phase: tuple(Pass(holder) for holder in _holders(state, phase)),
    apply=lambda state, phase, action: state.emit(events.TileKept(action.seat, phase.special)).pop_phase(),
)


def _use_rule(kind: type[Insider | Issue]) -> Rule[RailroadRivals]:
    return Rule(
        (kind,),
        offers=lambda state, phase: tuple(kind(holder) for holder in _holders(state, phase)),
        apply=lambda state, phase, action: phase.apply_use(state, action.seat),
    )


def _holders(state: RailroadRivals, phase: Window) -> tuple[Seat, ...]:
    holder = state.baron.holder_of(phase.special)
    return () if holder is None else (holder,)


class _AskedWindow(Window, frozen=True):
    """A phase in which the holder of a tile decides whether to use it, unless a premove already decided. (ruling
    K15)
    """

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        holder = state.baron.holder_of(self.special)
        if holder is None or not self.is_usable(state, holder):
            return ()
        if premoves.use_decision(state, holder, self.special) is not None:
            return ()
        return (Decision(holder, self.prompt(state, holder), tuple(self.offers(state))),)

    def advance(self, state: RailroadRivals) -> RailroadRivals:
        holder = state.baron.holder_of(self.special)
        if holder is None or not self.is_usable(state, holder):
            return state.pop_phase()  # A premove stays, because the table must not see whether there is one.
        use = premoves.use_decision(state, holder, self.special)
        decided = state.emit(events.AnswerDecided(holder, self.special, to=frozenset({holder})))
        return self.apply_use(decided, holder) if use else decided.pop_phase()

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        return f"You can’t do that yet. Use {self.special}, or pass to keep it."

    def is_usable(self, state: RailroadRivals, holder: Seat) -> bool:
        """Return whether the holder can use the tile now."""
        raise NotImplementedError

    def prompt(self, state: RailroadRivals, holder: Seat) -> str:
        """Return the prompt for the holder. Prompts are public."""
        raise NotImplementedError

    def apply_use(self, state: RailroadRivals, holder: Seat) -> RailroadRivals:
        """Return the state after the holder used the tile."""
        raise NotImplementedError


class InsiderTrading(_AskedWindow, frozen=True):
    """The holder can go first for free; the other players keep their order. (RB Insider Trading; ruling K14)

    A holder who is already first has no decision.
    """

    special = Special.INSIDER
    rules = (_use_rule(Insider), _KEEP_RULE)

    def is_usable(self, state: RailroadRivals, holder: Seat) -> bool:
        return state.order[0] != holder

    def prompt(self, state: RailroadRivals, holder: Seat) -> str:
        place = state.order.index(holder) + 1
        return f"Use Insider Trading to go first instead of in place {place}, or pass to keep it."

    def apply_use(self, state: RailroadRivals, holder: Seat) -> RailroadRivals:
        order = (holder, *(seat for seat in state.order if seat != holder))
        after = discard_special(state, holder, self.special).set_order(order)
        return after.emit(events.InsiderTraded(holder, order)).pop_phase()


class StockIssue(_AskedWindow, frozen=True):
    """The holder can reveal a stock tile and take one before the draft. (RB Stock Issue; ruling K13)

    The holder decides before the tile is revealed; if the pile is empty, there is no decision.
    """

    special = Special.ISSUE
    rules = (_use_rule(Issue), _KEEP_RULE)

    def is_usable(self, state: RailroadRivals, holder: Seat) -> bool:
        return state.stock_pile.size > 0

    def prompt(self, state: RailroadRivals, holder: Seat) -> str:
        return "Use Stock Issue to turn up a stock tile and take one before the draft, or pass to keep it."

    def apply_use(self, state: RailroadRivals, holder: Seat) -> RailroadRivals:
        """Reveal a tile; if the holder's premove names a railroad whose stock is on offer, take that stock."""
        railroad = premoves.railroad_in_answer(premoves.current_answer(state, holder, self.special))
        issued, tile = discard_special(state, holder, self.special).reveal_stock()
        choosing = issued.emit(events.StockIssued(holder, tile)).replace_phase(IssueDraft(holder))
        if railroad in free_tiles(issued.stock_offer):
            return choosing.take_stock(holder, railroad).pop_phase()
        return choosing


_ISSUE_RULE: Rule[RailroadRivals] = Rule(
    (Draft,),
    offers=lambda state, phase: tuple(Draft(phase.seat, tile) for tile in dict.fromkeys(free_tiles(state.stock_offer))),
    apply=lambda state, phase, action: state.take_stock(action.seat, action.tile).pop_phase(),
)


class IssueDraft(RuledPhase[RailroadRivals], frozen=True):
    """The player who used Stock Issue takes one of the offered stock tiles. (RB Stock Issue)"""

    special = Special.ISSUE
    rules = (_ISSUE_RULE,)

    seat: Seat

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        return (Decision(self.seat, "Take one of the stock tiles before the draft.", tuple(self.offers(state))),)

    def fallback_refusal(self, state: RailroadRivals, action: Action) -> str:
        tiles = tuple(dict.fromkeys(free_tiles(state.stock_offer)))
        return f"You can’t do that yet. Take a stock tile on offer: {join_words(tiles, 'or')}."


REACTION_PHASES: tuple[type[Window], ...] = (InsiderTrading, StockIssue)
"""The phases in which a special tile can be used, in order. (ruling K15)"""
