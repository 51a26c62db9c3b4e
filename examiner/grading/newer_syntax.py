"""Detection of code that needs a newer Python than the one that grades.

The parser of ruff knows all versions of Python. Code needs a newer Python only if that parser
rejects it for this version and accepts it for the newest one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

from ruff import find_ruff_bin

from ..cell_code import without_magics

NEWEST = (3, 14)  # the newest Python that the parser knows
HERE = sys.version_info[:2]
_SECONDS = 20.0
MAX_PARSED = 50_000  # characters; a longer cell is not parsed
_COMMAND = ("check", "--isolated", "--no-cache", "--select=E902", "--output-format=json")
_ADDED = re.compile(r"syntax was added in Python 3\.(\d+)\)")


def version_name(version: tuple[int, int]) -> str:
    """Return the name of a version of Python, such as "Python 3.12"."""
    return "Python {}.{}".format(*version)


def needs_newer_python(source: str) -> tuple[int, int] | None:
    """Find the version of Python that a cell needs.

    Args:
        source: The code of a cell.

    Returns:
        The lowest newer version that accepts the cell; None if this version accepts it, or none
        does.
    """
    code = without_magics(source)
    if NEWEST <= HERE or len(code) > MAX_PARSED or not (errors := _syntax_errors(code, HERE)):
        return None
    added = [int(found[1]) for error in errors if (found := _ADDED.search(error))]
    if len(added) < len(errors) or _syntax_errors(code, NEWEST) != []:
        return None
    return 3, max(added)


def _syntax_errors(code: str, version: tuple[int, int]) -> list[str] | None:
    """Return the syntax errors of code in a version of Python; None if the parser fails."""
    target = "--target-version=py{}{}".format(*version)
    try:
        done = subprocess.run(
            [find_ruff_bin(), *_COMMAND, target, "-"],
            input=code.encode("utf-8", "replace"),
            capture_output=True,
            timeout=_SECONDS,
            cwd="/",
        )
        found = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return [each["message"] for each in found if each["code"] == "invalid-syntax"]
