"""Texts about entering a run alone, and about staying out."""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, join_words
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.rules.run_answers import RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import trip_on_route
from engine.games.railway_rivals.state.actions import Enter, Stay
from engine.games.railway_rivals.state.events import EntryStated
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text import train_wording as wording
from engine.games.railway_rivals.text.track_wording import fee_text
from engine.games.railway_rivals.text.train_wording import TrainForecast

_MAX_STAY_LABEL = MAX_LABEL - 4
_STAY_EFFECT = "no fees and no prize, but trains on your track still pay you"


# -- entering


def _forecast(state: RailwayRivals, question: RunQuestion, action: Enter) -> TrainForecast:
    run, train = question.open_run(action.run), (question.seat,)
    return wording.forecast_train(state, run, trip_on_route(state, run, train, action.route), train)


def _enter_label(view: View[RailwayRivals], action: Enter, field: str, name: NameOfSeat) -> str:
    """The label of an entry: the train with its fees and odds, and the offers that the entry declines."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run = question.open_run(action.run)
    if field == "run":
        return wording.run_label(state, run)
    train = _forecast(state, question, action)
    terms = wording.train_text(state, train, name)
    if field == "route":
        return wording.route_label(state, train, terms, name)
    declined = wording.declined_offers_text(wording.offers_to_seat(question, run), name)
    return f"Enter run {run.title} {wording.route_text(state, run, action.route, name)}: {terms}{declined}"


def _enter_short_label(view: View[RailwayRivals], action: Enter, field: str, name: NameOfSeat) -> ShortLabel:
    """“Penrith→Keswick, 40%, pay 1 gold”: the run, the chance to win, and the fees."""
    state, question = view.state, run_question_of(view.state, action.seat)
    run = question.open_run(action.run)
    if field == "run":
        return wording.run_short_label(state, question, run)
    train = _forecast(state, question, action)
    if field == "route":
        return wording.route_short_label(state, train, name)
    text, chance = wording.run_text(question, run), wording.chance_text(train)
    fees = f", {wording.payment_text(train)}" if train.payment else ""
    label = fit_label(
        f"{text}, {chance}{fees}", f"{text} {chance}{fees.replace(' gold', '')}", f"{text} {chance}", text
    )
    detail = fit_detail(wording.short_route_text(state, train, name), fee_text(train.trip.fees, name))
    return ShortLabel(label, detail, **wording.label_numbers(train, label))


def _enter_context(view: View[RailwayRivals], action: Enter, field: str) -> str:
    """The prizes, and an explanation of the percentages if the labels contain any."""
    question = run_question_of(view.state, action.seat)
    if field and wording.has_chance(view.state, question, question.open_run(action.run), field):
        return f"Prizes: {wording.PRIZES_TEXT}. {wording.CHANCE_LEGEND}"
    return " ".join(filter(None, (f"Prizes: {wording.PRIZES_TEXT} gold.", wording.offers_text(question))))


def _enter_legend(view: View[RailwayRivals], action: Enter, field: str) -> str:
    has_joint_runs = view.state.seats > 2
    return "Joint: one train for two. Exchange: share track." if field == "run" and has_joint_runs else ""


# -- staying out


def _stay_label(view: View[RailwayRivals], action: Stay, field: str, name: NameOfSeat) -> str:
    """The label of staying out of a run, or of all other runs, with the offers that the action declines."""
    question = run_question_of(view.state, action.seat)
    if action.run == REST_OF_RUNS:
        runs = join_words([question.runs[index].title for index in question.runs_to_decide])
        return f"Every other run: {runs}" if field else f"Stay out of {runs}: {_STAY_EFFECT}"
    run = question.open_run(action.run)
    if field:
        return f"{run.title}: {_STAY_EFFECT}"
    declined = wording.declined_offers_text(wording.offers_to_seat(question, run), name)
    return f"Stay out of run {run.title}: {_STAY_EFFECT}{declined}"


def _stay_short_label(view: View[RailwayRivals], action: Stay, field: str, name: NameOfSeat) -> ShortLabel:
    """“Stay out: Penrith→Keswick”."""
    question = run_question_of(view.state, action.seat)
    if action.run == REST_OF_RUNS:
        runs = [wording.run_text(question, question.runs[index]) for index in question.runs_to_decide]
        return ShortLabel("Stay out of every other run", fit_detail(*runs), quiet=True)
    run = question.open_run(action.run)
    if field:
        return wording.run_short_label(view.state, question, run, is_quiet=True)
    text = wording.run_text(question, run)
    return ShortLabel(fit_label(f"Stay out: {text}", f"Out: {text}", max_length=_MAX_STAY_LABEL), quiet=True)


def _stay_context(view: View[RailwayRivals], action: Stay, field: str) -> str:
    """The effect of staying out, or the reason why the seat can enter no run alone."""
    if field:
        return "You give up this chance. You pay no fees, and win no prize."
    question = run_question_of(view.state, action.seat)
    return " ".join(filter(None, (wording.no_own_way_text(view.state, question), wording.offers_text(question))))


ACTION_TEXTS: ActionTexts = {
    Enter: ActionText(
        label=_enter_label, short_label=_enter_short_label, question_context=_enter_context, legend=_enter_legend
    ),
    Stay: ActionText(label=_stay_label, short_label=_stay_short_label, question_context=_stay_context),
}


def _entry_narration(event: EntryStated, name: NameOfSeat) -> Narration:
    """“Ada entered run Leeds to York (12-61) by C9>K12, paying 2 gold to Ben.”"""
    if event.route is None:
        return Narration(f"{name(event.seat)} stayed out of run {event.run.title}.")
    fees = fee_text(event.fees, name).replace("pays", "paying", 1)
    return Narration(f"{name(event.seat)} entered run {event.run.title} by {event.route}, {fees}.")


EVENT_TEXTS: EventTexts = {EntryStated: _entry_narration}
"""``EntryMade`` has no narration, because the table shows which seats still have to decide."""
