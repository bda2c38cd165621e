"""Short labels of every choice: short, distinct, and with the numbers that order them. No game is named here."""

from collections import defaultdict
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from engine.core import Action, View, field_names, redact, write_action
from engine.core.short_label import MAX_DETAIL, MAX_LABEL, SMALL, ShortLabel, has_number
from tests.contract.seeded_games import Table, due, each_title, few, looked_into, played, tables

NAMES = ("Ada", "Ben of Erie", "W" * 32, "名前の長い人" * 4, "Eve", "Computer 2")
LOOKED_AT = 150
"""Maximum number of checked offers of a question."""


def name(seat: int) -> str:
    return NAMES[seat - 1]


@each_title
@few
@given(data=st.data())
def test_every_choice_has_a_short_label_with_its_numbers(key, data):
    table = data.draw(tables(key, "random", "greedy"))
    with played(table) as steps:
        for step in steps:
            if due(table, step, 40):
                for question in looked_into(table, step):
                    view = redact(step.before, question.seat)
                    assert len(table.game.text.aim(view)) <= SMALL
                    contexts = dict[tuple[str, ...], str]()
                    for action, field, brief in briefs(table, view, tuple(question.offers)[:LOOKED_AT]):
                        page = before(action, field) if field else (type(action).__name__,)
                        if page not in contexts:
                            assert len(table.game.text.legend(view, action, field)) <= SMALL
                            contexts[page] = table.game.text.question_context(view, action, field)
                        check_brief(brief, contexts[page])


@each_title
@few
@given(data=st.data())
def test_values_of_a_question_have_different_labels_or_second_lines(key, data):
    table = data.draw(tables(key, "random", "greedy"))
    with played(table) as steps:
        for step in steps:
            if due(table, step, 40):
                for question in looked_into(table, step):
                    view, values = redact(step.before, question.seat), defaultdict(dict)
                    for action, field, brief in briefs(table, view, tuple(question.offers)[:LOOKED_AT]):
                        if field:
                            values[before(action, field)][str(getattr(action, field))] = (brief.label, brief.detail)
                    for answers in values.values():
                        assert len(set(answers.values())) == len(answers), answers


def briefs(table: Table, view: View, offers: tuple[Action, ...]) -> Iterator[tuple[Action, str, ShortLabel]]:
    """Yield each whole action, and each value of its fields once."""
    known = set()
    for action in offers:
        for field in ("", *field_names(type(action))):
            value = (before(action, field), str(getattr(action, field))) if field else write_action(action)
            if value not in known:
                known.add(value)
                yield action, field, table.game.text.short_label(view, action, field, name)


def before(action: Action, field: str) -> tuple[str, ...]:
    """Return the verb, the field, and the values before the field."""
    names = field_names(type(action))
    values = (str(getattr(action, other)) for other in names[: names.index(field)])
    return (type(action).__name__, field, *values)


def check_brief(brief: ShortLabel, about: str) -> None:
    assert 0 < len(brief.label) <= MAX_LABEL, brief
    assert len(brief.detail) <= MAX_DETAIL, brief
    assert "…" not in brief.label and "\n" not in brief.label + brief.detail
    for figure in (*brief.gains, *brief.costs):
        assert not figure or has_number(f"{brief.label} {brief.detail} {about}", figure), brief
    assert brief.chance == 1 or f"{brief.chance:.0%}" in brief.label
