"""A phase as a list of rules: some belong to the phase, others to the options of the table."""

from engine.core import Action, Rule, RuledPhase, Seat, State


class Wait(Action, frozen=True):
    """An action that every table offers."""


class Dance(Action, frozen=True):
    """An action that only some tables offer."""


class Party(State, frozen=True, kw_only=True):
    """A state that stores whether this table dances, and the last action."""

    dancing: bool
    done: str = ""


def rule(kind, refusal=""):
    def played(state, phase, action):
        return Party(flow=state.flow, dancing=state.dancing, done=kind.__name__)

    return Rule((kind,), lambda state, phase: (kind(Seat(1)),), played, lambda *_: refusal)


class Evening(RuledPhase[Party], frozen=True):
    """A phase in which everybody waits or, at tables with dancing, may dance."""

    rules = (rule(Wait, "You may only wait."),)

    def active_rules(self, state):
        return (*self.rules, rule(Dance)) if state.dancing else self.rules

    def fallback_refusal(self, state, action):
        return "This is no time for it."


def party(*, dancing):
    return Party(flow=(Evening(),), dancing=dancing)


def test_additional_rules_add_offers():
    assert list(Evening().offers(party(dancing=True))) == [Wait(1), Dance(1)]


def test_other_tables_lack_the_added_offers():
    assert list(Evening().offers(party(dancing=False))) == [Wait(1)]


def test_action_is_applied_by_its_own_rule():
    assert Evening().apply(party(dancing=True), Dance(1)).done == "Dance"


def test_rule_gives_its_own_refusal():
    assert Evening().refusal(party(dancing=False), Wait(1)) == "You may only wait."


def test_action_without_active_rule_gets_the_fallback_refusal():
    assert Evening().refusal(party(dancing=False), Dance(1)) == "This is no time for it."


def test_rule_without_refusal_uses_that_of_the_phase():
    assert Evening().refusal(party(dancing=True), Dance(1)) == "This is no time for it."
