"""A sample of other files' tests, with the tables on a server.

``ROUNDHOUSE_WORLD=postgresql python -m pytest tests/bot`` runs all of them there.
"""

import pytest

from tests.bot.matchmaking.test_open_tables import test_three_people_of_the_queue_are_called_and_the_game_starts
from tests.bot.orders.test_orders_command import (
    test_order_is_previewed_before_it_is_given_and_executed_later,
)
from tests.bot.persons.test_personal_pages import test_setting_applies_at_once_and_survives_restart
from tests.bot.play.test_undo_in_channel import (
    test_table_goes_back_by_consent_and_posts_are_corrected,
)
from tests.bot.proposals.test_votes import test_proposal_survives_restart_and_expires_after_three_days
from tests.bot.solo.test_daily import test_daily_can_be_interrupted_and_continued_after_restart

__all__ = [
    "test_daily_can_be_interrupted_and_continued_after_restart",
    "test_order_is_previewed_before_it_is_given_and_executed_later",
    "test_proposal_survives_restart_and_expires_after_three_days",
    "test_setting_applies_at_once_and_survives_restart",
    "test_table_goes_back_by_consent_and_posts_are_corrected",
    "test_three_people_of_the_queue_are_called_and_the_game_starts",
]

pytestmark = pytest.mark.usefixtures("on_a_server")
