"""Texts about outlaws, and about orders for deputies against them."""

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    View,
    count_noun,
    join_words,
    possessive_of,
)
from engine.core.short_label import ShortLabel, fit_label
from engine.games.railroader.rules.premoves import orders_text
from engine.games.railroader.state.actions import Deputies
from engine.games.railroader.state.events import DeputyUsed, OrdersSaid, OutlawsLeft, RailheadRaided
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.wording import cards_text

_USES = {
    "needed": "When that prevents a loss (usual)",
    "always": "Always, whatever the outlaws would take",
    "never": "Never: deputies stay, and outlaws take what they can",
    "two": "Only when that prevents 2 or more losses",
}
_FIRST = {
    "workers": "First outlaws who scare off workers, then the crate thief",
    "crates": "First the crate thief, then outlaws who scare off workers",
}
_SHORT_USES = {
    "needed": "When it prevents a loss (usual)",
    "always": "Always",
    "never": "Never",
    "two": "When it prevents 2 or more losses",
}
_SHORT_FIRST = {"workers": "Those who scare workers first", "crates": "The crate thief first"}


def _label(view: View[RailRoader], action: Deputies, field: str, name: NameOfSeat) -> str:
    """“Use your deputies when that prevents a loss, first against the outlaw who steals crates”."""
    if field:
        return _USES[action.use] if field == "use" else _FIRST[action.first]
    if action.use == "never":
        return "Never use your deputies"
    return f"Use your deputies {orders_text(action.use, action.first).removeprefix('used ')}"


def _short_label(view: View[RailRoader], action: Deputies, field: str, name: NameOfSeat) -> ShortLabel:
    """“When it prevents a loss: workers first”."""
    use = _SHORT_USES[action.use]
    if field:
        return ShortLabel(use if field == "use" else _SHORT_FIRST[action.first])
    uses = use, use.partition(" (")[0], action.use
    return ShortLabel(fit_label(*(f"{text}: {action.first} first" for text in uses)))


def _narrate_raid(event: RailheadRaided, name: NameOfSeat) -> Narration:
    """“2 outlaws attacked Ada’s railhead, scared off 1 worker, and stole Supplies 4.”"""
    clauses = [f"attacked {possessive_of(name(event.seat))} railhead"]
    if event.workers:
        clauses.append(f"scared off {count_noun(event.workers, 'worker')}")
    if event.crates:
        clauses.append(f"stole {cards_text(event.crates)}")
    if len(clauses) == 1:
        clauses.append("found nothing to take")
    return Narration(f"{count_noun(event.outlaws, 'outlaw')} {join_words(clauses)}.")


def _narrate_deputy(event: DeputyUsed, name: NameOfSeat) -> Narration:
    clause = f"drove off {count_noun(len(event.outlaws), 'outlaw')} and went to the prairie with them"
    return Narration(f"{possessive_of(name(event.seat))} deputy {clause}.")


ACTION_TEXTS: ActionTexts = {
    Deputies: ActionText(
        label=_label, short_label=_short_label, preview=lambda *_: "Only you can see this. You can change it anytime."
    ),
}
EVENT_TEXTS: EventTexts = {
    OrdersSaid: lambda event, name: Narration(f"Your deputies are {orders_text(event.use, event.first)}."),
    RailheadRaided: _narrate_raid,
    DeputyUsed: _narrate_deputy,
    OutlawsLeft: lambda *_: Narration("No train was on red, so the outlaws attacked no one."),
}
