"""The pages of `/settings`: current settings, and which buttons are enabled."""

from typing import Any, cast

import pytest

from bot.ui.settings_page import CONFIRM_CHOICES, confirm_page, holiday_page, settings_page, zone_page
from bot.users import UserPreferences

NOW = 1_000


@pytest.mark.parametrize(
    ("holiday", "told"),
    [
        ((0, 0), "none"),
        ((NOW - 9, NOW), "none"),
        ((NOW - 9, NOW + 1), "since <t:991:f> until <t:1001:f>"),
        ((NOW, NOW + 1), "since <t:1000:f> until <t:1001:f>"),
        ((NOW + 1, NOW + 9), "from <t:1001:f> until <t:1009:f>"),
    ],
)
def test_holiday_is_shown_and_can_be_ended_until_it_is_over(holiday: tuple[float, float], told: str) -> None:
    page = holiday_page(UserPreferences(holiday=holiday), NOW)
    assert page.text.startswith(f"Your holiday: **{told}**.")
    assert f"Holiday (your clocks stop): **{told}**" in settings_page(UserPreferences(holiday=holiday), NOW, "").text
    ending = cast(Any, page.buttons[-1][0])
    assert (ending.label, ending.disabled) == ("End holiday", told == "none")


def test_current_setting_is_selected_in_every_select() -> None:
    person = UserPreferences(notices="both", reminders="last", palette="dark", zone="Asia/Tokyo")
    selects = cast(Any, [*settings_page(person, NOW, "").buttons, *zone_page(person, NOW).buttons])
    chosen = [
        [option.value for option in row[0].options if option.default] for row in selects if row[0].type.value == 3
    ]
    assert chosen == [["both"], ["last"], ["dark"], ["Asia/Tokyo"]]


@pytest.mark.parametrize("confirm", CONFIRM_CHOICES)
def test_current_setting_is_a_disabled_button(confirm: Any) -> None:
    (row,) = cast(Any, confirm_page(UserPreferences(confirm=confirm)).buttons)
    assert [item.label.lower() for item in row if item.disabled] == [CONFIRM_CHOICES[confirm]]


@pytest.mark.parametrize("on", [True, False])
def test_toggle_label_says_what_a_press_does(on: bool) -> None:
    page = settings_page(UserPreferences(following=on, large=on, wide=on), NOW, "")
    toggles = [
        item for row in cast(Any, page.buttons) for item in row if ": turn " in (getattr(item, "label", "") or "")
    ]
    wanted = "off" if on else "on"
    assert [item.custom_id for item in toggles] == [f"i:0:0:{name}.{wanted}" for name in ("following", "large", "wide")]
    assert all(item.label.endswith(f": turn {wanted}") for item in toggles)
