"""Commit subjects start with a common verb and have at most 60 characters."""

import pytest

from tests.commit_subjects import main, refusal


@pytest.mark.parametrize(
    "subject",
    [
        "Add a glossary",
        "Speed up the drawing of maps",
        "Merge branch 'x' into a branch with a name of more than sixty letters",
    ],
)
def test_a_subject_with_a_verb_is_accepted(subject):
    assert refusal(subject) is None


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("Hold by rows which private news are read", "Start the subject with a verb"),
        ("glossary", "Start the subject with a verb"),
        ("Add " + "a" * 57, "has 61 characters"),
        ("Fix the clock.", "without a period"),
    ],
)
def test_another_subject_is_refused_with_the_reason(subject, problem):
    assert problem in refusal(subject)


def test_the_hook_reads_the_message_of_a_commit(tmp_path, capsys):
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("Glossary\n\nThe body says why.\n", "utf-8")
    assert main([str(message)]) == 1
    assert "Glossary" in capsys.readouterr().err
    message.write_text("Add a glossary\n\nThe body says why.\n", "utf-8")
    assert main([str(message)]) == 0
