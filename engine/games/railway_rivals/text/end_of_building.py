"""Texts about the end of the building stage: the declaration and the vote."""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, count_noun, join_words
from engine.core.short_label import ShortLabel, fit_detail
from engine.games.railway_rivals.rules.building_stage_turns import declaration_text
from engine.games.railway_rivals.state.actions import Declare, Vote
from engine.games.railway_rivals.state.events import BuildingEnded, EndDeclared, VoteCast, VoteTaken
from engine.games.railway_rivals.state.state import RailwayRivals


def _declare_label(view: View[RailwayRivals], action: Declare, field: str, name: NameOfSeat) -> str:
    """The label of a declaration, with the number of turns that follow it."""
    return f"Declare the end of the building stage: {declaration_text(view.state)}, and it can’t be undone"


def _declare_short_label(view: View[RailwayRivals], action: Declare, field: str, name: NameOfSeat) -> ShortLabel:
    return ShortLabel("Declare the end", fit_detail(declaration_text(view.state), "can’t be undone"), quiet=True)


def _vote_label(view: View[RailwayRivals], action: Vote, field: str, name: NameOfSeat) -> str:
    return "End the building stage" if action.end == "yes" else "Continue building"


ACTION_TEXTS: ActionTexts = {
    Declare: ActionText(label=_declare_label, short_label=_declare_short_label),
    Vote: ActionText(label=_vote_label, short_label=lambda *choice: ShortLabel(_vote_label(*choice))),
}


def _declaration_narration(event: EndDeclared, name: NameOfSeat) -> Narration:
    """Narrate a declaration, by a player or automatic, with the number of turns that follow it."""
    turns = f"at most {count_noun(event.turns, 'more turn')}"
    ends = f"the building stage ends after {turns}"
    if event.seat is None:
        return Narration(f"No one reached the last town: {ends}.", f"The end is declared: {turns}")
    return Narration(f"{name(event.seat)} declared that {ends}.", f"declared the end: {turns}")


def _building_end_narration(event: BuildingEnded, name: NameOfSeat) -> Narration:
    """Narrate the end of the building stage, with the towns that have no track."""
    towns = event.names
    unreached = f": {join_words(towns)} {'has' if len(towns) == 1 else 'have'} no track" if towns else ""
    clause = "The building stage is over"
    return Narration(f"{clause}{unreached}. The operating stage begins.", clause)


EVENT_TEXTS: EventTexts = {
    EndDeclared: _declaration_narration,
    VoteCast: lambda event, name: Narration(
        f"{name(event.seat)} voted to {'end the building stage' if event.end else 'continue building'}."
    ),
    VoteTaken: lambda event, name: Narration(
        "The building stage ends by vote." if event.end else "The vote failed: building continues."
    ),
    BuildingEnded: _building_end_narration,
}
