"""Numbers in the tables of Railroad Rivals are right, and stand under their player and beside their railroad."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engine import PhaseEnded, redact
from engine.games.railroad_rivals.game_data.printed_data import RAILROADS
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, DraftingPhase
from engine.games.railroad_rivals.state import events as e
from render import DrawingContext, Scene
from render.palette import ACCENT
from render.scene import Box, Line
from tests.render.rivals_position import (
    DELIVER,
    NAMES,
    PAINTER,
    SCORES,
    VALUES,
    WORTH,
    by_column,
    column,
    down,
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
    assert [badge.sprite.name for badge in sprites(scene.shapes_of_layer("rows"), "badge")] == [
        f"badge {r}" for r in RAILROADS
    ]
    assert down(scene, "value") == ["3", "0", "5", "1", "0", "2", "4", "0", "7", "6", "0", "1"]
    assert down(scene, "tiles left") == ["3", "3", "0", "4", "4", "3", "4", "4", "3", "4", "4", "3"], (
        "four of each, without those owned and those on offer"
    )
    assert [text.words for text in written(scene, "rows", "axis")] == ["pile", "pile"], "one a block"


def test_a_bar_is_as_long_as_its_value() -> None:
    scene = public("stocks", position(DRAFT))
    bars = [bar for bar in scene.shapes_of_layer("bars") if isinstance(bar, Box)]
    zero, fifteen = axis(scene)
    assert [bar.w for bar in bars] == [round((fifteen - zero) * value / 15) for value in VALUES.values() if value]
    assert {bar.x for bar in bars[:4]} == {zero}


def axis(scene: Scene) -> tuple[float, float]:
    """Return the x coordinates at which the left block's axis begins and its last number stands."""
    zero, last = written(scene, "grid", "axis")[:2]
    assert zero.words == "0"
    return zero.x, last.x


def test_a_rise_is_drawn_and_described() -> None:
    news = e.Delivered(1, "coal", "Pittsburgh", "St. Louis", "B&O", 3, 2, 2, 5)
    scene = public("stocks", position(DELIVER), news, news)
    [red] = [bar for bar in scene.shapes_of_layer("bars") if isinstance(bar, Box) and bar.fill == ACCENT]
    zero, fifteen = axis(scene)
    assert abs(red.x - zero - (fifteen - zero) * 3 / 15) <= 1
    assert abs(red.w - (fifteen - zero) * 2 / 15) <= 1, "from 3 to 5"
    assert [text.words for text in written(scene, "bars", "rise")] == ["+2"]
    assert line(scene) == "This turn: B&O +2"
    assert "B&O 5 (+2), C&O 1" in scene.alt


@pytest.mark.parametrize("phase", [BiddingPhase(still_in=(1, 2, 3, 4)), DraftingPhase()])
def test_when_the_next_turn_has_begun_the_rises_are_the_last_turns(phase: Any) -> None:
    news = e.Delivered(1, "coal", "Pittsburgh", "St. Louis", "B&O", 3, 2, 2, 5)
    assert line(public("stocks", position(phase), news)) == "Last turn: B&O +1"


def test_rises_of_the_extra_delivery_are_called_so_not_the_last_turns() -> None:
    news = e.Delivered(1, "coal", "Pittsburgh", "St. Louis", "B&O", 3, 2, 2, 5)
    ended = PhaseEnded(DeliveringPhase.heading)
    extra = position(DeliveringPhase(time=2))
    assert line(public("stocks", extra, news, ended)) == "This turn: B&O +1", "the first of the two has just ended"
    assert line(public("stocks", extra, news)) == "Extra delivery: B&O +1"
    options = msgspec.structs.replace(extra.options, extra_delivery=True)
    over = msgspec.structs.replace(extra, flow=(), options=options, ending="hand")
    assert line(public("stocks", over, news, ended)) == "Extra delivery: B&O +1"


def test_stocks_after_the_game_are_part_of_the_score() -> None:
    over = msgspec.structs.replace(position(DELIVER), flow=())
    scene = public("stocks", over)
    assert row(scene, "shares", "caption") == ["Final score", "of it for stocks"]
    assert row(scene, "shares", "worth") == ["11", "7", "8", "0"]


def test_the_pictures_of_a_finished_game_say_who_wins_with_how_many_points() -> None:
    news = e.StocksScored(1, 11, 20)
    over = msgspec.structs.replace(position(DELIVER), flow=())
    for picture in ("board", "stocks", "scores", "final"):
        assert line(public(picture, over, news)) == "Cleo wins with 21 points"
    assert "Cleo wins with 21 points." in public("board", over, news).alt
    assert "Last:" not in public("board", over, news).alt


def test_the_totals_have_names_or_their_first_letters() -> None:
    assert row(public("stocks", position(DRAFT)), "shares", "name") == ["Ada", "Ben", "Cleo", "Dov"]
    long = PAINTER.public_scenes(
        "stocks", redact(position(DRAFT), None), DrawingContext(("Wilhelmina Ada", "Bartholomew B", "C", "Max"))
    )[0]
    first = row(long, "shares", "name")[0]
    assert "Wilhelmina".startswith(first)
    assert len(first) > 1
    hostile = PAINTER.public_scenes("stocks", redact(position(DRAFT), None), DrawingContext(("W" * 32,) * 4))[0]
    assert {len(name) > 1 and not name.strip("W") for name in row(hostile, "shares", "name")} == {True}


def test_shares_stand_under_their_players_mark_and_worth_beside_it() -> None:
    scene = public("stocks", position(DRAFT))
    chips = sprites(scene.shapes_of_layer("shares"), "chip")
    names = [f"chip {seat}" for seat in (1, 2, 3, 4)]
    *left, first_total, _, _, _ = sorted(chips, key=lambda chip: (middle(chip)[1], middle(chip)[0]))
    heads = [(chip.sprite.name, middle(chip)[0]) for chip in left]
    assert [name for name, _ in heads] == names * 2, "players from left to right by seat, in both blocks"
    low = [chip for chip in chips if chip.y >= first_total.y]
    totals = sorted(written(scene, "shares", "total"), key=lambda text: text.x)
    assert [chip.sprite.name for chip in low] == names
    assert [text.words for text in totals] == ["9", "14", "21", "6"], "points so far"
    worth = sorted(written(scene, "shares", "worth"), key=lambda text: text.x)
    assert [text.words for text in worth] == ["+11", "+7", "+8", "+0"], "what their stocks add"
    assert [text.x for text in worth] == [text.x for text in totals], "one under the other"
    assert row(scene, "shares", "caption") == ["Points so far", "Value of stocks"]
    assert all(chip.x < text.x for chip, text in zip(low, totals, strict=True))
    assert all(text.x < chip.x for chip, text in zip(low[1:], totals, strict=False))
    badges = {badge.sprite.name: middle(badge) for badge in sprites(scene.shapes_of_layer("rows"), "badge")}
    shares = {
        (chip, badge, text.words)
        for text in written(scene, "shares", "share")
        for chip, x in heads
        for badge, (badge_x, y) in badges.items()
        if abs(text.x - x) < 2 and abs(text.y - 21 - y) < 2 and 0 < x - badge_x < 764
    }
    assert shares == {
        ("chip 1", "badge B&O", "2"),
        ("chip 1", "badge UP", "1"),
        ("chip 2", "badge NYC", "1"),
        ("chip 3", "badge ACL", "1"),
        ("chip 3", "badge B&O", "1"),
    }


def test_the_alt_text_describes_the_stocks() -> None:
    assert public("stocks", position(DRAFT)).alt == (
        "Turn 2 of 9 · First pick. Stock values: ACL 3, ATSF 0, B&O 5, C&O 1, CBQ 0, IC 2, MP 4, NP 0, NYC 7, PRR 6, "
        "SP 0, UP 1. Points so far: Ada 9, Ben 14, Cleo 21, Dov 6. "
        "Each player’s stocks are worth: Ada 11, Ben 7, Cleo 8, Dov 0. "
        "Shares: Ada: 2 B&O, 1 UP; Ben: 1 NYC; Cleo: 1 ACL, 1 B&O; Dov: none."
    )


# -- scores


def test_the_rows_stand_in_turn_order_with_score_links_and_tiles_in_hand() -> None:
    scene = public("scores", position(DRAFT))
    assert column(scene, "cards", "name") == ["Cleo", "Ada", "Dov", "Ben"]
    assert column(scene, "cards", "place") == ["1st", "2nd", "3rd", "4th"]
    assert column(scene, "cards", "score") == ["21", "9", "6", "14"]
    assert column(scene, "cards", "links") == ["1", "0", "0", "2"]
    assert column(scene, "cards", "hand") == ["1", "2", "0", "1"]
    assert row(scene, "cards", "axis") == ["points", "links", "in hand"]
    assert column(scene, "cards", "status") == ["done", "now"]
    assert [engine.sprite.name[-1] for engine in sprites(scene.shapes_of_layer("cards"), "engine")] == [
        "3",
        "1",
        "4",
        "2",
    ]
    rows = {role: [text.y for text in written(scene, "cards", role)] for role in ("name", "links", "hand", "place")}
    assert len({tuple(lines) for lines in rows.values()}) == 1, "side by side"


def test_the_poles_of_the_engines_stand_at_their_scores() -> None:
    scene = public("scores", position(DRAFT))
    assert {seat: round(points) for seat, points in poles(scene).items()} == SCORES


def test_engines_of_near_scores_lean_apart_and_keep_their_order() -> None:
    near = {1: 9, 2: 9, 3: 10, 4: 0}
    scene = public("scores", position(DRAFT, score=near))
    assert {seat: round(points) for seat, points in poles(scene).items()} == near
    engines = sorted(sprites(scene.shapes_of_layer("track"), "engine"), key=lambda engine: engine.x)
    assert [engine.sprite.name[-1] for engine in engines] == ["4", "1", "2", "3"], "of equals the first in turn first"
    assert all(middle(other)[0] - middle(one)[0] >= 72 for one, other in pairwise(engines))
    assert engines[0].x >= 0


def poles(scene: Scene) -> dict[int, float]:
    """Return a mapping from seats to the points at which the poles of their engines stand on the score track."""
    zero, fifty = (next(t.x for t in written(scene, "track", "axis") if t.words == words) for words in ("0", "50"))
    engines = {
        middle(engine)[0]: int(engine.sprite.name[-1]) for engine in sprites(scene.shapes_of_layer("track"), "engine")
    }
    lines = [shape.points for shape in scene.shapes_of_layer("track") if isinstance(shape, Line)]
    heads = {min(engines, key=lambda x: abs(x - head[0])): foot for head, foot in lines}
    return {engines[x]: (foot[0] - zero) / (fifty - zero) * 50 for x, foot in heads.items()}


def test_in_the_bidding_the_last_bid_of_each_is_shown() -> None:
    bids = e.BidMade(3, 1), e.BidMade(1, 2), e.BidPassed(4), e.BidMade(3, 4)
    scene = public("scores", position(BiddingPhase(still_in=(2, 3, 1), passed=(4,), best=4)), *bids)
    assert column(scene, "cards", "status") == ["bid 4", "bid 2", "out", "now"]
    assert line(scene) == "Next to bid: Ben. Then Cleo."
    assert scene.alt.endswith(
        "Turn order and score: Cleo 21 points, 1 link, bid 4; Ada 9 points, no links, bid 2; "
        "Dov 6 points, no links, out of the bidding; Ben 14 points, 2 links, next to move."
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
        (2, ["14", "2"], ["fits blanks only"], "You can place your only city"),
        (3, ["21", "1"], ["no place now"], "You can’t place your only city"),
        (4, ["6", "0"], [], "You have no city tiles"),
    ],
)
def test_a_hand_has_its_own_figures_and_blank_places_only_while_nothing_matches(
    seat: int, figures: list[str], captions: list[str], said: str
) -> None:
    [scene] = PAINTER.private_scenes(redact(position(DRAFT), seat), DrawingContext(NAMES))
    assert row(scene, "figures", "name") == [NAMES[seat - 1]]
    assert column(scene, "figures", "caption") == ["points", "links"]
    assert column(scene, "figures", "figure") == figures
    assert row(scene, "cities", "caption") == captions
    assert line(scene) == said


def test_a_hand_in_words_has_its_own_figures() -> None:
    [scene] = PAINTER.private_scenes(redact(position(DRAFT), 2), DrawingContext(NAMES))
    assert scene.alt.endswith("You have 14 points and 2 links. Stocks: NYC ×1 (worth 7 points now).")


def test_the_alt_text_describes_a_hand() -> None:
    [scene] = PAINTER.private_scenes(redact(position(DRAFT), 1), DrawingContext(NAMES))
    assert row(scene, "stocks", "share") == ["×2", "×1"]
    assert row(scene, "stocks", "worth") == ["10", "1"]
    assert row(scene, "stocks", "total") == ["11"]
    assert scene.alt == (
        "Your hand (only you see this). Cities, edges clockwise from the top: "
        "Savannah: 1 cube, edges ACL blank ACL IC, no place now; "
        "Boston: 2 cubes, edges blank blank NYC NYC, fits 1 place. You have 9 points and no links. "
        "Stocks: B&O ×2, UP ×1 (worth 11 points now)."
    )
