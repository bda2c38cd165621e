"""Texts of Insider Trading, Stock Issue, and premoves about them."""

from collections.abc import Mapping
from typing import Any

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Phase,
    View,
    join_words,
    possessive_of,
)
from engine.core.short_label import ShortLabel, fit_detail
from engine.games.railroad_rivals.game_data.pieces import free_tiles, stock_name
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead, Insider, Issue
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans import premoves
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import (
    REACTION_PHASES,
    InsiderTrading,
    IssueDraft,
    StockIssue,
)
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.game_module import PhaseTexts
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import capitalize, narration_of_clause


def _insider_label(view: View[RailroadRivals], action: Insider, field: str, name: NameOfSeat) -> str:
    place = view.state.order.index(action.seat) + 1
    return f"Play Insider Trading: go first for free instead of in place {place}"


def _insider_short_label(view: View[RailroadRivals], action: Insider, field: str, name: NameOfSeat) -> ShortLabel:
    place = view.state.order.index(action.seat) + 1
    return ShortLabel(f"Go first, not in place {place}", "Uses Insider Trading")


def _issue_label(view: View[RailroadRivals], action: Issue, field: str, name: NameOfSeat) -> str:
    offer = join_words(free_tiles(view.state.stock_offer)) or "none"
    return f"Play Stock Issue: turn up a stock tile beside {offer} and take one first"


def _issue_short_label(view: View[RailroadRivals], action: Issue, field: str, name: NameOfSeat) -> ShortLabel:
    detail = fit_detail("Uses Stock Issue", *free_tiles(view.state.stock_offer))
    return ShortLabel("Turn up a stock, take one first", detail)


def _plan_label(view: View[RailroadRivals], action: Ahead, field: str, name: NameOfSeat) -> str:
    state, tile = view.state, action.tile
    if field == "tile":
        return f"{tile}: {_answer_text(state, tile, premoves.current_answer(state, action.seat, tile))} (current plan)"
    answer = _answer_text(state, tile, action.answer)
    return answer if field else f"{tile}: {answer}"


def _answer_text(state: RailroadRivals, tile: Special, answer: str) -> str:
    """A premove's answer in words: “use it if the bidding leaves you in place 3 or later”."""
    if (place := premoves.place_in_answer(answer)) is not None:
        later = " or later" if place < state.seats else ""
        return f"use it if the bidding leaves you in place {place}{later}"
    if (railroad := premoves.railroad_in_answer(answer)) is not None:
        return f"use it if {railroad} stock is on offer, and take that"
    if answer == premoves.NOT_NOW:
        return f"do not use it in turn {premoves.next_use_turn(state, tile)}, then ask again"
    if answer != premoves.AT_ONCE:
        return "ask when it can be used"
    if tile == Special.INSIDER:
        return "use it as soon as the bidding does not leave you first"
    return f"use it in turn {premoves.next_use_turn(state, tile)}, and ask which stock to take"


def _plan_short_label(view: View[RailroadRivals], action: Ahead, field: str, name: NameOfSeat) -> ShortLabel:
    state, tile = view.state, action.tile
    if field == "tile":
        answer = _short_answer_text(state, premoves.current_answer(state, action.seat, tile))
        return ShortLabel(str(tile), f"Now: {answer}")
    answer = _short_answer_text(state, action.answer)
    return ShortLabel(capitalize(answer) if field else f"{tile}: {answer}")


def _short_answer_text(state: RailroadRivals, answer: str) -> str:
    """A premove's answer on a button: “from place 3 on”."""
    if (place := premoves.place_in_answer(answer)) is not None:
        return f"from place {place} on" if place < state.seats else f"in place {place}"
    if (railroad := premoves.railroad_in_answer(answer)) is not None:
        return f"for {railroad} stock"
    return {premoves.NOT_NOW: "not next time", premoves.AT_ONCE: "next time"}.get(answer, "ask me")


ACTION_TEXTS: ActionTexts = {
    Insider: ActionText(label=_insider_label, short_label=_insider_short_label),
    Issue: ActionText(label=_issue_label, short_label=_issue_short_label),
    Ahead: ActionText(label=_plan_label, short_label=_plan_short_label),
}


def _keep_text(special: Special) -> ActionText[RailroadRivals]:
    """Return the texts of a pass by which a seat keeps its tile."""
    return ActionText(
        label=lambda view, action, field, name: f"Keep {special} for another turn",
        short_label=lambda view, action, field, name: ShortLabel(f"Keep {special}", quiet=True),
    )


PHASE_LABELS: Mapping[type[Phase[Any]], str] = {
    InsiderTrading: Special.INSIDER.value,
    StockIssue: Special.ISSUE.value,
    IssueDraft: f"{Special.ISSUE}: first pick",
}

PHASE_TEXTS: PhaseTexts = {(phase, Pass): _keep_text(phase.special) for phase in REACTION_PHASES}


EVENT_TEXTS: EventTexts = {
    e.AnsweredAhead: lambda event, name: Narration(
        f"{possessive_of(name(event.seat))} plan for {event.special}: {event.answer}.",
        f"planned {event.special}: {event.answer}",
    ),
    e.TileKept: lambda event, name: narration_of_clause(name(event.seat), f"kept {event.special}"),
    e.InsiderTraded: lambda event, name: narration_of_clause(
        name(event.seat), f"used Insider Trading to go first. Turn order: {', '.join(map(name, event.order))}"
    ),
    e.StockIssued: lambda event, name: narration_of_clause(
        name(event.seat), f"used Stock Issue and turned up {stock_name(event.tile)}"
    ),
}
