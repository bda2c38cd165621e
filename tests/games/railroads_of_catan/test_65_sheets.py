"""Positions of recorded games are as they were approved, whole: who has what, what is offered, what is found."""

import difflib

from tests.games.railroads_of_catan.sheets import APPROVED, sheets


def test_positions_are_as_they_were_approved():
    before = APPROVED.read_text("utf-8")
    found = "\n".join(difflib.unified_diff(before.splitlines(), sheets().splitlines(), "approved", "now"))
    assert not found, f"\n{found}\nIf that is right: python -m tests.games.railroads_of_catan.sheets"
