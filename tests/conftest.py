"""How long the tests that draw examples go on: a little, or for hundreds of games with ``ROUNDHOUSE_TESTS=deep``."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

DEEP = os.environ.get("ROUNDHOUSE_TESTS") == "deep"

settings.register_profile(
    "quick",
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    max_examples=500,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],  # a seed has nothing simpler to shrink to
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deep" if DEEP else "quick")
