"""The figures in the tables: everything written is what the position says, under the right player and beside the
right railroad."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import redact
from engine.games.railroad_rivals.box.data import RAILROADS
from engine.games.railroad_rivals.phases import BiddingPhase, DraftingPhase
from engine.games.railroad_rivals.state import events as e
from render import Look
from render.palette import ACCENT
from render.scene import Box
from tests.render.facts import (
    DELIVER,
    NAMES,
    PAINTER,
    SCORES,
    VALUES,
    WORTH,
    by_column,
    column,
    line,
    middle,
    position,
    public,
    row,
    sprites,
    written,
)

DRAFT = DraftingPhase(picks=1)


# -- stocks


def test_every_stock_has_its_value_beside_its_badge() -> None:
    scene = public("stocks", position(DRAFT))
    assert [badge.sprite.name for badge in sprites(scene.layer("rows"), "badge")] == [f"badge {r}" for r in RAILROADS]
    assert column(scene, "rows", "value") == ["3", "0", "5", "1", "0", "2", "4", "0", "7", "6", "0", "1"]
    assert column(scene, "rows", "tiles left") == ["3", "3", "0", "4", "4", "3", "4", "4", "3", "4", "4", "3"], (
        "four of each, without those owned and those on offer"
    )
    assert [text.words for text in written(scene, "rows", "axis")] == ["in", "pile"]


def test_a_bar_is_as_long_as_its_value() -> None:
    bars = [bar for bar in public("stocks", position(DRAFT)).layer("bars") if isinstance(bar, Box)]
    assert [bar.w for bar in bars] == [585 * value / 15 for value in VALUES.values() if value]


def test_a_rise_is_drawn_and_said() -> None:
    news = e.Delivered(1, "coal", "Pittsburgh", "St. Louis", "B&O", 3, 2, 2, 5)
    scene = public("stocks", position(DELIVER), news, news)
    [red] = [bar for bar in scene.layer("bars") if isinstance(bar, Box) and bar.fill == ACCENT]
    assert (red.x - 320, red.w) == (585 * 3 / 15, 585 * 2 / 15), "from 3 to 5"
    assert [text.words for text in written(scene, "bars", "rise")] == ["+2"]
    assert line(scene) == "This turn: B&O +2"
    assert "B&O 5 (+2), C&O 1" in scene.alt


@pytest.mark.parametrize("phase", [BiddingPhase(still_in=(1, 2, 3, 4)), DraftingPhase()])
def test_when_the_next_turn_has_begun_the_rises_are_the_last_turns(phase: Any) -> None:
    news = e.Delivered(1, "coal", "Pittsburgh", "St. Louis", "B&O", 3, 2, 2, 5)
    assert line(public("stocks", position(phase), news)) == "Last turn: B&O +1"


def test_the_pictures_of_a_finished_game_say_who_wins_with_how_many_points() -> None:
    news = e.StocksScored(1, 11, 20)
    over = msgspec.structs.replace(position(DELIVER), flow=())
    for picture in ("board", "stocks", "scores", "final"):
        assert line(public(picture, over, news)) == "Cleo wins with 21 points"
    assert "Cleo wins with 21 points." in public("board", over, news).alt
    assert "Last:" not in public("board", over, news).alt


def test_the_columns_of_shares_have_the_first_letters_of_names() -> None:
    assert row(public("stocks", position(DRAFT)), "shares", "initials") == ["Ada", "Ben", "Cleo", "Dov"]
    long = PAINTER.scenes("stocks", redact(position(DRAFT), None), Look(("Wilhelmina Ada", "Bo", "C", "D")))[0]
    first = row(long, "shares", "initials")[0]
    assert "Wilhelmina".startswith(first)
    assert 1 < len(first) < 10


def test_shares_and_worth_stand_under_their_players_mark() -> None:
    scene = public("stocks", position(DRAFT))
    chips = {chip.sprite.name: middle(chip)[0] for chip in sprites(scene.layer("shares"), "chip")}
    assert list(chips) == ["chip 1", "chip 2", "chip 3", "chip 4"]
    assert list(chips.values()) == sorted(chips.values()), "players from left to right by seat"
    totals = {text.x: text.words for text in written(scene, "shares", "total")}
    assert [totals[x] for x in chips.values()] == ["11", "7", "8", "0"]
    badges = {badge.sprite.name: middle(badge)[1] for badge in sprites(scene.layer("rows"), "badge")}
    shares = {
        (chip, badge, text.words)
        for text in written(scene, "shares", "share")
        for chip, x in chips.items()
        for badge, y in badges.items()
        if abs(text.x - x) < 2 and abs(text.y - 21 - y) < 2
    }
    assert shares == {
        ("chip 1", "badge B&O", "2"),
        ("chip 1", "badge UP", "1"),
        ("chip 2", "badge NYC", "1"),
        ("chip 3", "badge ACL", "1"),
        ("chip 3", "badge B&O", "1"),
    }


def test_the_stocks_in_words() -> None:
    assert public("stocks", position(DRAFT)).alt == (
        "Turn 2 of 9 · First pick. Stock values: ACL 3, ATSF 0, B&O 5, C&O 1, CBQ 0, IC 2, MP 4, NP 0, NYC 7, PRR 6, "
        "SP 0, UP 1. Current stock value: Ada 11, Ben 7, Cleo 8, Dov 0. "
        "Shares: Ada B&O 2, UP 1; Ben NYC 1; Cleo ACL 1, B&O 1; Dov none."
    )


# -- scores


def test_the_cards_stand_in_turn_order_with_score_and_links() -> None:
    scene = public("scores", position(DRAFT))
    assert row(scene, "cards", "name") == ["Cleo", "Ada", "Dov", "Ben"]
    assert row(scene, "cards", "place") == ["1st", "2nd", "3rd", "4th"]
    assert row(scene, "cards", "score") == ["21", "9", "6", "14"]
    assert row(scene, "cards", "links") == ["1 link", "no links", "no links", "2 links"]
    assert row(scene, "cards", "status") == ["done", "now", "", ""]
    assert [engine.sprite.name[-1] for engine in sprites(scene.layer("cards"), "engine")] == ["3", "1", "4", "2"]


def test_the_engines_stand_at_their_scores() -> None:
    scene = public("scores", position(DRAFT))
    at = {int(engine.sprite.name[-1]): middle(engine)[0] for engine in sprites(scene.layer("track"), "engine")}
    zero, fifty = (next(t.x for t in written(scene, "track", "axis") if t.words == words) for words in ("0", "50"))
    assert {seat: round((x - zero) / (fifty - zero) * 50) for seat, x in at.items()} == SCORES


def test_in_the_bidding_the_last_bid_of_each_is_shown() -> None:
    bids = e.BidMade(3, 1), e.BidMade(1, 2), e.BidPassed(4), e.BidMade(3, 4)
    scene = public("scores", position(BiddingPhase(still_in=(2, 3, 1), passed=(4,), best=4)), *bids)
    assert row(scene, "cards", "status") == ["bid 4", "bid 2", "out", "now"]
    assert line(scene) == "Next to bid: Ben. Then Cleo."
    assert scene.alt.endswith(
        "Turn order and score: Cleo 21 points, 1 link, bid 4; Ada 9 points, no links, bid 2; "
        "Dov 6 points, no links, out; Ben 14 points, 2 links, now."
    )


# -- final


def test_the_final_table_has_every_stock_and_sum_of_every_player() -> None:
    scene = public("final", position(DRAFT))
    assert row(scene, "columns", "name") == ["Cleo", "Ben", "Ada", "Dov"]
    assert column(scene, "rows", "value") == [str(value) for value in VALUES.values()]
    assert by_column(scene, "share") == [["1 ×", "1 ×"], ["1 ×"], ["2 ×", "1 ×"]]
    assert by_column(scene, "figure", "total") == [
        ["3", "5", "8", "21", "29"],
        ["7", "7", "14", "21"],
        ["10", "1", "11", "9", "20"],
        ["0", "6", "6"],
    ]


def test_before_the_end_the_table_says_who_leads() -> None:
    assert public("final", position(DRAFT)).alt == (
        "Scores if the game ended now: Cleo leads with 29 points. "
        "Cleo 29 (score track 21 + stocks 8), Ben 21 (score track 14 + stocks 7), "
        "Ada 20 (score track 9 + stocks 11), Dov 6 (score track 6 + stocks 0). "
        "Stock values: ACL 3, ATSF 0, B&O 5, C&O 1, CBQ 0, IC 2, MP 4, NP 0, NYC 7, PRR 6, SP 0, UP 1. "
        "Stocks: Cleo ACL 1, B&O 1; Ben NYC 1; Ada B&O 2, UP 1; Dov none."
    )


def test_after_the_end_the_stocks_are_in_the_scores_and_not_counted_twice() -> None:
    scored = {seat: SCORES[seat] + WORTH[seat] for seat in SCORES}
    scene = public("final", position(flow=(), score=scored))
    assert line(scene) == "Cleo wins with 29 points"
    assert row(scene, "columns", "total") == ["29", "21", "20", "6"]
    assert "Cleo 29 (score track 21 + stocks 8), Ben 21 (score track 14 + stocks 7), Ada 20 (" in scene.alt


# -- hand


@pytest.mark.parametrize(
    ("seat", "figures", "captions", "said"),
    [
        (1, ["9", "0"], ["no place now", "fits 1 place"], "You can place 1 of your 2 cities"),
        (2, ["14", "2"], ["blank edge only"], "You can place your only city"),
        (3, ["21", "1"], ["no place now"], "You can’t place your only city"),
        (4, ["6", "0"], [], "You have no city tiles"),
    ],
)
def test_a_hand_has_its_own_figures_and_blank_places_only_while_nothing_matches(
    seat: int, figures: list[str], captions: list[str], said: str
) -> None:
    [scene] = PAINTER.hand(redact(position(DRAFT), seat), Look(NAMES))
    assert row(scene, "figures", "name") == [NAMES[seat - 1]]
    assert column(scene, "figures", "caption") == ["points", "links"]
    assert column(scene, "figures", "figure") == figures
    assert row(scene, "cities", "caption") == captions
    assert line(scene) == said


def test_a_hand_in_words_has_its_own_figures() -> None:
    [scene] = PAINTER.hand(redact(position(DRAFT), 2), Look(NAMES))
    assert scene.alt.endswith("14 points, 2 links. Stocks: NYC ×1 (worth 7 points now).")


def test_a_hand_in_words() -> None:
    [scene] = PAINTER.hand(redact(position(DRAFT), 1), Look(NAMES))
    assert row(scene, "stocks", "share") == ["×2", "×1"]
    assert row(scene, "stocks", "worth") == ["10", "1"]
    assert row(scene, "stocks", "total") == ["11"]
    assert scene.alt == (
        "Your hand (only you see this). Cities: Savannah: 1 cube, edges ACL blank ACL IC, no place now; "
        "Boston: 2 cubes, edges blank blank NYC NYC, fits 1 place. 9 points, no links. "
        "Stocks: B&O ×2, UP ×1 (worth 11 points now)."
    )
