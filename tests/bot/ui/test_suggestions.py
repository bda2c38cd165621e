"""Commands and lines with a typo: the nearest legal move is a button, and nothing is made before *Confirm*."""

from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.errors import RuleViolation
from bot.ui import suggestions as of_meant
from bot.ui.number_steps import nearest_numbers
from engine import Action, Seat
from engine.core import AmountOffers, CombinedOffers, verb_of
from tests.bot.simulated_channel import GAME, World, spelled, world
from tests.bot.ui.test_answer_buttons import place
from tests.bot.ui.test_question_buttons import Call, Seen
from tests.bot.ui.test_whole_move_buttons import BIDS, at_bids

ONE = Seat(1)


class Bid(Action, frozen=True):
    """Offer a sum."""

    amount: int


class Sell(Action, frozen=True):
    """Sell something for a sum."""

    what: str
    amount: int


class Hundreds(AmountOffers):
    """Multiples of 100 up to a maximum, three of which are listed."""

    def __iter__(self) -> Any:
        return (self.action_kind(self.seat, number) for number in (0, 100, 300))

    def __contains__(self, action: object) -> bool:
        return super().__contains__(action) and getattr(action, "amount", 0) % 100 == 0


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        (50, [0, 100]),
        (150, [100, 200]),
        (250, [200, 300]),
        (1_550, [1_500, 1_600]),
        (99_999, [2_300]),
        (-5, [0]),
        (200, []),
    ],
)
def test_nearest_legal_numbers_are_found_beyond_the_list(typed: int, near: list[int]) -> None:
    offers = CombinedOffers([Sell(ONE, "coal", 1)], Hundreds(Bid, ONE, 0, 2_300))
    found = [getattr(action, "amount", None) for action in nearest_numbers(offers, Bid(ONE, typed), "amount")]
    assert found == near


def test_no_number_is_suggested_if_another_field_differs() -> None:
    offers = [Sell(ONE, "coal", 1), Sell(ONE, "coal", 2)]
    assert list(nearest_numbers(offers, Sell(ONE, "coal", 9), "amount")) == [offers[1]]
    assert not list(nearest_numbers(offers, Sell(ONE, "iron", 9), "amount"))


@pytest.mark.parametrize(("count", "why", "shown"), [(1, "", 1), (1, "h:1:0:x", 2), (5, "", 5), (5, "h:1:0:x", 5)])
def test_rule_button_leaves_room_for_four_suggested_moves(
    monkeypatch: pytest.MonkeyPatch, count: int, why: str, shown: int
) -> None:
    offers = [Call(ONE, f"w{number}") for number in range(count)]
    monkeypatch.setattr(of_meant, "_similar_moves", lambda *_: offers)
    here = replace(place(), table_view=cast(Any, Seen()))
    page = of_meant.did_you_mean(here, "call w", RuleViolation("No.", why))
    assert page is not None and page.text == (
        "No. Did you mean this?" if count == 1 else "No. Did you mean one of these?"
    )
    labels = [item.label for item in cast(Any, page.buttons[0])]
    assert len(labels) == shown and (labels[-1] == "Why?") == bool(why)


async def command(running: World, person: Any, name: str, /, **given: Any) -> Any:
    return (await person.slash(running.channel, name, **given)).response


async def test_misspelled_command_value_gets_a_button_to_confirmation(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, asked = await running.asked()
        tile = next(str(getattr(a, "tile", "")) for a in asked.offers if len(str(getattr(a, "tile", ""))) > 5)
        slip = f"{tile[:-2]}{tile[-1]}"
        shown = await command(running, person, f"{GAME.command} draft", tile=slip)
        assert shown.content.endswith("Did you mean this?") and slip in shown.content
        assert running.labels(shown)[1:] == ["Why?"] and tile in running.labels(shown)[0]
        confirming = (await person.click(shown, label=running.labels(shown)[0])).response
        assert not await running.moves()
        assert (await person.click(confirming, label="Confirm")).response.content.startswith("✓")
        assert await running.moves() == 1


async def test_text_similar_to_no_move_is_refused(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        shown = await command(running, person, f"{GAME.command} draft", tile="zzzz")
        assert running.labels(shown) == ["Why?"] and "Did you mean" not in shown.content
        other = next(p for p in running.people.values() if p.id != person.id)
        shown = await command(running, other, f"{GAME.command} draft", tile="zzzz")
        assert "It’s not your turn" in shown.content and "Did you mean" not in shown.content


async def test_illegal_number_is_answered_with_nearest_legal_ones(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        person, _ = await at_bids(running)
        before = await running.moves()
        shown = await command(running, person, f"{BIDS.command} bid", amount=1_550)
        assert running.labels(shown)[:2] == ["Bid $1,500", "Bid $1,600"]
        shown = await command(running, person, "move", line="bid 99999")
        assert running.labels(shown)[0] == "Bid $15,000" and await running.moves() == before


async def test_path_is_found_without_capitals_and_zeros_and_with_a_typo(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        person, _ = await at_bids(running)
        asked = (await running.asked())[1]
        while verb_of(next(iter(asked.offers))) != "toward":
            await running.move_on(1)
            person, asked = await running.asked()
        ways = (line.split()[1] for line in map(spelled, asked.offers) if line.startswith("lay H"))
        start, end = next(ways).split("-")[:2]
        shown = await command(running, person, f"{BIDS.command} lay", path=f"{start.lower()}-{end.lower()}x")
        assert "Did you mean" in shown.content
        assert any(f" lay {start}-" in one for one in running.identities(shown))


async def test_command_autocomplete_tolerates_a_typo(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, asked = await running.asked()
        tile = next(str(getattr(a, "tile", "")) for a in asked.offers if len(str(getattr(a, "tile", ""))) > 5)
        slip = f"{tile[:-2]}{tile[-1]}"
        found = await person.autocomplete(running.channel, f"{GAME.command} draft", "tile", slip)
        assert any(tile in str(choice) for choice in found)
