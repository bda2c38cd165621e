"""Look up known vulnerabilities of the packages in the lock files with pip-audit: ``python -m tests.audit``.

The exit status is 1 if a vulnerability is known and ``audit.txt`` does not accept it. Packages that could not be looked
up are printed and are no failure, because the answer depends on the network and changes without a change of the
project.
"""

import os
import subprocess
import sys
import venv
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent
LOCKS = (
    *("requirements-dev.lock", "requirements-postgresql.lock", "requirements-build.lock"),
    *("tests/server.lock", "tests/audit.lock"),
)
"""The lock files that are looked up. The first one contains all packages of ``requirements.lock``."""
_TOOL = ROOT / "build" / "audit"
_ACCEPTED = ROOT / "tests" / "audit.txt"
_PATIENCE = 600.0
"""Maximum seconds for the installation of pip-audit, and for each lock file."""


class Vulnerability(msgspec.Struct, frozen=True):
    """A known vulnerability of a package, with the releases that fix it."""

    id: str
    fix_versions: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


class Dependency(msgspec.Struct, frozen=True):
    """A package. ``skip_reason`` says why pip-audit knows nothing about it."""

    name: str
    version: str = ""
    vulns: tuple[Vulnerability, ...] = ()
    skip_reason: str = ""


class Audit(msgspec.Struct, frozen=True):
    """The result of pip-audit for one lock file."""

    dependencies: tuple[Dependency, ...]


def read_audit(answer: bytes) -> Audit | None:
    """Return the result from pip-audit's JSON output, or None if pip-audit failed without output."""
    try:
        return msgspec.json.decode(answer, type=Audit)
    except msgspec.DecodeError:
        return None


def accepted_ids(lines: Iterable[str]) -> set[str]:
    """Return the ids from lines of the form ``ID reason``."""
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def vulnerabilities(audits: Iterable[Audit], accepted: Collection[str]) -> list[str]:
    """Return a line for each vulnerability that isn’t accepted, without repetitions."""
    found = (
        f"{one.name} {one.version}: {vuln.id}, fixed in {', '.join(vuln.fix_versions) or 'no release yet'}"
        for audit in audits
        for one in audit.dependencies
        for vuln in one.vulns
        if not {vuln.id, *vuln.aliases} & set(accepted)
    )
    return list(dict.fromkeys(found))


def unchecked(audits: Iterable[Audit]) -> list[str]:
    """Return the packages about which nothing is known, without repetitions."""
    return list(dict.fromkeys(one.name for audit in audits for one in audit.dependencies if one.skip_reason))


def main() -> int:
    """Look up the packages of every lock file and print the result."""
    python = _installed_tool()
    if python is None:
        print("No dependency was audited: pip-audit could not be installed.")
        return 0
    audits = list(_audits(python))
    if skipped := unchecked(audits):
        print(f"Not audited, since the index knows nothing about them ({len(skipped)}): {', '.join(skipped)}")
    found = vulnerabilities(audits, accepted_ids(_ACCEPTED.read_text("utf-8").splitlines()))
    checked = {one.name for audit in audits for one in audit.dependencies if not one.skip_reason}
    print(*found, f"Packages audited: {len(checked)}, vulnerabilities: {len(found)}", sep="\n")
    if found:
        print("Update these packages (make lock), or accept one with a reason in tests/audit.txt.")
    return 1 if found else 0


def _audits(python: Path) -> Iterator[Audit]:
    for lock in LOCKS:
        call = [python, "-m", "pip_audit", "-r", lock, "--require-hashes", "--disable-pip", "--format", "json"]
        done = _run([*call, "--progress-spinner", "off", "--timeout", "15"])
        audit = read_audit(done.stdout) if done is not None else None
        if audit is None:
            said = done.stderr.decode(errors="replace").strip().splitlines() if done is not None else []
            print(f"Not audited: {lock}. pip-audit gave no answer: {said[-1] if said else 'it took too long'}")
        else:
            yield audit


def _installed_tool() -> Path | None:
    """Return the Python of an environment with pip-audit, creating it if needed, or None if it can’t be installed."""
    python = _TOOL / ("Scripts" if os.name == "nt" else "bin") / "python"
    venv.create(_TOOL, with_pip=True, clear=True)
    install = [python, "-m", "pip", "install", "--quiet", "--timeout", "15", "--retries", "1", "--require-hashes"]
    done = _run([*install, "-r", "tests/audit.lock"])
    return python if done is not None and done.returncode == 0 else None


def _run(call: list[str | Path]) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(call, cwd=ROOT, capture_output=True, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return None


if __name__ == "__main__":
    sys.exit(main())
