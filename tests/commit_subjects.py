"""Check the subjects of commits: ``python -m tests.commit_subjects [FILE | RANGE]``.

FILE is the message that git gives to a commit-msg hook; RANGE is a range of commits, such as ``main..HEAD``. Without
either, the last commit is checked. The exit status is 1 if a subject is wrong.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

LONGEST = 60
VERBS = re.compile(
    r"(Speed up|"
    r"Accept|Add|Allow|Answer|Approve|Ask|Avoid|Build|Cache|Change|Check|Close|Compare|Compress|Count|Create|Delete|"
    r"Deprecate|Describe|Disable|Document|Draw|Enable|End|Explain|Export|Extract|Fix|Format|Give|Hide|Ignore|"
    r"Implement|Improve|Include|Inline|Join|Keep|Let|Limit|List|Load|Log|Make|Measure|Merge|Migrate|Move|Name|Offer|"
    r"Open|Order|Parse|Pin|Post|Prevent|Print|Read|Recompute|Reduce|Refactor|Refuse|Regenerate|Reject|Release|Remove|"
    r"Rename|Reorder|Replace|Report|Require|Restore|Retry|Return|Revert|Reword|Rewrite|Round|Run|Send|Set|Shorten|"
    r"Show|Simplify|Skip|Sort|Split|Start|Stop|Store|Support|Tell|Test|Title|Undo|Unify|Update|Upgrade|Use|Validate|"
    r"Verify|Warn|Widen|Write"
    r") "
)


def refusal(subject: str) -> str | None:
    """Return what is wrong with a commit subject, or None."""
    if subject.startswith(("Merge ", "Revert ", "fixup! ", "squash! ")):
        return None
    if len(subject) > LONGEST:
        return f"The subject has {len(subject)} characters; at most {LONGEST} are allowed: {subject}"
    if not VERBS.match(subject):
        return f"Start the subject with a verb such as Add, Fix, Remove, or Rename: {subject}"
    if subject.endswith("."):
        return f"End the subject without a period: {subject}"
    return None


def main(arguments: Sequence[str]) -> int:
    """Print what is wrong, and return the exit status."""
    given = arguments[0] if arguments else "HEAD~1..HEAD"
    if Path(given).is_file():
        subjects = Path(given).read_text("utf-8").splitlines()[:1]
    else:
        command = ["git", "log", "--format=%s", given]
        subjects = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    problems = [problem for subject in subjects if (problem := refusal(subject))]
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
