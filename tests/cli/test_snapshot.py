"""For small tasks, every tool prints exactly the approved text, except for times."""

from tests.cli.snapshot import changes, text


def test_tool_output_equals_the_snapshot() -> None:
    found = changes(text())
    assert not found, f"\n{found}\nIf that is right: python -m tests.cli.snapshot"
