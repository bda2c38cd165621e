"""Whose process a press is for."""

from typing import Any

import pytest

from bot.hosting.crossing import Crossing

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5


@pytest.mark.parametrize(
    ("kind", "given", "table"),
    [
        (COMMAND, {"name": "settings"}, 0),
        (COMMAND, {"name": "daily"}, 0),
        (COMMAND, {"name": "game"}, None),
        (COMMAND, {}, None),
        (COMPONENT, {"custom_id": "m:7:3:-0"}, 7),
        (FORM, {"custom_id": "m:7:3:-0"}, 7),
        (COMPLETION, {"custom_id": "m:7:3:-0"}, None),
        (COMPONENT, {"custom_id": "i:0:0:settings"}, 0),
        (COMPONENT, {"custom_id": "q:9:0:play"}, 0),
        (COMPONENT, {"custom_id": "P:9:0:m0"}, 0),
        (COMPONENT, {"custom_id": "m:0:0:-0"}, None),
        (COMPONENT, {"custom_id": "B:7:0:join"}, None),  # of a server
        (COMPONENT, {"custom_id": "z:7:3:1 m:-0"}, 7),
        (COMPONENT, {"custom_id": "z:9:0:1 P:m0"}, 0),
        (COMPONENT, {"custom_id": "no button of ours"}, None),
        (COMPONENT, {}, None),
    ],
)
def test_a_press_is_for_the_process_of_its_table_or_of_its_person(kind: int, given: Any, table: int | None) -> None:
    crossing = Crossing.__new__(Crossing)
    crossing._about_tables = frozenset("m")
    assert crossing._meant({"type": kind, "data": given}) == table
