"""What every title promises where nobody answers. No title is named here."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.flow import decisions
from engine.core.secret import redact
from tests.contract.walks import due, each_title, played, tables


@each_title
@settings(max_examples=2)
@given(data=st.data())
def test_doing_as_little_as_possible_is_offered_and_needs_no_more_than_the_seat_sees(key, data):
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            if due(table, step, 20):
                for asked in decisions(step.before):
                    idle = table.game.idle(redact(step.before, asked.seat), asked.offers)
                    assert idle is None or (idle in asked.offers and idle.seat == asked.seat)
