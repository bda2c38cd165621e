"""Snapshots of positions of golden games: pieces, offers, and results of searches."""

import difflib

from tests.games.railroads_of_catan.sheets import APPROVED, sheets


def test_positions_equal_the_snapshots():
    before = APPROVED.read_text("utf-8")
    found = "\n".join(difflib.unified_diff(before.splitlines(), sheets().splitlines(), "approved", "now"))
    assert not found, f"\n{found}\nIf that is right: python -m tests.games.railroads_of_catan.sheets"
