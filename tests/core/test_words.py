"""Parts of sentences: lists, numbers with nouns, articles, possessives, and money."""

import pytest

from engine.core import count_noun, dollar_amount, join_words, possessive_of, with_article
from engine.core.english import plural_of


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), ""),
        (("coal",), "coal"),
        (("coal", "grain"), "coal and grain"),
        (("coal", "grain", "wood"), "coal, grain, and wood"),
        (("wood", "coal", "wood", "wood"), "wood ×3 and coal"),
        (("wood", "wood"), "wood ×2"),
    ],
)
def test_list_has_serial_comma_and_counts_repeats(words, said):
    assert join_words(words) == said


def test_list_can_be_joined_by_or():
    assert join_words(("red", "blue"), "or") == "red or blue"
    assert join_words(("red", "blue", "gray"), "or") == "red, blue, or gray"


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("point", "points"),
        ("supply", "supplies"),
        ("day", "days"),
        ("bus", "buses"),
        ("branch", "branches"),
        ("box", "boxes"),
        ("gold", "gold"),
        ("person", "people"),
        ("hungry worker", "hungry workers"),
        ("goods delivery", "goods deliveries"),
    ],
)
def test_plural_nouns(noun, many):
    assert plural_of(noun) == many


def test_count_has_its_noun_and_zero_is_no():
    assert [count_noun(number, "point") for number in (0, 1, 2)] == ["no points", "1 point", "2 points"]
    assert count_noun(3, "gold") == "3 gold"
    assert count_noun(2, "card to draw", "cards to draw") == "2 cards to draw"
    assert count_noun(1, "card to draw", "cards to draw") == "1 card to draw"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("engineer", "an engineer"),
        ("worker", "a worker"),
        ("unit", "a unit"),
        ("unopened crate", "an unopened crate"),
        ("ACL", "an ACL"),
        ("MP engine", "an MP engine"),
        ("NYNH&H", "an NYNH&H"),
        ("PRR", "a PRR"),
        ("UP", "a UP"),
        ("8-dot city", "an 8-dot city"),
        ("11", "an 11"),
        ("4-dot city", "a 4-dot city"),
    ],
)
def test_article_depends_on_the_sound(word, said):
    assert with_article(word) == said


def test_possessive_forms():
    assert [possessive_of(name) for name in ("Ada", "Ross", "you")] == ["Ada’s", "Ross’s", "your"]


def test_money_has_a_sign_and_commas():
    assert [dollar_amount(amount) for amount in (0, 300, 15_000, -300)] == ["$0", "$300", "$15,000", "−$300"]
