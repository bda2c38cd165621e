"""Rate limits of a user: a burst first, then a constant rate."""

import pytest

from bot.user_rate_limit import UserRateLimit, UserRateLimits
from engine import Refused


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_user_must_wait_after_a_burst_and_others_need_not() -> None:
    clock = Clock()
    allowance = UserRateLimit(burst=3, per_second=0.5, clock=clock)
    assert [allowance.try_take(1) for _ in range(4)] == [True, True, True, False]
    assert allowance.try_take(2)
    clock.now = 2.0
    assert [allowance.try_take(1) for _ in range(2)] == [True, False]


def test_action_over_the_limit_is_refused_in_a_sentence() -> None:
    allowance = UserRateLimit(burst=1, per_second=1, clock=Clock())
    allowance.check(1)
    with pytest.raises(Refused, match="You’ve done that too often. Please wait a minute."):
        allowance.check(1)


def test_number_of_remembered_users_is_limited() -> None:
    allowance = UserRateLimit(burst=1, per_second=1, clock=Clock(), max_users=2)
    assert [allowance.try_take(user) for user in (1, 2, 3, 3, 1)] == [True, True, True, False, True]


def test_every_limit_recovers_within_ten_minutes() -> None:
    limits = UserRateLimits()
    allowances = [getattr(limits, name) for name in limits.__struct_fields__]
    clock = Clock()
    for allowance in allowances:
        allowance._clock = clock
        while allowance.try_take(1):
            pass
    clock.now = 600.0
    assert len(allowances) > 5
    assert all(allowance.try_take(1) for allowance in allowances)
