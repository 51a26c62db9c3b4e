"""The bank of answers: one file per answer cell of a student, with its expected verdict.

The path is tests/bank/<assignment>/<question>/<directory>/<name>.py. The directory is the kind of
answer. The docstring first names the misconception or, in `accepted`, the way of writing the
answer. Then it states the expected points and findings:

    points: 3
    finding: missing(the weighted sums)

A long answer that differs little from another answer to the question has no code of its own. It
names that base and the differences. The base must contain each replaced text exactly once:

    base: accepted/matrix_form.py
    replace: dQ = dS @ K
    with: dQ = dS @ Q

An answer that builds on the same student's answers to earlier questions names their files:

    given: q2_attention/partial/multiply_accumulates.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from .wording import did_you_mean


class Credit(StrEnum):
    """The credit that an answer earns, in words for messages."""

    FULL = "full points"
    SOME = "some points"
    NONE = "no points"


EARNS = {  # directory -> the credit of its answers
    "accepted": Credit.FULL,
    "partial": Credit.SOME,
    "wrong_answer": Credit.NONE,
    "run_time_error": Credit.NONE,
    "time_limit_exceeded": Credit.NONE,
}
KEYS = ("points", "finding", "given", "base", "replace", "with")
_KEY = re.compile(r"([a-z_]+):(?: |$)")  # at the beginning of a line


@dataclass(frozen=True)
class BankAnswer:
    """An answer of the bank, with its expected verdict.

    Attributes:
        path: The file.
        about: The first part of the docstring: the misconception, or the way of writing.
        points: The expected points; None if the directory implies them (all or nothing).
        findings: The ids of misconceptions and messages that the verdict must contain.
        given: The files of the same student's answers to earlier questions. They are marked first.
        base: The file from which the code is derived; None if this file has its own code.
        replacements: The (old, new) texts that turn the base into this answer.
    """

    path: Path
    about: str
    points: float | None = None
    findings: tuple[str, ...] = ()
    given: tuple[Path, ...] = ()
    base: Path | None = None
    replacements: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, path: Path) -> BankAnswer:
        """Read a file of the bank.

        Raises:
            ValueError: The docstring is invalid. The message names the file.
        """
        docstring, code = _docstring_and_code(path)
        values: dict[str, list[str]] = {key: [] for key in ("", *KEYS)}
        pairs = []  # the keys `replace` and `with`, in the order of the docstring
        for line in docstring:
            key, value = _key_and_value(path, line)
            values[key].append(value)
            pairs += [key] if key in ("replace", "with") else []
        given = tuple(path.parents[2] / earlier for earlier in values["given"])
        base = path.parents[1] / values["base"][-1] if values["base"] else None
        points = float(values["points"][-1]) if values["points"] else None
        problem = ""
        if pairs != ["replace", "with"] * (len(pairs) // 2):
            problem = "write a `with:` after each `replace:`."
        elif base and code:
            problem = "it has a `base:` and code of its own; delete one of them."
        elif bool(base) != bool(pairs):
            problem = "`base:` needs `replace:` and `with:`, and they need `base:`."
        elif missing := [str(earlier) for earlier in given if not earlier.is_file()]:
            problem = f"`given:` names {', '.join(missing)}, which is missing; correct the path."
        if problem:
            raise ValueError(f"{path}: {problem}")
        replacements = tuple(zip(values["replace"], values["with"], strict=True))
        about = " ".join(values[""]).strip()
        return cls(path, about, points, tuple(values["finding"]), given, base, replacements)

    @cached_property
    def code(self) -> str:
        """The code of the answer cell.

        Raises:
            ValueError: The base is missing, has no code, or does not contain each replaced text
                exactly once. The message names the file.
        """
        if self.base is None:
            return _docstring_and_code(self.path)[1]
        if not self.base.is_file():
            raise ValueError(f"{self.path}: its base {self.base} is missing; correct `base:`.")
        code = _docstring_and_code(self.base)[1]
        if not code:
            raise ValueError(f"{self.path}: its base {self.base} has no code of its own.")
        for old, new in self.replacements:
            if (count := code.count(old)) != 1:
                raise ValueError(
                    f"{self.path}: {old!r} occurs {count} times in {self.base}; it must occur once."
                )
            code = code.replace(old, new)
        return code

    @property
    def assignment(self) -> str:
        return self.path.parts[-4]

    @property
    def question(self) -> str:
        return self.path.parts[-3]

    @property
    def directory(self) -> str:
        return self.path.parts[-2]

    @property
    def name(self) -> str:
        return "/".join((*self.path.parts[-4:-1], self.path.stem))


def read_bank_answers(question: Path) -> tuple[list[BankAnswer], list[str]]:
    """Read the answers to a question.

    Args:
        question: The question's folder in the bank.

    Returns:
        The valid answers, and the issues of the invalid ones.
    """
    answers, issues = [], []
    for path in sorted(question.glob("*/*.py")):
        if path.parent.name in EARNS:
            try:
                answer = BankAnswer.read(path)
                _ = answer.code  # raises if it can't be derived from its base
                answers.append(answer)
            except ValueError as error:
                issues.append(str(error))
    return answers, issues


def _docstring_and_code(path: Path) -> tuple[list[str], str]:
    """Return the lines of the docstring, and the code after it.

    The text is not parsed, because an answer may be invalid Python.
    """
    try:
        opening, _, rest = path.read_text("utf-8").partition('"""')
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: it is not UTF-8 ({error.reason}); save it as UTF-8.") from None
    docstring, end, code = rest.partition('"""')
    if opening.strip() or not end:
        raise ValueError(f"{path}: it has no docstring; begin it with one.")
    return [line.strip() for line in docstring.strip().splitlines()], code.strip()


def _key_and_value(path: Path, line: str) -> tuple[str, str]:
    """Split a line of the docstring into key and value; the key is "" in a line of plain text."""
    if not (found := _KEY.match(line)):
        return "", line
    key, value = found[1], line[found.end() :].strip()
    if key not in KEYS:
        known = ", ".join(f"`{each}:`" for each in KEYS)
        problem = f"unknown key `{key}:`; write one of {known}.{did_you_mean(key, KEYS)}"
    elif not value and key != "with":
        problem = f"`{key}:` has no value; add one, or delete the line."
    elif key == "points" and not re.fullmatch(r"\d+(\.\d+)?", value):
        problem = f"`{key}: {value}` is not a number of points; write one, such as 1.5."
    else:
        return key, value
    raise ValueError(f"{path}: {problem}")
