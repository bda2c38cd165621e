"""Everything that the container and CI install is pinned, and audited for known vulnerabilities."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.audit import LOCKS, accepted_ids, read_audit, unchecked, vulnerabilities
from tests.deploy.image_digests import renewed

ROOT = Path(__file__).parents[2]
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"].values()
IMAGES = [
    *re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE),
    *(one["image"] for one in SERVICES if "build" not in one),
]
PACKAGES = [line for line in CONTAINER.splitlines() if re.search(r"\bpip (install|wheel)\b", line)]

ANSWER = b"""{"dependencies": [
    {"name": "good", "version": "1.0", "vulns": []},
    {"name": "bad", "version": "2.0", "vulns": [
        {"id": "PYSEC-1", "fix_versions": ["2.1", "3.0"], "aliases": ["CVE-1"], "description": "x"},
        {"id": "PYSEC-2", "fix_versions": [], "aliases": [], "description": "y"}]},
    {"name": "own", "skip_reason": "Dependency not found"}
], "fixes": []}"""


@pytest.mark.parametrize("image", IMAGES)
def test_an_image_is_pinned_by_its_digest(image: str) -> None:
    assert re.fullmatch(r"[\w./-]+:\d[\w.-]*@sha256:[0-9a-f]{64}", image)


def test_images_of_one_name_have_one_digest() -> None:
    assert len(set(IMAGES)) == len({image.partition("@")[0] for image in IMAGES})


@pytest.mark.parametrize("line", PACKAGES)
def test_whatever_pip_brings_into_the_image_has_a_hash(line: str) -> None:
    """Only the build of our own package may lack hashes, because it uses only installed packages."""
    own = "--no-deps" in line and ("--no-index" in line or "--no-build-isolation" in line)
    assert "--require-hashes" in line or own


def test_the_package_is_built_with_its_declared_requirements() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    named = (ROOT / "requirements-build.in").read_text("utf-8").splitlines()
    assert wanted == [line for line in named if not line.startswith("#")]
    assert "setuptools==" in (ROOT / "requirements-build.lock").read_text("utf-8")


def test_every_lock_file_is_audited_in_ci() -> None:
    locks = {str(file.relative_to(ROOT)) for file in [*ROOT.glob("*.lock"), *(ROOT / "tests").rglob("*.lock")]}
    assert set(LOCKS) == locks - {"requirements.lock"}
    every = (ROOT / "requirements-dev.lock").read_text("utf-8")
    pins = re.findall(r"^\S+==\S+", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    assert pins and all(pin in every for pin in pins)
    assert "make audit" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_a_known_vulnerability_is_named_once_with_its_fix() -> None:
    audit = read_audit(ANSWER)
    assert audit is not None
    assert vulnerabilities([audit, audit], ()) == [
        "bad 2.0: PYSEC-1, fixed in 2.1, 3.0",
        "bad 2.0: PYSEC-2, fixed in no release yet",
    ]
    assert unchecked([audit, audit]) == ["own"]


def test_a_vulnerability_is_accepted_by_any_of_its_ids() -> None:
    audit = read_audit(ANSWER)
    assert audit is not None
    accepted = accepted_ids(["# why", "", "CVE-1 never called"])
    assert vulnerabilities([audit], accepted) == ["bad 2.0: PYSEC-2, fixed in no release yet"]


@pytest.mark.parametrize("answer", [b"", b"no network", b"{}"])
def test_an_unreadable_audit_has_no_result(answer: bytes) -> None:
    assert read_audit(answer) is None


def test_digests_are_renewed_by_the_name_of_the_image() -> None:
    old, new = f"sha256:{'0' * 64}", f"sha256:{'1' * 64}"
    asked = list[str]()

    def answered(name: str) -> str:
        asked.append(name)
        return new

    text = f"FROM python:3@{old} AS build\n    image: a/b:1.2@{old}\n    image: roundhouse\n"
    assert renewed(text, answered) == text.replace(old, new)
    assert asked == ["python:3", "a/b:1.2"]
    assert renewed(CONTAINER, answered).count(new) == CONTAINER.count("@sha256:") == 2
