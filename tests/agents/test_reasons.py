"""Reasons of a hint: only certain differences are named, in sentences that are true."""

from dataclasses import replace

import msgspec
import pytest

from engine.agents.coach import Advice
from engine.agents.differences import find_differences, student_width
from engine.agents.explanation import Explanation, Price, explain, explain_by_score, find_plan
from engine.agents.explanation_text import advice_sentence, chance_text, explanation_sentence
from engine.agents.rollout import LENGTH_CATEGORY, WIN_CATEGORY, Comparison, Rollout, StatisticKey
from engine.core import Action, RankingEntry, SearchSettings, redact
from engine.core.reasons import Asset, Horizon, Phrase, Reasons
from engine.games import GAMES

TITLE = next(key for key, game in GAMES.items() if game.agent.reasons is not None)
THINKERS = {key: game for key, game in GAMES.items() if game.agent.search_settings is not None}
ESTIMATING = [key for key, game in THINKERS.items() if game.agent.search_settings.evaluate_state is not None]
THINKING = SearchSettings(games=8, moves=2)
BOTH = (Horizon.MOVE, Horizon.END)


class Push(Action, frozen=True):
    strength: int


MOVES = Push(1, 1), Push(1, 2)

PHRASES = {
    "coal": Phrase("you get {n} more coal{when}", "you get {n} less coal{when}", "{who} gets {n} more coal", ""),
    "wins": Phrase("you get {n} more medals", "you get {n} less medals", least=0.1, is_rare=True),
    "pay": Phrase("you pay {n} less", "you pay {n} more", price="the push"),
    "later pay": Phrase("you pay {n} less", "you pay {n} more", price="the later push", has_later_costs=True),
    "way": Phrase("you get {n} farther", "you get {n} less far", "{whose} train gets {n} farther", "", is_result=True),
    "first": Phrase("you go first in {share}", least=0.3, horizons=(Horizon.ROUND,), is_rare=True, is_cause=True),
    "stock rose": Phrase("your {item} stock ends {n} higher", "your {item} stock ends {n} lower"),
    "stock held": Phrase("you get more {item} stock (worth {n})", "you get less {item} stock (worth {n})"),
}


def game_of(*, prices=(None, None), assets=lambda state, seat: (), action_kind=lambda action: action):
    """Return the game with these prices and assets, in which the first two seats are level and every move has its
    own kind.
    """
    game = GAMES[TITLE]
    costs = dict(zip(MOVES, prices, strict=True))
    rules = replace(
        game.rules,
        ranking=lambda state: (RankingEntry(1, 1, 5), RankingEntry(2, 1, 5)),
        cost=lambda view, action: costs.get(action),
        timeout_action=lambda view, offers: None,
    )
    agent = replace(game.agent, reasons=Reasons(phrases=PHRASES, assets=assets), action_kind=action_kind)
    return replace(game, rules=rules, agent=agent)


def dealt():
    state, _ = GAMES[TITLE].new_game(GAMES[TITLE].options(), 2, 1)
    return state


def figure(category, horizon=Horizon.END, seat=1, item=""):
    return StatisticKey(seat, category, item, horizon)


def compared(*pairs, gains=None, plans=((), ()), moves=1):
    """Return a comparison of two moves with these (first, second) statistics, from rollouts of ``moves`` moves."""
    state = dealt()
    first, second = plans
    rollouts = tuple(
        (
            Rollout(state, one, first, (state,) * len(first), moves),
            Rollout(state, other, second, (state,) * len(second), moves),
        )
        for one, other in pairs
    )
    return Comparison(1, 2, MOVES, rollouts, tuple(gains or [5.0] * len(pairs)))


def told(comparison, *, game=None, is_clear=True):
    """Return the sentence of the reasons for player 1, whose rival is Ben."""
    game = game or game_of()
    view = redact(dealt(), 1)
    explanation = explain(game, THINKING, view, comparison, is_clear=is_clear)
    return explanation_sentence(game.agent.reasons, explanation, 1, lambda seat: "Ben")


def always(category, amount, *horizons, count=40):
    """Return pairs in which the first move brings ``amount`` more of a category at each of the horizons."""
    return [({figure(category, horizon): amount for horizon in horizons}, {})] * count


# -- each of these was said once, and not true in fresh games


def test_only_direct_effects_are_certain():
    """A gain of 2 in each of 40 games was a gain of only 1.93 in fresh games."""
    assert told(compared(*always("coal", 2.0, Horizon.END), gains=[4.0] * 40)) == "you get about 2 more coal."
    assert told(compared(*always("coal", 2.0, *BOTH), gains=[4.0] * 40)) == "you get 2 more coal immediately."


@pytest.mark.parametrize("key", ESTIMATING)
def test_estimate_counts_only_before_the_end_of_the_game(key):
    """The goods that trains carry were valued even after the end of the game."""
    game = GAMES[key]
    state, _ = game.new_game(game.options(), game.seats[-1], 1)
    assert list(game.agent.reasons.assets(msgspec.structs.replace(state, flow=(), turn=7), 1)) == []


def going_first(count, *horizons):
    """Return 40 pairs: the first move brings coal in all, and the first place in the round in ``count`` of them."""
    coal = {figure("coal"): 5.0}
    first = {figure("first", horizon): 1.0 for horizon in (Horizon.ROUND, Horizon.END, *horizons)}
    return [(coal | (first if number < count else {}), {}) for number in range(40)]


def test_cause_stands_before_the_reason_that_it_explains():
    assert told(compared(*going_first(30))) == (
        "you go first in 75% of games instead of under 5%; you get about 5 more coal."
    )


def test_cause_needs_a_reason_and_a_difference_that_is_sure():
    assert "first" not in told(compared(*going_first(4)))
    assert told(compared(*always("first", 1.0, Horizon.ROUND))) == ""


def test_the_move_itself_is_not_called_a_cause():
    assert "first" not in told(compared(*going_first(40, Horizon.MOVE)))


def test_dearer_move_is_not_said_to_save_money():
    """A hint said “You bid about 6 less” for a bid of 3 instead of 1."""
    comparison = compared(*always("pay", 6.0, Horizon.END))
    assert told(comparison, game=game_of(prices=(3, 1))) == ""
    assert told(comparison, game=game_of(prices=(1, 3))) != ""


def test_mean_of_a_few_huge_differences_is_not_a_reason():
    """A difference of $3,458 ± 2,288 was only $851 in fresh games."""
    huge, none = ({figure("coal"): 60.0}, {}), ({}, {})
    assert told(compared(*[huge] * 15, *[none] * 25)) == ""
    assert told(compared(*[huge] * 25, *[none] * 15)).startswith("you get about")


def test_price_is_named_only_if_the_moves_differ_in_price():
    """A hint said that founding a city “would cost 3,000 more” because of track that was laid later."""
    comparison = compared(*always("pay", -3.0, Horizon.END), gains=[6.0, 4.0] * 20)
    assert told(comparison, game=game_of(prices=(3, None))).startswith("the push costs you about 3 more and brings")
    assert "push" not in told(comparison)


def test_price_of_later_moves_is_not_the_price_of_a_move_that_costs_something_else():
    """A hint said “The track and what follows cost you about $5,000 more” about a bid."""
    comparison = compared(*always("later pay", -3.0, Horizon.END), gains=[6.0, 4.0] * 20)
    assert "later push" not in told(comparison, game=game_of(prices=(3, None)))
    paid_now = compared(*always("later pay", -3.0, *BOTH), gains=[6.0, 4.0] * 20)
    assert told(paid_now, game=game_of(prices=(3, None))).startswith("the later push")


def test_difference_below_one_is_called_a_little():
    """A hint said “about 1” for a difference of 0.27."""
    assert told(compared(*always("wins", 0.3, Horizon.END), gains=[0.5] * 40)) == "you get a little more medals."


def test_earlier_end_of_game_is_not_a_loss_of_the_rival():
    """A rival’s train got 10.6 spaces less far in games that ended earlier, and 7.2 in longer fresh games."""
    longer = {figure(LENGTH_CATEGORY): 20.0, figure("way"): 9.0, figure("way", seat=2): 9.0}
    sooner = {figure(LENGTH_CATEGORY): 25.0, figure("way"): 3.0, figure("way", seat=2): 3.0}
    said = find_differences(game_of(), THINKING, compared(*[(longer, sooner)] * 40))
    assert {(one.key.seat, one.key.category) for one in said} == {(1, "way"), (1, LENGTH_CATEGORY)}


def test_rare_differences_need_more_certainty():
    """Among many categories, one differs by chance: −0.40 ± 0.23 was only −0.06 in fresh games."""
    rare = [({figure("wins"): 1.0}, {})] * 7 + [({}, {})] * 33
    surer = [({figure("wins"): 1.0}, {})] * 12 + [({}, {})] * 28
    assert told(compared(*rare, gains=[0.5] * 40)) == ""
    assert told(compared(*surer, gains=[0.5] * 40)) == "you get a little more medals."


def test_number_equal_in_all_rollouts_is_not_exact():
    """A return of −1,500 ± 0 was −1,464 in fresh games, because 3 games of 100 can differ from all the others."""
    (later,) = find_differences(game_of(), THINKING, compared(*always("coal", 4.0, Horizon.END, count=30), moves=9))
    assert later.error == pytest.approx(0.4)
    for moves, horizon in ((9, Horizon.MOVE), (1, Horizon.END)):
        comparison = compared(*always("coal", 4.0, horizon, count=30), moves=moves)
        assert find_differences(game_of(), THINKING, comparison)[0].error == 0


def test_return_of_a_price_has_the_error_of_estimates():
    """A return of −5,258 ± 298 was −5,655 in fresh games."""
    game = game_of(prices=(None, 2))
    comparison = compared(*always("pay", 2.0, *BOTH), gains=[8.0, 8.2] * 20, moves=9)
    for error, words in ((0.0, "bring nothing."), (4.0, "bring nothing that is sure.")):
        thinking = replace(THINKING, evaluation_error=error)
        explanation = explain(game, thinking, redact(dealt(), 1), comparison, is_clear=True)
        sentence = explanation_sentence(game.agent.reasons, explanation, 1, lambda seat: "Ben")
        assert sentence == f"the second best would cost you 2 more and {words}"


@pytest.mark.parametrize(("values", "width"), [(10, 2.262), (30, 2.045), (1000, 1.962)])
def test_interval_is_wider_for_few_games(values, width):
    assert student_width(values - 1) == pytest.approx(width, abs=0.005)


# -- the choice


def test_no_reason_without_certainty():
    noise = [({figure("coal"): amount}, {}) for amount in (9.0, -8.0) * 20]
    assert told(compared(*noise)) == ""


def test_no_reason_that_explains_little_of_the_gain():
    assert told(compared(*always("coal", 2.0, *BOTH), gains=[30.0] * 40)) == ""


def test_no_reason_for_moves_that_are_about_as_good():
    """Readers took one gain beside one loss as a reason for the move, and found that it spoke against the move."""
    both = {figure("coal", horizon): 2.0 for horizon in BOTH} | {figure("wins", horizon): -2.0 for horizon in BOTH}
    assert told(compared(*[(both, {})] * 40, gains=[1.0, -1.0] * 20), is_clear=False) == ""
    assert told(compared(*always("coal", 2.0, *BOTH), gains=[1.0, -1.0] * 20), is_clear=False) == ""


@pytest.mark.parametrize("gain", [0.0, 10.0, -40.0])
def test_reasons_that_cancel_out_are_left_out(gain):
    both = {figure("coal", horizon): 2.0 for horizon in BOTH} | {figure("wins", horizon): -2.0 for horizon in BOTH}
    assert told(compared(*[(both, {})] * 40, gains=[gain] * 40)) == ""


def test_result_is_a_reason_only_beside_a_drawback_or_a_cause():
    both = {figure("coal"): 5.0, figure("way"): 5.0}
    assert told(compared(*[(both, {})] * 40)) == "you get about 5 more coal."
    assert told(compared(*always("way", 5.0, Horizon.END))) == ""  # it helps no player to decide
    drawback = {figure("coal"): -2.0, figure("way"): 5.0}
    assert told(compared(*[(drawback, {})] * 40)) == "you get about 2 less coal, but you get about 5 farther."
    caused = {figure("first", Horizon.ROUND): 1.0, figure("way"): 5.0}
    assert told(compared(*[(caused, {})] * 40)).endswith("; you get about 5 farther.")


def test_rival_is_weighted_by_how_often_it_is_the_best():
    comparison = compared(*[({figure("coal", seat=2): -2.0}, {})] * 40)
    assert told(comparison) == ""  # there are no words for less of it
    more = compared(*[({figure("coal", seat=2): 3.0, figure("way"): 6.0}, {})] * 40)
    assert told(more) == "Ben gets about 3 more coal, but you get about 6 farther."


def test_temporary_difference_is_only_a_cost():
    early = {figure("coal", Horizon.MOVE): -3.0, figure("way"): 6.0}
    assert told(compared(*[(early, {})] * 40)) == "you get 3 less coal immediately, but you get about 6 farther."
    undone = {figure("coal", Horizon.MOVE): 3.0, figure("coal"): -3.0, figure("way"): 6.0}
    assert "more coal" not in told(compared(*[(undone, {})] * 40))


def test_share_of_wins_is_never_shown_as_zero():
    first = {figure("first", Horizon.ROUND): 1.0}
    won = ({figure(WIN_CATEGORY): 1.0} | first, {})
    comparison = compared(*[won] * 15, *[(first, {})] * 25, gains=[0.5] * 40)
    assert told(comparison).endswith("; you win 38% of games instead of under 5%.")
    assert [chance_text(chance) for chance in (0.0, 0.05, 0.5, 0.95, 1.0)] == [
        "under 5%",
        "5%",
        "50%",
        "95%",
        "over 95%",
    ]


# -- assets


def owning(numbers, worths):
    """Return an ``assets`` function: stock of the first seat, with numbers and worths after the first and second
    move.
    """
    amounts = iter(zip(numbers * 40, worths * 40, strict=True))
    return lambda state, seat: [Asset("stock", *next(amounts), "UP")] if seat == 1 else []


@pytest.mark.parametrize(
    ("numbers", "worths", "words"),
    [
        ((2, 1), (6.0, 6.0), "you get more UP stock (worth about 6)."),
        ((1, 1), (9.0, 6.0), "your UP stock ends about 3 higher."),
    ],
)
def test_asset_reason_names_count_or_value(numbers, worths, words):
    # the assets of every rollout are asked for twice: for the differences, and for their parts
    game = game_of(assets=owning(numbers * 2, worths * 2))
    assert told(compared(*[({}, {})] * 40), game=game) == words


# -- prices


@pytest.mark.parametrize(
    ("gains", "words"),
    [
        ((-4.0, -4.2), "the push costs you 2 more and brings about 6."),
        ((1.8, 1.6), "the second best would cost you 2 more and bring only a little."),
        ((8.0, 8.2), "the second best would cost you 2 more and bring nothing."),
        ((30.0, -26.0), "the second best would cost you 2 more and bring nothing that is sure."),
    ],
)
def test_price_is_shown_with_its_return(gains, words):
    """Negative gains mean that the first move is the push; otherwise the push is the second best move."""
    is_push = gains[0] < 0
    amount = -2.0 if is_push else 2.0
    gains = [abs(gain) for gain in gains] if is_push else gains
    game = game_of(prices=(2, None) if is_push else (None, 2))
    assert told(compared(*always("pay", amount, *BOTH), gains=gains * 20), game=game) == words


def explained_by_score(comparison, gain, prices):
    """The sentence for player 1 about moves that are compared by a rule of thumb."""
    game, view = game_of(prices=prices), redact(dealt(), 1)
    explanation = explain_by_score(game, THINKING, view, comparison, gain)
    return explanation_sentence(game.agent.reasons, explanation, 1, lambda seat: "Ben")


def test_a_rule_of_thumb_is_used_only_against_a_free_move():
    """5 gold for track and 3 to a rival, against 4 and 1, was “1 gold more and brings nothing”."""
    dearer = compared(*always("pay", 4.0, *BOTH), gains=[4.0] * 40)
    assert explained_by_score(dearer, 3.0, (None, 4)).startswith("the second best would cost you 4 more and bring only")
    assert explained_by_score(dearer, 0.2, (None, 4)) == ""  # too rough for such a difference
    assert explained_by_score(dearer, 3.0, (2, 6)) == ""
    assert explained_by_score(compared(*always("pay", -4.0, *BOTH)), 3.0, (4, None)) == ""


def test_exact_differences_are_told_where_no_price_is():
    """“You pay rivals 3 gold less” was dropped with the price of the track, and for being little of an estimate."""
    both = [({figure("coal", horizon): 3.0 for horizon in BOTH} | {figure("pay", Horizon.END): 2.0}, {})] * 40
    assert explained_by_score(compared(*both, gains=[5.0] * 40), 40.0, (2, 6)) == "you get 3 more coal immediately."


@pytest.mark.parametrize(("contrast", "subject"), [(None, "the move made"), (MOVES[1], "it")])
def test_a_sentence_names_the_other_move_as_its_page_does(contrast, subject):
    """An analysis called the move made “the second best”."""
    price = Price(figure("pay"), 4.0, 0.0, 1.0, 0.0, is_exact=True, is_best=False, has_later_costs=False)
    advice = Advice(*MOVES, explanation=Explanation(price=price), contrast=contrast)
    sentence = advice_sentence(game_of().agent.reasons, advice, lambda seat: "Ben", "the move made")
    assert sentence == f"{subject} would cost you 4 more and bring only about 1."


def test_more_of_the_same_without_a_sure_gain_is_not_a_reason():
    """A hint said “The second best would cost 1 more and bring nothing that is sure” for every bid of 3 rather than
    4.
    """
    little, much = (compared(*always("pay", amount, *BOTH), gains=[30.0, -26.0] * 20) for amount in (1.0, 2.0))
    assert told(little, game=game_of(prices=(None, 1))) != ""
    assert told(little, game=game_of(prices=(None, 1), action_kind=type)) == ""
    assert told(much, game=game_of(prices=(None, 2), action_kind=type)) != ""


def test_gain_by_a_rule_of_thumb_is_called_so():
    price = Price(figure("pay"), 4.0, 0.0, 0.7, 0.0, is_exact=True, is_best=False, has_later_costs=False)
    sentences = [
        explanation_sentence(
            game_of().agent.reasons,
            Explanation(price=msgspec.structs.replace(price, gain=gain, is_by_score=True)),
            1,
            lambda seat: "Ben",
        )
        for gain in (1.0, -0.5)
    ]
    assert sentences == [
        "the second best would cost you 4 more and bring only about 1, by a rule of thumb.",
        "the second best would cost you 4 more and bring nothing, by a rule of thumb.",
    ]


# -- the plan


def test_plan_is_the_most_frequent_continuation():
    then, other = Push(1, 3), Push(1, 4)
    game, view = game_of(), redact(dealt(), 1)
    usual = compared(*[({}, {})] * 8, plans=((then, other), ()))
    plan = find_plan(game, view, usual, is_clear=True)
    assert plan.moves == (then, other) and len(plan.views) == 2 and not plan.is_any_order
    unusual = compared(*[({}, {})] * 8)
    mixed = msgspec.structs.replace(usual, pairs=(*usual.pairs[:4], *unusual.pairs[4:]))
    assert find_plan(game, view, mixed, is_clear=True).moves == ()


def test_plan_does_not_end_with_a_pass():
    stop = Push(1, 9)
    game = game_of()
    lazy = replace(
        game, rules=replace(game.rules, timeout_action=lambda view, offers: stop if stop in offers else None)
    )
    comparison = compared(*[({}, {})] * 8, plans=((Push(1, 3), stop), ()))
    assert find_plan(lazy, redact(dealt(), 1), comparison, is_clear=True).moves == (Push(1, 3),)


def test_moves_of_one_plan_can_be_made_in_either_order():
    first, second = MOVES
    comparison = compared(*[({}, {})] * 8, plans=((second,), (first,)))
    assert find_plan(game_of(), redact(dealt(), 1), comparison, is_clear=False).is_any_order
    assert not find_plan(game_of(), redact(dealt(), 1), comparison, is_clear=True).is_any_order


def test_game_without_phrases_explains_nothing():
    game = game_of()
    silent = replace(game, agent=replace(game.agent, reasons=None))
    comparison = compared(*always("coal", 2.0, *BOTH))
    assert explain(silent, THINKING, redact(dealt(), 1), comparison, is_clear=True) == Explanation()
