"""Secrets and views."""

import pytest

from engine.core import Event, Secret, State, View, is_revealing, redact, secret_for


class Cards(State, frozen=True, kw_only=True):
    hand: dict[int, Secret[tuple[str, ...]]]
    deck: Secret[tuple[str, ...]]
    open: tuple[str, ...] = ()


def cards(mine=("ace",), theirs=("king", "queen"), deck=("jack",)) -> Cards:
    return Cards(
        flow=(),
        hand={1: Secret(mine, len(mine), frozenset({1})), 2: Secret(theirs, len(theirs), frozenset({2}))},
        deck=Secret(deck, len(deck)),
    )


def test_a_seat_sees_its_own_hand_and_only_the_size_of_others():
    seen = redact(cards(), 1).state
    assert seen.hand[1].open() == ("ace",)
    assert (seen.hand[2].value, seen.hand[2].size) == (None, 2)
    assert seen.deck.value is None


def test_a_spectator_sees_no_hand():
    assert all(hand.value is None for hand in redact(cards(), None).state.hand.values())


def test_a_secret_of_which_nothing_else_is_said_is_one_thing():
    assert Secret("ace").size == 1


def test_looking_into_a_blanked_secret_is_a_bug():
    with pytest.raises(LookupError):
        redact(cards(), 1).state.deck.open()


def test_only_redact_makes_a_view():
    with pytest.raises(TypeError, match="made by redact"):
        View()


def test_views_of_states_that_differ_only_in_what_is_hidden_are_equal():
    assert redact(cards(theirs=("two", "three")), 1) == redact(cards(), 1)
    assert redact(cards(theirs=("two", "three")), 2) != redact(cards(), 2)


def test_moving_ones_own_hidden_cards_reveals_nothing():
    assert not is_revealing(cards(mine=("ace", "two")), cards(mine=("ace",)), (), 1)


def test_a_draw_from_the_deck_reveals_something_to_everybody():
    assert is_revealing(cards(deck=("jack", "ten")), cards(deck=("ten",)), (), 1)


class Sighed(Event, frozen=True):
    is_revealing = True


def test_an_event_may_tell_of_hidden_things_that_did_not_move():
    assert is_revealing(cards(), cards(), (Sighed(),), 1)


def test_a_secret_is_one_thing_if_nothing_else_is_said():
    assert Secret("ace").size == secret_for(1, "ace").size == 1
