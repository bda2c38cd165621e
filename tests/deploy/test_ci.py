"""The workflow of CI runs the checks on the oldest and the newest supported Python."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
NEWEST_PYTHON = "3.14"


def test_the_workflow_runs_on_the_oldest_and_the_newest_python() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    versions = workflow["jobs"]["check"]["strategy"]["matrix"]["python"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert versions == [project["requires-python"].removeprefix(">="), NEWEST_PYTHON]


def test_the_script_of_ci_tries_every_python_of_the_workflow() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    [tried] = re.findall(r"for python in (.+); do", script)
    versions = workflow["jobs"]["check"]["strategy"]["matrix"]["python"]
    assert {f"python{version}" for version in versions} <= set(tried.split())
