"""Typed lines that match no move exactly: offered moves that they may mean, none of which is made at once."""

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

import pytest

from bot.ui import text_matching as of_nearest
from bot.ui.text_matching import _word_position, best_matches, find_value_by_name
from engine.core import verb_of
from tests.bot.simulated_channel import spelled, world

OFFERS = [
    ("build Penrith A5-A6", "Build toward Penrith: 2 points"),
    ("build Carlisle A5-B5", "Build toward Carlisle: 1 point"),
    ("deliver coal Boston Albany", "Deliver coal from Boston to Albany: 3 points for you"),
    ("deliver coal Albany Boston", "Deliver coal from Albany to Boston: 2 points for you"),
    ("pass", "Pass"),
]


def lines(typed: str, most: int = 4) -> list[str]:
    return [line for line, _ in best_matches(typed, OFFERS, most)]


def test_words_match_in_any_order_and_case_and_with_a_typo() -> None:
    assert lines("build penrith") == lines("PENRITH Build") == lines("build penrit") == ["build Penrith A5-A6"]
    assert lines("build pemrith") == ["build Penrith A5-A6"]
    assert lines("penr") == ["build Penrith A5-A6"] and not lines("pen"), "of few letters nothing is guessed"


def test_word_order_distinguishes_two_moves() -> None:
    assert lines("ship coal from albany to boston") == ["deliver coal Albany Boston"]
    assert lines("deliver coal boston albany") == ["deliver coal Boston Albany"]


def test_number_does_not_match_end_of_larger_number() -> None:
    bids = [("bid 300", "Bid $300: $14,700 left"), ("bid 700", "Bid $700: $14,300 left")]
    assert [line for line, _ in best_matches("bid 300 rank", bids, 4)] == ["bid 300"]
    assert [line for line, _ in best_matches("bid and leave 14,300", bids, 4)] == ["bid 700"]


def test_text_with_too_little_in_common_matches_nothing() -> None:
    assert not lines("build a castle") and not lines("xyz") and not lines("") and not lines("to the")
    assert len(lines("deliver coal", 1)) == 1


def test_long_nonsense_is_compared_with_each_word_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def counted(word: str, known: Collection[str], most: int, alike: float) -> list[str]:
        compared.append(word)
        return get_close_matches(word, known, most, alike)

    monkeypatch.setattr(of_nearest, "get_close_matches", counted)
    many = [(f"{line} {number}", label) for line, label in OFFERS for number in range(50)]
    assert not best_matches("zzzz yyyy xxxx " * 400, many, 4)
    assert sorted(compared) == ["xxxx", "yyyy", "zzzz"]
    assert not best_matches(" ".join(f"word{number}" for number in range(600)), many, 4) and len(compared) < 20


async def test_typo_is_answered_with_buttons_and_makes_no_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, asked = await running.asked()
        wanted = next(offer for offer in asked.offers if verb_of(offer) == "draft")
        name, value = spelled(wanted).split()
        shown = (await person.slash(running.channel, "move", line=f"{value.replace('_', ' ')}x {name}")).response
        assert "Did you mean this?" in shown.content and not await running.moves()
        identity = next(one for one in running.identities(shown) if one.endswith(f" {name} {value}"))
        confirming = (await person.click(shown, custom_id=identity)).response
        assert "Confirm" in running.labels(confirming)
        said = (await person.click(confirming, label="Confirm")).response
        assert said.content.startswith("✓") and await running.moves() == 1


@pytest.mark.parametrize(
    ("word", "slips", "place"),
    [
        ("chic", (), 0),
        ("to", (), 1),
        ("ch", (), None),  # too short to be begun
        ("1", (), None),
        ("xhicago", ("chicago", "chicory"), 2),
        ("xhicago", ("boston", "chicory"), 0),
        ("boston", (), None),
    ],
)
def test_word_matches_whole_word_prefix_or_most_similar_word(
    word: str, slips: tuple[str, ...], place: int | None
) -> None:
    assert _word_position(word, ("chicory", "to", "chicago", "12"), slips) == place


def test_value_matches_its_name_and_my_matches_own_things() -> None:
    cities = {"H33": "Ada’s 5 (ore): small train", "H28": "Ada’s 2, wheat: 2 tracks", "H01": "Ben’s 5: +$300"}
    assert (
        find_value_by_name("my 5", cities, "Ada")
        == find_value_by_name("ada’s 5", cities, "Ben")
        == find_value_by_name("Ada's 5", cities, "Ben")
        == "H33"
    )
    assert find_value_by_name("2", cities, "Ben") == "H28" and find_value_by_name("my 5", cities, "Ben") == "H01"
    assert (
        find_value_by_name("5", cities, "Ada") is None
        and find_value_by_name("my 4", cities, "Ada") is None
        and find_value_by_name("", cities, "Ada") is None
    )
