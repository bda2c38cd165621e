"""Places in a ranking by keys of any length."""

from engine.core import Seat
from engine.kit.ranking import rank_seats


def places(**keys):
    return rank_seats({Seat(int(name.removeprefix("p"))): key for name, key in keys.items()})


def test_highest_key_ranks_first_compared_in_order():
    assert places(p1=(20, 9), p2=(31, 0), p3=(20, 10)) == ((2, 1), (3, 2), (1, 3))


def test_ties_share_a_place_and_skip_the_next():
    assert places(p1=(7,), p2=(9,), p3=(9,), p4=(8,)) == ((2, 1), (3, 1), (4, 3), (1, 4))
    assert places(p1=(5,), p2=(5,)) == ((1, 1), (2, 1))


def test_single_player_is_first():
    assert places(p1=(0,)) == ((1, 1),)
