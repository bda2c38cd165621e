"""The order of the rules topics in ``/rules``."""

import pytest

from bot import limits
from engine.core import redact
from tests.games.railroader.table import GAME, go, railroad, table


def topics(state):
    return [topic for topic, _ in GAME.text.help(redact(state, None))]


def test_help_starts_with_the_order_of_play():
    assert topics(table())[:2] == ["Order of Play", "The Object"]


@pytest.mark.parametrize(
    ("changes", "topic"),
    [
        ({"derailed": True}, "Water"),
        ({"cavalry": 18}, "Ambush"),
        ({"dynamite": 29}, "Saboteur"),
    ],
)
def test_help_starts_with_the_trains_problem(changes, topic):
    assert topics(table(railroad(26, 9, **changes)))[0] == topic


def test_help_starts_with_engineers_while_a_train_is_rolling():
    state = table(railroad(6, 6, hand="water-3 engineer gold gold"), dice=(4,))
    assert topics(go(state, "p1 move 3 1")[0])[0] == "Engineer"


def test_help_starts_with_buffalo_creek_in_the_last_round_and_after_it():
    assert topics(table(arrived=(2,)))[0] == "Buffalo Creek"
    assert topics(table().end_game("buffalo-creek"))[0] == "Buffalo Creek"


def test_help_has_every_topic_once_and_fits_a_message():
    known = set(topics(table()))
    for state in (table(), table(railroad(26, 9, derailed=True)), table().end_game("round-cap")):
        topic_texts = GAME.text.help(redact(state, None))
        assert {topic for topic, _ in topic_texts} == known
        assert len(topic_texts) == len(known)
        for topic, text in topic_texts:
            assert len(topic) <= limits.EMBED_TITLE
            assert 20 < len(text.split()) <= 120
            assert text.endswith(".")


def test_the_help_topics_of_actions_exist():
    explained = {kind.help_topic for kind in GAME.actions if kind.help_topic}
    assert explained <= set(topics(table()))
    assert "Outlaws" in explained
