"""The texts of all actions and events by class, including those of modules."""

from engine.core import Action, ActionText, ActionTexts, EventTexts, View
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.game_module import PhaseTexts
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text import bidding, delivery, drafting, placing, turns

_Text = ActionText[RailroadRivals]


def action_texts(first_place: bidding.FirstPlaceValue, final_value: drafting.FinalStockValue) -> ActionTexts:
    """Return the texts of all kinds of action. Both arguments are estimates by computer players, in points."""
    texts = {
        **bidding.texts(first_place),
        **drafting.texts(final_value),
        **placing.ACTION_TEXTS,
        **delivery.ACTION_TEXTS,
    }
    phase_texts = dict(bidding.PHASE_TEXTS)
    for module in active_modules.all_modules():
        texts |= module.action_texts
        phase_texts |= module.phase_texts
    for kind in {kind for _, kind in phase_texts}:
        texts[kind] = _text_by_phase(kind, texts[kind], phase_texts)
    return texts


def _text_by_phase(kind: type[Action], default: _Text, phase_texts: PhaseTexts) -> _Text:
    """Return texts that depend on the current phase; ``default`` is for phases without an entry in ``phase_texts``."""

    def text(view: View[RailroadRivals]) -> _Text:
        flow = view.state.flow
        return phase_texts.get((type(flow[-1]), kind), default) if flow else default

    return ActionText(
        label=lambda view, action, field, name: text(view).label(view, action, field, name),
        short_label=lambda view, action, field, name: text(view).short_label(view, action, field, name),
        question_context=lambda view, action, field: text(view).question_context(view, action, field),
        legend=lambda view, action, field: text(view).legend(view, action, field),
        preview=lambda view, action, name: text(view).preview(view, action, name),
    )


def event_texts() -> EventTexts:
    """Return the narrations of all kinds of event."""
    texts = {
        **turns.EVENT_TEXTS,
        **bidding.EVENT_TEXTS,
        **drafting.EVENT_TEXTS,
        **placing.EVENT_TEXTS,
        **delivery.EVENT_TEXTS,
    }
    for module in active_modules.all_modules():
        texts |= module.event_texts
    return texts
