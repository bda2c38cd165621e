"""Short games of Railroad Rivals for the comparison; ``python -m tests.label_claims railroad-rivals`` plays many."""

from tests.label_claims.__main__ import run


def test_what_texts_say_of_a_move_is_what_happens():
    report = run("railroad-rivals", games=2, seed=1, offers=8, every=6)
    assert report.compared.total() > 500
    assert not report.wrong, "\n".join(report.lines())
