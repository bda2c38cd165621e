"""``python -m tests.deploy.image_digests`` writes the current digests of the base images into the files that use them.

``docker buildx imagetools`` reads the digests from the registry. If that fails, the old digest stays.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = ("Containerfile", "compose.yaml")
_IMAGE = re.compile(r"^(?P<before>FROM |\s+image: )(?P<name>[\w./-]+:[\w.-]+)@sha256:[0-9a-f]{64}", re.MULTILINE)


def renewed(text: str, digest_of: Callable[[str], str]) -> str:
    """Return the text of a file with new digests, where ``digest_of`` maps an image name such as ``postgres:18`` to
    one.
    """
    return _IMAGE.sub(lambda found: f"{found['before']}{found['name']}@{digest_of(found['name'])}", text)


def digest_of(name: str) -> str:
    """Return the digest of an image for all platforms, such as ``sha256:…``, or raise ``OSError`` or ``ValueError``."""
    call = ["docker", "buildx", "imagetools", "inspect", name, "--format", "{{.Manifest.Digest}}"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    digest = done.stdout.strip()
    if not re.fullmatch("sha256:[0-9a-f]{64}", digest):
        raise ValueError(f"no digest of {name}: {done.stderr.strip() or 'the answer is empty'}")
    return digest


def main() -> int:
    """Renew the digests of all files or, if one fails, of none; return the exit status."""
    try:
        texts = {name: renewed((ROOT / name).read_text("utf-8"), digest_of) for name in FILES}
    except (OSError, ValueError) as error:
        print(f"The digests stay as they were: {error}", file=sys.stderr)
        return 1
    for name, text in texts.items():
        (ROOT / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
