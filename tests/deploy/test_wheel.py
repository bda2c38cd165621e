"""The wheel is built, installed into an empty virtual environment, and used from another folder.

Nothing is downloaded, because the environment uses the dependencies of the one that runs the tests.
"""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot import __version__
from engine.games import GAMES
from tests.bot.local.local_page import LocalPage
from tests.bot.local.local_process import capability, printed_link, started_program

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engine", "render")
TITLE = next(iter(GAMES))
ONLY_FOR_README = {".png"}


def installed_setuptools() -> int:
    """Return the major version of setuptools here, or 0 without setuptools.

    ``make install`` installs the version of requirements-build.lock.
    """
    try:
        return int(version("setuptools").partition(".")[0])
    except PackageNotFoundError:
        return 0


pytestmark = [
    pytest.mark.skipif(installed_setuptools() < 77, reason="setuptools 77 is not installed, so the wheel is not built"),
    pytest.mark.skipif(os.name != "posix", reason="the folders of the virtual environment are those of POSIX"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from a copy of the sources because a build leaves files beside them."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, folder)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(folder))
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ``bin`` folder of a virtual environment in which the wheel is installed."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    pip("--python", str(python), "install", "--no-deps", "--no-compile", str(wheel))
    paths = sysconfig.get_paths()
    [own] = environment.glob("lib/python*/site-packages")
    (own / "dependencies.pth").write_text("\n".join({paths["purelib"], paths["platlib"]}))
    return environment / "bin"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, in an environment without variables that name the checkout."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return tmp_path


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*command, *arguments], env={**os.environ, "PIP_NO_INDEX": "1"}, check=True)


def printed(program: Path, line: str, folder: Path) -> str:
    return subprocess.run([program, *line.split()], cwd=folder, capture_output=True, text=True, check=True).stdout


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    sources = wheel.parent
    files = {
        str(file.relative_to(sources))
        for package in PACKAGES
        for file in (sources / package).rglob("*")
        if file.is_file() and file.suffix not in ONLY_FOR_README
    }
    assert len(files) > 900
    with zipfile.ZipFile(wheel) as archive:
        assert files - set(archive.namelist()) == set()


def test_nothing_but_the_packages_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert tops == {*PACKAGES, f"roundhouse-{__version__}.dist-info"}


def test_the_installed_command_comes_from_the_wheel(installed: Path, elsewhere: Path) -> None:
    assert printed(installed / "roundhouse", "--version", elsewhere) == f"roundhouse {__version__}\n"
    program = "import bot, engine, render; print(bot.__file__, engine.__file__, render.__file__)"
    command = [installed / "python", "-c", program]
    files = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=True).stdout.split()
    assert all(Path(file).is_relative_to(installed.parent) for file in files)


def test_the_installed_command_plays_and_draws_a_game(installed: Path, elsewhere: Path) -> None:
    command = installed / "roundhouse"
    assert '"finished":1' in printed(command, f"selfplay {TITLE} --seats 2", elsewhere)
    (elsewhere / "begun.game").write_text(f"title: {TITLE}\nversion: 1\nseats: 2\nseed: 1\n")
    assert "bytes in our.html" in printed(command, "render begun.game --page our.html", elsewhere)


async def test_a_person_makes_a_move_in_the_installed_simulated_discord(installed: Path, elsewhere: Path) -> None:
    command = [str(installed / "roundhouse"), "run", "--local"]
    async with started_program(command, elsewhere) as process, ClientSession() as session:
        link = await printed_link(process)
        page = LocalPage(session, link, await capability(session, link, "table"))
        await page.open()
        await page.act_as("Ada")
        await page.run("game new", game=TITLE)
        await page.press("Host…")
        await page.press("Start alone")
        line = (await page.suggestions("move", "line"))[0]
        await page.run("move", line=line)
        assert any(message["content"].startswith("✓") for message in page.messages())
        assert any(message["attachments"] for message in page.messages()), "no picture was posted"
        process.send_signal(signal.SIGINT)
        _, errors = await process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in errors.decode()
