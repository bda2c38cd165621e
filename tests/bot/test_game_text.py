"""Names of people, notifications, and pictures of a game's past."""

from msgspec.structs import replace

from bot.announcements.decision_points import notification_custom_id
from bot.history.film import _phase_keyframe
from bot.proposals.service import user_names_text
from bot.tables.phases import PhaseLog
from bot.tables.table import Player, Table
from bot.ui.seat_text import vacancy_card_buttons
from engine import Seat
from engine.core import NO_NARRATION, Narration
from engine.store.notifications import Notification

TABLE = Table(
    id=1, channel=1, guild=1, title="railroad-rivals", host=9, options={}, players=(Player("Ada", 1),), status="playing"
)
KEPT = replace(TABLE, players=(Player("A computer", None, away=1),))


def notice(kind: str) -> Notification:
    return Notification(session=1, seat=1, point=4, kind=kind, place="direct", user=1)  # type: ignore[arg-type]


def test_a_host_without_a_seat_is_called_the_host_and_others_somebody() -> None:
    assert user_names_text(TABLE, [1, 9, 5]) == "Ada, the host, and someone"


def test_only_timeout_message_to_a_former_player_has_the_return_button() -> None:
    assert [notification_custom_id(KEPT, notice(kind)).rpartition(":")[2] for kind in ("late", "asked")] == [
        "back1",
        "asked1",
    ]
    assert notification_custom_id(TABLE, notice("late")).endswith("late1")


def test_frame_is_named_after_the_first_ended_phase() -> None:
    assert _phase_keyframe(PhaseLog(3, ("Ring", "Sing"), ()), frozenset({Seat(1)})).heading == "Ring"


def test_default_narration_priority_is_zero() -> None:
    assert Narration("He sang.").priority == NO_NARRATION.priority == 0


def test_the_status_card_offers_a_seat_that_is_open_for_everybody_and_no_other() -> None:
    open_, kept = Player("Open"), Player("A computer", policy="greedy", away=5)
    labels = [
        [item.label for item in vacancy_card_buttons(replace(TABLE, players=(Player("Ada", 1), other)))]
        for other in (open_, kept)
    ]
    assert labels == [["Take seat"], ["I’m back"]]
