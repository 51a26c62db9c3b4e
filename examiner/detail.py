"""How much findings say: a setting of a problem set, `findings` in problems/course.toml.

A finding is one text. Parts of it are marked where they are written, and shown at some levels only:
at the level "answer" all, at "diagnosis" nothing of the right answer, at "hint" no mistake by its
name either. The marks are noncharacters of Unicode, which are there for such use within a program:
a marked part stays marked in any text that is made with it.
"""

from __future__ import annotations

import re

HINT, DIAGNOSIS, ANSWER = LEVELS = ("hint", "diagnosis", "answer")
# How a part begins -> the levels that show it. All end alike, and may stand in one another.
_SHOWN_AT = {
    "\ufdd1": (DIAGNOSIS, ANSWER),
    "\ufdd2": (ANSWER,),
    "\ufdd3": (HINT,),
    "\ufdd4": (HINT, DIAGNOSIS),
}
_FROM_DIAGNOSIS, _AT_ANSWER, _AT_HINT, _BELOW_ANSWER = _SHOWN_AT
_END = "\ufdd0"
_MARK = re.compile("([\ufdd0-\ufdd4])")
_SEPARATORS = " ;:,"


def diagnosis(text: str, hint: str = "") -> str:
    """`text` as a part that names what went wrong. hint: what is said instead at "hint"."""
    return _part(_FROM_DIAGNOSIS, text) + (_part(_AT_HINT, hint) if text else "")


def solution(text: str, below: str = "") -> str:
    """`text` as a part that says what is right. below: what is said instead below "answer"."""
    return _part(_AT_ANSWER, text) + (_part(_BELOW_ANSWER, below) if text else "")


def _part(mark: str, text: str) -> str:
    return f"{mark}{text}{_END}" if text else ""


def at_level(text: str, level: str) -> str:
    """A text as it is shown at a level, without marks.

    Below "answer" a separator that has nothing on its one side any more is left out too.
    """
    shown, within = [], []
    for piece in _MARK.split(text):
        if piece in _SHOWN_AT:
            within.append(level in _SHOWN_AT[piece])
        elif piece == _END:
            del within[-1:]
        elif all(within):
            shown.append(piece)
    whole = "".join(shown)
    return whole if level == ANSWER else whole.strip(_SEPARATORS)


def unmarked(text: str) -> str:
    """A text of a student's, in which such characters mark nothing."""
    return _MARK.sub("\N{REPLACEMENT CHARACTER}", text)
