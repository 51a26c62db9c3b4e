"""The bank of answers: files that are each a student's answer cell, and say what it must get.

tests/bank/<assignment>/<question>/<directory>/<name>.py. The directory is the kind of answer; the
docstring names the misconception (or, in `accepted`, the way of writing it), then what the verdict
must hold:

    points: 3
    finding: missing(the weighted sums)

A long answer that differs little from another one of the question has no code of its own, but says
how it differs, each text that is replaced being in the other exactly once:

    base: accepted/matrix_form.py
    replace: dQ = dS @ K
    with: dQ = dS @ Q

An answer that rests on the same student's answers to earlier questions names their files:

    given: q2_attention/partial/multiply_accumulates.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .wording import did_you_mean

FULL, SOME, NONE = "full points", "some points", "no points"
EARNS = {  # directory -> what the answers in it earn
    "accepted": FULL,
    "partial": SOME,
    "wrong_answer": NONE,
    "run_time_error": NONE,
    "time_limit_exceeded": NONE,
}
KEYS = ("points", "finding", "given", "base", "replace", "with")
_KEY = re.compile(r"([a-z_]+):(?: |$)")  # at the beginning of a line


@dataclass(frozen=True)
class BankAnswer:
    """One file of the bank.

    points: what it must get; None where the directory says it (all or nothing).
    findings: ids of known errors and sentences that must occur in the verdict.
    given: the files of earlier answers of the same student, which are marked before it.
    base, replacements: the file that the code is made of, and (old, new) texts; None and () where
        the file has its own code.
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
        """ValueError, naming the file, for a docstring that can't be understood."""
        docstring, code = _parts(path)
        said: dict[str, list[str]] = {key: [] for key in ("", *KEYS)}
        pairs = []  # of `replace` and `with`, in order
        for line in docstring:
            key, value = _key(path, line)
            said[key].append(value)
            pairs += [key] if key in ("replace", "with") else []
        given = tuple(path.parents[2] / earlier for earlier in said["given"])
        base = path.parents[1] / said["base"][-1] if said["base"] else None
        points = float(said["points"][-1]) if said["points"] else None
        wrong = ""
        if pairs != ["replace", "with"] * (len(pairs) // 2):
            wrong = "each `replace:` is followed by its `with:`."
        elif base and code:
            wrong = "it has a base, and code of its own: delete one of them."
        elif bool(base) != bool(pairs):
            wrong = "`base:` goes with `replace:` and `with:`."
        elif missing := [str(earlier) for earlier in given if not earlier.is_file()]:
            wrong = f"it rests on {', '.join(missing)}, which is missing."
        if wrong:
            raise ValueError(f"{path}: {wrong}")
        replacements = tuple(zip(said["replace"], said["with"], strict=True))
        about = " ".join(said[""]).strip()
        return cls(path, about, points, tuple(said["finding"]), given, base, replacements)

    @cached_property
    def code(self) -> str:
        """The answer cell. ValueError, naming the file, where it can't be made of its base."""
        if self.base is None:
            return _parts(self.path)[1]
        if not self.base.is_file():
            raise ValueError(f"{self.path}: its base {self.base} is missing.")
        code = _parts(self.base)[1]
        if not code:
            raise ValueError(f"{self.path}: its base {self.base} has no code of its own.")
        for old, new in self.replacements:
            if (times := code.count(old)) != 1:
                raise ValueError(f"{self.path}: {old!r} is {times} times in {self.base}, not once.")
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


def read_answers(question: Path) -> tuple[list[BankAnswer], list[str]]:
    """The answers in the folder of a question; and what is wrong with those that can't be read."""
    answers, issues = [], []
    for path in sorted(question.glob("*/*.py")):
        if path.parent.name in EARNS:
            try:
                answer = BankAnswer.read(path)
                _ = answer.code  # which a base may not give
                answers.append(answer)
            except ValueError as error:
                issues.append(str(error))
    return answers, issues


def _parts(path: Path) -> tuple[list[str], str]:
    """The lines of the docstring, and the code behind it.

    A file that is not Python is an answer too: its docstring is still the first thing in it.
    """
    try:
        opening, _, rest = path.read_text("utf-8").partition('"""')
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: it is not UTF-8 ({error.reason}); save it as UTF-8.") from None
    docstring, end, code = rest.partition('"""')
    if opening.strip() or not end:
        raise ValueError(f"{path}: an answer begins with a docstring.")
    return [line.strip() for line in docstring.strip().splitlines()], code.strip()


def _key(path: Path, line: str) -> tuple[str, str]:
    """The key of a line and what stands behind it; no key in a line that is about the answer."""
    if not (found := _KEY.match(line)):
        return "", line
    key, value = found[1], line[found.end() :].strip()
    if key not in KEYS:
        known = ", ".join(f"`{each}:`" for each in KEYS)
        wrong = f"`{key}:` means nothing here; write one of {known}.{did_you_mean(key, KEYS)}"
    elif not value and key != "with":
        wrong = f"nothing stands behind `{key}:`; write it, or delete the line."
    elif key == "points" and not re.fullmatch(r"\d+(\.\d+)?", value):
        wrong = f"`{key}: {value}` is no number of points; write one, such as 1.5."
    else:
        return key, value
    raise ValueError(f"{path}: {wrong}")
