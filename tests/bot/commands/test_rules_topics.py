"""The shown topics of the rules, and the descriptions of commands."""

from bot import limits
from bot.commands.board import _current_rules_text, _matching_topics
from bot.commands.move import _first_sentence
from bot.markdown import md

TOPICS = tuple(
    (md(name), md(text))
    for name, text in (("Draft", "Take a tile."), ("Bids", "The highest bid goes first."), ("End", "No bid is left."))
)


def test_rules_show_current_topics_and_list_the_rest() -> None:
    said = "**Draft**\nTake a tile.\n\n**Bids**\nThe highest bid goes first.\n\nMore with `/rules topic:` End."
    assert _current_rules_text(TOPICS, {"Bids"}) == said
    assert _current_rules_text(TOPICS[:1], ()) == "**Draft**\nTake a tile."


def test_rules_without_space_are_listed() -> None:
    long = tuple((f"Topic {number}", "word " * 150) for number in range(6))
    said = _current_rules_text(long, {name for name, _ in long})
    assert "**Topic 1**" in said and said.endswith("More with `/rules topic:` Topic 2, Topic 3, Topic 4, Topic 5.")
    assert len(said) <= limits.CONTENT


def test_topic_name_matches_come_before_text_matches() -> None:
    assert [name for name, _ in _matching_topics(TOPICS, " BID ")] == ["Bids", "End"]
    assert [name for name, _ in _matching_topics(TOPICS, "tile")] == ["Draft"]
    assert _matching_topics(TOPICS, "train") == ()


def test_command_description_is_the_first_sentence_of_its_action() -> None:
    assert _first_sentence("Bid ``some`` points. They are\n    paid. (R Bids) More (R x)") == "Bid some points"
    assert _first_sentence("Pass. (R Bids)") == "Pass"
