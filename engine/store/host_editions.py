"""The folder with a host's editions, such as the tiles of a printed copy. It is read once, when the bot starts.

A table's options contain the whole edition, so a game does not need the file.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from engine.core import Edition, count_noun
from engine.core.game import edition_type
from engine.errors import Unreadable
from engine.games import GAMES

_MOST_BYTES = 100_000
_SUFFIXES = (".txt", ".json")


class HostEditions(msgspec.Struct, frozen=True):
    """The editions in a host's folder, and a sentence for each omitted file."""

    words: Mapping[tuple[str, str], Mapping[str, str]] = {}
    """By game and option: the words of the editions by name."""
    doubts: tuple[str, ...] = ()

    def editions(self, title: str, option: str) -> Mapping[str, str]:
        """The words of an option that the host added, by the names that players choose."""
        return self.words.get((title, option), {})


def load_host_editions(folder: str) -> HostEditions:
    """Read the editions in a folder; an empty name means no folder. A bad file is omitted with a sentence."""
    if not folder:
        return HostEditions()
    words: dict[tuple[str, str], dict[str, str]] = {}
    doubts: list[str] = []
    try:
        files = sorted(file for file in Path(folder).iterdir() if file.is_file() and not file.name.startswith("."))
    except OSError as error:
        return HostEditions(doubts=(f"Cannot read the folder {folder}: {error.strerror}. Change ROUNDHOUSE_BOXES.",))
    for file in files:
        try:
            _add_file(words, file)
        except Unreadable as error:
            doubts.append(f"{file.name} in ROUNDHOUSE_BOXES is left out. {error}")
    return HostEditions(words, tuple(doubts))


def _add_file(words: dict[tuple[str, str], dict[str, str]], file: Path) -> None:
    """Add a file to the options that it fits. Raises ``Unreadable`` when it fits none."""
    text, errors, options = read_edition_file(file), list[Unreadable](), list(_edition_options())
    for option, kind in options:
        if problems := kind.file_problems(file.stem, text):
            errors.append(Unreadable(_first_problem_message(problems, file)))
            continue
        editions = words.setdefault(option, {})
        if file.stem in editions:
            raise Unreadable(f"Another file has the name {file.stem}.")
        editions[file.stem] = str(kind.from_file(file.stem, text))
    if len(errors) == len(options):
        raise errors[0]


def _first_problem_message(problems: tuple[str, ...], file: Path) -> str:
    """The first problem, and the command that prints the others."""
    more = len(problems) - 1
    if not more:
        return problems[0]
    command = f'`roundhouse tiles check "{file}"`'
    return f"{problems[0]} {command} prints {count_noun(more, 'more problem')}."


def _edition_options() -> Iterator[tuple[tuple[str, str], type[Edition]]]:
    """The options of all games that have editions as values: game and option, and the class of the values."""
    for game in GAMES.values():
        for field in msgspec.structs.fields(game.options):
            if (kind := edition_type(field)) is not None:
                yield (game.key, field.name), kind


def read_edition_file(file: Path) -> str:
    """Read the text of a host's file. Raises ``Unreadable`` for a file that the bot does not read."""
    if file.suffix not in _SUFFIXES:
        raise Unreadable("Its name must end with .txt or .json.")
    try:
        with file.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"It can’t be read: {error.strerror}.") from error
    if len(data) > _MOST_BYTES:
        raise Unreadable(f"It can have at most {_MOST_BYTES:,} bytes.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("It isn’t plain text in UTF-8. Save it with this encoding.") from error
