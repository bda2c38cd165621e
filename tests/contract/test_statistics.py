"""Statistics of every game: constant labels, and public values. No game is named here."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core import all_seats, redact
from tests.contract.seeded_games import due, each_title, few, onlookers, played, tables


@each_title
@few
@given(data=st.data())
def test_statistics_have_constant_labels_and_are_public(key, data):
    table = data.draw(tables(key))
    seats, game = all_seats(table.seats), table.game
    names = {tuple(game.text.statistics(redact(table.new()[0], None), seat)) for seat in seats}
    with played(table) as steps:
        for step in steps:
            if due(table, step, 10) or not step.after.flow:
                public = [game.text.statistics(redact(step.after, None), seat) for seat in seats]
                names |= set(map(tuple, public))
                for onlooker in onlookers(table, step):
                    assert [game.text.statistics(redact(step.after, onlooker), seat) for seat in seats] == public
    assert len(names) == 1
    assert all(isinstance(number, int) for figures in public for number in figures.values())
    assert {place.score for place in game.rules.ranking(step.after)} <= {
        n for figures in public for n in figures.values()
    }
