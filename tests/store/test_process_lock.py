"""Only one process at a time can use a database."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import Unreadable
from engine.store import lock_database
from engine.store.file_lock import is_database_locked

TRY = "import sys; from engine.store import lock_database\nwith lock_database(sys.argv[1]): print('mine')"


def other_process(path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", TRY, path], capture_output=True, text=True, check=False)


def test_a_second_process_is_refused_while_the_database_is_in_use(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    with lock_database(path):
        second = other_process(path)
    assert second.returncode and "in use by another Roundhouse" in second.stderr


def test_the_database_is_free_again_afterwards(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    with lock_database(path):
        pass
    assert other_process(path).stdout == "mine\n"


def test_the_same_file_cannot_be_held_twice(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    with lock_database(path), pytest.raises(Unreadable, match="in use"), lock_database(path):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file itself has no lock")
def test_a_database_is_held_under_its_second_name_too(tmp_path: Path) -> None:
    path, other = tmp_path / "tables.db", tmp_path / "other.db"
    path.touch()
    other.hardlink_to(path)
    with lock_database(str(path)):
        assert is_database_locked(str(other))
    assert not is_database_locked(str(other))
