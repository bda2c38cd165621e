"""The rules that matter now, as ``/rules`` shows them."""

import pytest

from bot import limits
from engine.core import redact
from tests.games.railroader.table import GAME, go, railroad, table


def topics(state):
    return [topic for topic, _ in GAME.text.help(redact(state, None))]


def test_a_turn_begins_with_the_order_of_play():
    assert topics(table())[:2] == ["Order of Play", "The Object"]


@pytest.mark.parametrize(
    ("changes", "topic"),
    [
        ({"derailed": True}, "Water"),
        ({"cavalry": 18}, "Ambush"),
        ({"dynamite": 29}, "Saboteur"),
    ],
)
def test_a_train_in_trouble_is_told_about_it_first(changes, topic):
    assert topics(table(railroad(26, 9, **changes)))[0] == topic


def test_who_has_rolled_with_an_engineer_reads_about_engineers():
    state = table(railroad(6, 6, hand="water-3 engineer gold gold"), dice=(4,))
    assert topics(go(state, "p1 move 3 1")[0])[0] == "Engineer"


def test_the_end_comes_first_in_the_last_round_and_after_it():
    assert topics(table(arrived=(2,)))[0] == "Buffalo Creek"
    assert topics(table().end_game("buffalo-creek"))[0] == "Buffalo Creek"


def test_every_topic_is_there_once_and_fits_its_message():
    known = set(topics(table()))
    for state in (table(), table(railroad(26, 9, derailed=True)), table().end_game("round-cap")):
        found = GAME.text.help(redact(state, None))
        assert {topic for topic, _ in found} == known
        assert len(found) == len(known)
        for topic, text in found:
            assert len(topic) <= limits.EMBED_TITLE
            assert 20 < len(text.split()) <= 120
            assert text.endswith(".")


def test_what_moves_are_explained_by_is_a_topic():
    explained = {kind.help_topic for kind in GAME.actions if kind.help_topic}
    assert explained <= set(topics(table()))
    assert "Outlaws" in explained
