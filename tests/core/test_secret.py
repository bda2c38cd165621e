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


def test_seat_sees_own_hand_and_size_of_others():
    seen = redact(cards(), 1).state
    assert seen.hand[1].open() == ("ace",)
    assert (seen.hand[2].value, seen.hand[2].size) == (None, 2)
    assert seen.deck.value is None


def test_spectator_sees_no_hand():
    assert all(hand.value is None for hand in redact(cards(), None).state.hand.values())


def test_secret_has_default_size_one():
    assert Secret("ace").size == 1


def test_opening_a_redacted_secret_raises_an_error():
    with pytest.raises(LookupError):
        redact(cards(), 1).state.deck.open()


def test_only_redact_can_create_a_view():
    with pytest.raises(TypeError, match="made by redact"):
        View()


def test_views_are_equal_if_only_hidden_parts_differ():
    assert redact(cards(theirs=("two", "three")), 1) == redact(cards(), 1)
    assert redact(cards(theirs=("two", "three")), 2) != redact(cards(), 2)


def test_move_of_own_hidden_cards_reveals_nothing():
    assert not is_revealing(cards(mine=("ace", "two")), cards(mine=("ace",)), (), 1)


def test_draw_from_the_deck_is_revealing():
    assert is_revealing(cards(deck=("jack", "ten")), cards(deck=("ten",)), (), 1)


class Sighed(Event, frozen=True):
    is_revealing = True


def test_event_can_reveal_unmoved_secrets():
    assert is_revealing(cards(), cards(), (Sighed(),), 1)


def test_secret_constructors_have_default_size_one():
    assert Secret("ace").size == secret_for(1, "ace").size == 1
