"""Syntax that a newer Python has than the one that grades.

A parser that knows all versions decides. So no other error becomes "perhaps newer syntax": the code
must be wrong for this Python and right for the newest one.
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
MAX_PARSED = 50_000  # characters of a cell that is looked at
_COMMAND = ("check", "--isolated", "--no-cache", "--select=E902", "--output-format=json")
_ADDED = re.compile(r"syntax was added in Python 3\.(\d+)\)")


def version_name(version: tuple[int, int]) -> str:
    """The name of a version of Python: "Python 3.12"."""
    return "Python {}.{}".format(*version)


def needs_newer_python(source: str) -> tuple[int, int] | None:
    """The Python that a cell needs, if a newer one than this accepts it.

    Returns:
        The lowest such version; None if this Python accepts the cell, or no Python does.
    """
    code = without_magics(source)
    if NEWEST <= HERE or len(code) > MAX_PARSED or not (errors := _syntax_errors(code, HERE)):
        return None
    added = [int(found[1]) for error in errors if (found := _ADDED.search(error))]
    if len(added) < len(errors) or _syntax_errors(code, NEWEST) != []:
        return None
    return 3, max(added)


def _syntax_errors(code: str, version: tuple[int, int]) -> list[str] | None:
    """What is wrong with code in a version of Python; None if the parser fails at it."""
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
