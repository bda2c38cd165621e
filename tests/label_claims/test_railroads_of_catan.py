"""Short games of Railroads of Catan; ``python -m tests.label_claims railroads-of-catan`` plays many."""

from tests.label_claims.__main__ import run


def test_what_texts_say_of_a_move_is_what_happens():
    report = run("railroads-of-catan", games=4, seed=1, offers=6, every=18)
    assert report.compared.total() > 5_000
    assert not report.wrong, "\n".join(report.lines())
