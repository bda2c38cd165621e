"""A phase as a list of rules: some belong to the phase, others to the options of the table."""

from engine.core import Action, Rule, RuledPhase, Seat, State


class Wait(Action, frozen=True):
    """Do nothing."""


class Dance(Action, frozen=True):
    """Do something that only some tables know."""


class Party(State, frozen=True, kw_only=True):
    """Whether this table dances, and what was done last."""

    dancing: bool
    done: str = ""


def rule(kind, refusal=""):
    def played(state, phase, action):
        return Party(flow=state.flow, dancing=state.dancing, done=kind.__name__)

    return Rule((kind,), lambda state, phase: (kind(Seat(1)),), played, lambda *_: refusal)


class Evening(RuledPhase[Party], frozen=True):
    """Everybody waits; where there is dancing, one may dance."""

    rules = (rule(Wait, "You may only wait."),)

    def active_rules(self, state):
        return (*self.rules, rule(Dance)) if state.dancing else self.rules

    def fallback_refusal(self, state, action):
        return "This is no time for it."


def party(*, dancing):
    return Party(flow=(Evening(),), dancing=dancing)


def test_a_table_offers_what_its_own_rules_add():
    assert list(Evening().offers(party(dancing=True))) == [Wait(1), Dance(1)]


def test_other_tables_do_not_offer_it():
    assert list(Evening().offers(party(dancing=False))) == [Wait(1)]


def test_an_action_is_played_by_its_own_rule():
    assert Evening().apply(party(dancing=True), Dance(1)).done == "Dance"


def test_a_rule_gives_its_own_reason_against_an_action():
    assert Evening().refusal(party(dancing=False), Wait(1)) == "You may only wait."


def test_an_action_of_no_rule_has_its_time_elsewhere():
    assert Evening().refusal(party(dancing=False), Dance(1)) == "This is no time for it."


def test_a_rule_without_words_leaves_them_to_the_phase():
    assert Evening().refusal(party(dancing=True), Dance(1)) == "This is no time for it."
