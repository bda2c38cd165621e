"""Standard output of the command-line tools.

If it can't be written completely, an error is printed.
"""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from typing import Any, TextIO, cast

_EXIT_STOPPED, _EXIT_UNWRITTEN = 130, 2
"""The exit statuses after Ctrl-C (the usual one in shells), and after incomplete output."""


class _OutputError(Exception):
    """Standard output can't be written.

    This is not an ``OSError``, because callers take an ``OSError`` for an error of another file. ``has_reader``:
    whether the other end of a pipe is still open.
    """

    def __init__(self, reason: str, *, has_reader: bool = True) -> None:
        super().__init__(reason)
        self.has_reader = has_reader


class _CheckedStream:
    """A stream that raises ``_OutputError`` if it can't be written.

    ``stream`` is None if standard output was already closed at the start.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        if self._stream is None:
            raise _OutputError(os.strerror(errno.EBADF))
        try:
            return self._stream.write(text)
        except OSError as error:
            raise _output_error(error) from error
        except UnicodeEncodeError as error:
            raise _OutputError(f"“{error.encoding}” lacks a character. Set PYTHONUTF8=1") from error

    def flush(self) -> None:
        try:
            if self._stream is not None:
                self._stream.flush()
        except OSError as error:
            raise _output_error(error) from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def run_tool(tool: Callable[[], int]) -> int:
    """Run a command line tool, flush its output, and return its exit status.

    Ctrl-C and a reader that closes the output early (``| head``) are not errors, and nothing is printed.
    """
    stream = sys.stdout
    try:
        with redirect_stdout(cast(TextIO, _CheckedStream(stream))):
            return _run_and_flush(tool)
    except _OutputError as error:
        _discard_rest(stream)
        if not error.has_reader:
            return 0
        print(f"The output can’t be written: {error}.", file=sys.stderr)
        return _EXIT_UNWRITTEN
    except KeyboardInterrupt:
        return _EXIT_STOPPED


def _run_and_flush(tool: Callable[[], int]) -> int:
    try:
        status = tool()
    except SystemExit:  # ``argparse`` has printed help
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return status


def _output_error(error: OSError) -> _OutputError:
    return _OutputError(str(error.strerror or error), has_reader=not isinstance(error, BrokenPipeError))


def _discard_rest(stream: TextIO | None) -> None:
    """Redirect a stream to the null device, because Python would report unwritten output when it exits."""
    if stream is not None:
        with suppress(OSError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
