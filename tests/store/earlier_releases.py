"""Databases of earlier releases of this project, stored compressed in ``releases/``.

``python -m tests.store.earlier_releases COMMIT…`` creates the databases of these commits again (without arguments: of
all commits). Each release plays by itself (``release_player``), and the same commit gives the same games.
"""

import lzma
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent / "releases"
ROOT = Path(__file__).parent.parent.parent
PLAYER = Path(__file__).parent / "release_player.py"

COMMITS = {"99ae921": 5, "aea15479": 6, "af7ab3cf": 9, "52ab9c99": 12, "0f768fee": 14}
"""Commit of a release -> version of its database."""
SEED, ROUNDS = 1, 1


def unpack(commit: str, path: Path) -> Path:
    """Write the database of a commit to ``path``, and return ``path``."""
    path.write_bytes(lzma.decompress((FOLDER / f"{commit}.db.xz").read_bytes()))
    return path


def make(commit: str, path: Path, seed: int = SEED, rounds: int = ROUNDS) -> None:
    """Let the release of that commit play ``rounds`` tables of every game and store them in a new database at
    ``path``.
    """
    with TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit, "bot", "engine"], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        words = [sys.executable, str(PLAYER), str(path.resolve()), str(seed), str(rounds)]
        subprocess.run(words, cwd=folder, check=True)


def main() -> None:
    """Create the databases of the commits on the command line, or of all commits."""
    FOLDER.mkdir(exist_ok=True)
    for commit in sys.argv[1:] or COMMITS:
        with TemporaryDirectory() as folder:
            made = Path(folder) / "made.db"
            make(commit, made)
            packed = lzma.compress(made.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{commit}.db.xz").write_bytes(packed)
        print(f"{commit}: {len(packed)} bytes")


if __name__ == "__main__":
    main()
