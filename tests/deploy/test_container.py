"""The Containerfile and the compose file agree with the project.

With ``ROUNDHOUSE_TESTS=deep`` and a container engine, the image is also built and run.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.config import FIELDS_BY_VARIABLE, settings_from_variables
from tests.conftest import DEEP

ROOT = Path(__file__).parents[2]
COMPOSE: Mapping[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
KNOWN = ("FROM", "RUN", "COPY", "USER", "WORKDIR", "VOLUME", "ENV", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT")


def steps() -> list[tuple[str, str]]:
    """Return (instruction, arguments) pairs of the Containerfile, with continued lines joined."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def given(instruction: str) -> list[str]:
    return [rest for word, rest in steps() if word == instruction]


def set_in_the_image() -> dict[str, str]:
    pairs = re.findall(r"(\S+?)=(\S+)", " ".join(given("ENV")))
    return dict(pairs)


def test_the_file_has_only_instructions_that_every_engine_knows() -> None:
    assert {word for word, _ in steps()} <= set(KNOWN)
    assert steps()[0][0] == "FROM"


def test_copied_files_exist_and_are_sent_to_the_container_engine() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {name for rest in given("COPY") if "--from" not in rest for name in rest.split()[:-1]}
    assert copied == sent
    assert all((ROOT / name).exists() for name in copied)


def test_every_package_of_the_project_is_in_the_image() -> None:
    """The image must contain nothing else: no tests, tokens or databases."""
    packages = {folder.parent.name for folder in ROOT.glob("*/__init__.py")} - {"tests"}
    copied = {name for rest in given("COPY") for name in rest.split()[:-1]}
    assert packages <= copied and not copied & {".", "tests", ".env"}


def test_the_bot_is_not_root_and_gets_the_stop_signal_that_it_expects() -> None:
    words = [word for word, _ in steps()]
    assert given("USER") == ["roundhouse"]
    assert words.index("USER") > len(words) - 1 - words[::-1].index("RUN")
    assert given("STOPSIGNAL") == ["SIGTERM"]


def test_commands_are_lists_so_that_no_shell_swallows_the_signal() -> None:
    assert json.loads(given("ENTRYPOINT")[0]) == ["python", "-m", "bot"]
    _, _, check = given("HEALTHCHECK")[0].partition("CMD ")
    program = json.loads(check)
    compile(program[-1], "healthcheck", "exec")


def test_settings_of_the_image_are_settings_of_the_bot() -> None:
    ours = {name: value for name, value in set_in_the_image().items() if name.startswith("ROUNDHOUSE")}
    assert ours and ours.keys() <= FIELDS_BY_VARIABLE.keys()
    settings = settings_from_variables(ours)
    assert Path(settings.database).parent == Path(given("VOLUME")[0])
    assert f":{settings.metrics_port}/health" in given("HEALTHCHECK")[0]


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_services_use_only_what_the_file_declares(name: str) -> None:
    service = COMPOSE["services"][name]
    volumes = {place.partition(":")[0] for place in service["volumes"]}
    assert volumes <= COMPOSE["volumes"].keys()
    assert set(service.get("depends_on", ())) <= COMPOSE["services"].keys()
    assert "ports" not in service, "nothing is published to the world"
    assert service["restart"] == "always"


def test_the_bot_in_compose_has_settings_of_the_bot_and_demands_its_token() -> None:
    bot = COMPOSE["services"]["bot"]
    assert bot["environment"].keys() <= FIELDS_BY_VARIABLE.keys()
    assert ":?" in bot["environment"]["DISCORD_TOKEN"]
    assert (ROOT / bot["build"]["dockerfile"]).is_file()
    assert bot["expose"] == [set_in_the_image()["ROUNDHOUSE_METRICS_PORT"]]
    assert [place.partition(":")[2] for place in bot["volumes"]] == given("VOLUME")


FIXED = {"ROUNDHOUSE_METRICS_HOST", "ROUNDHOUSE_METRICS_PORT"}
"""Settings that the compose file fixes, because the health check of the image uses them."""
SET = {name: f"the {field} of the file" for name, field in FIELDS_BY_VARIABLE.items() if name not in FIXED}
"""Values of an ``.env`` file in which no setting has its default."""


def _in_the_container(name: str) -> str:
    """Return the value of a setting in the container: that of the ``.env`` file unless the service sets another."""
    bot = COMPOSE["services"]["bot"]
    assert [file["path"] for file in bot["env_file"]] == [".env"]
    said = str(bot["environment"].get(name, SET.get(name, "")))
    return re.sub(r"\$\{(\w+):[^}]*\}", lambda found: SET[found[1]], said)


def test_every_setting_in_the_file_reaches_the_bot_in_compose() -> None:
    assert {name: _in_the_container(name) for name in SET} == SET
    assert _in_the_container("ROUNDHOUSE_METRICS_PORT") == set_in_the_image()["ROUNDHOUSE_METRICS_PORT"]


def engine() -> str | None:
    """Return the name of a container engine that runs here, or None."""
    for name in ("docker", "podman"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            return name
    return None


@pytest.mark.skipif(not DEEP, reason="the image is built with ROUNDHOUSE_TESTS=deep")
def test_the_image_is_built_and_its_doctor_finds_only_the_token_missing() -> None:
    found = engine()
    if found is None:
        pytest.skip("no container engine answers here, so the image is not built")
    tag = "roundhouse-test"
    subprocess.run([found, "build", "-q", "-t", tag, "-f", "Containerfile", "."], cwd=ROOT, check=True)
    said = subprocess.run([found, "run", "--rm", tag, "doctor"], capture_output=True, text=True, check=False)
    wrong = [line for line in said.stdout.splitlines() if line.startswith("wrong")]
    assert said.returncode == 1
    assert len(wrong) == 1 and "token" in wrong[0]
