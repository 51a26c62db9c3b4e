"""What makes processes start faster."""

from __future__ import annotations

import os
import sys

NBGRADER = """\
from examiner.startup import skip_slow_imports
skip_slow_imports()
from nbgrader.apps.nbgraderapp import main
main()
"""


def skip_slow_imports() -> None:
    """Leave out a parser of internationalised links that jsonschema would make at import.

    Call it before anything else is imported. The parser takes one to three seconds, nbformat
    imports jsonschema, and no notebook is checked for such links. jsonschema does without where it
    isn't installed.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def use_one_thread() -> None:
    """Let numpy multiply matrices in one thread, as in a student process, unless told otherwise.

    Call it before numpy is imported. On a busy machine several threads wait for each other, and a
    quick answer looks slow.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def nbgrader_command(*words: str) -> list[str]:
    """What starts a command of nbgrader, without that parser, in a process of its own."""
    return [sys.executable, "-c", NBGRADER, *words]
