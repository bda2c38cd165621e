"""Standard output of the command line tools: it is written completely, or an error says why not."""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from typing import Any, TextIO, cast

_EXIT_STOPPED, _EXIT_UNWRITTEN = 130, 2
"""Exit statuses: stopped by Ctrl-C (as in shells), and incomplete output."""


class _OutputError(Exception):
    """Standard output can’t be written. No OSError, so that no one takes it for the failure of another file."""

    def __init__(self, why: str, *, has_reader: bool = True) -> None:
        super().__init__(why)
        self.has_reader = has_reader


class _CheckedStream:
    """A stream whose failures are ``_OutputError``; ``stream`` is None where standard output was closed."""

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

    Ctrl-C, and closing the output early (``| head``), are no errors and print nothing.
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
    except SystemExit:  # the parser of arguments has printed its help
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return status


def _output_error(error: OSError) -> _OutputError:
    return _OutputError(str(error.strerror or error), has_reader=not isinstance(error, BrokenPipeError))


def _discard_rest(stream: TextIO | None) -> None:
    """Send to nowhere what is left in the stream: Python would complain about it when it ends."""
    if stream is not None:
        with suppress(OSError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
