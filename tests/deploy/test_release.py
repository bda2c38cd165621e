"""The code, the changelog and the tag have the same version, which the workflow checks before publishing."""

import re
from pathlib import Path

import pytest
import yaml

from bot import __version__
from tests.release_notes import CHANGELOG, main, refusal, section

ROOT = Path(__file__).parents[2]
EXAMPLE = (
    "# Changelog\n\n## Unreleased\n\nNothing yet.\n\n## 1.1.0 (2027-01-02)\n\n- New.\n\n## 1.0.0 (2026-11-29)\n\nOld.\n"
)


def test_the_changelog_has_a_section_for_the_version_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"v{__version__}"]) == 0
    assert capsys.readouterr().out.strip()


def test_the_newest_section_is_for_what_comes_next() -> None:
    headings = re.findall(r"^## (.+)$", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", heading) for heading in headings[1:])


def test_a_section_ends_where_the_next_one_begins() -> None:
    assert section(EXAMPLE, "1.1.0") == "- New."
    assert section(EXAMPLE, "1.0.0") == "Old."


@pytest.mark.parametrize(
    ("tag", "version", "said"),
    [
        ("v1.1.0", "1.0.0", "The tag must be v1.0.0."),
        ("1.0.0", "1.0.0", "The tag must be v1.0.0."),
        ("v1.2.0", "1.2.0", "CHANGELOG.md has no section “## 1.2.0 (YYYY-MM-DD)”"),
    ],
)
def test_a_wrong_release_is_refused(tag: str, version: str, said: str) -> None:
    assert said in (refusal(tag, version, EXAMPLE) or "")


def test_the_workflow_checks_a_tag_before_it_publishes() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads “on” as true
    runs = [step["run"] for step in workflow["jobs"]["release"]["steps"] if "run" in step]
    checks = [number for number, run in enumerate(runs) if "tests.release_notes" in run or run == ".ci/run"]
    publishes = [number for number, run in enumerate(runs) if "gh release create" in run]
    assert len(checks) == 2 and max(checks) < min(publishes)
