"""Errors carried forward: a count that is right given the student's own earlier answers.

What earlier answers were is known from their marking. They are not asked again: an answer that
behaves differently when another question asks it would be followed wherever it pleases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .formulas import WrongItems, key_of
from .key import WHOLE, Key
from .parts import ADDED, Part
from .polynomials import Polynomial
from .sizes import Sizes
from .verdict import IN_SHORT, Finding, Verdict

# Earlier question -> the parts of this count that its answer stands for: their sum; of a ledger
# the lines of these names.
GivenBy = Mapping[str, Sequence[str]]
Followed = Callable[[str], Verdict | None]


@dataclass(frozen=True)
class Carried:
    """What a count is checked against, given answers to these questions."""

    questions: tuple[str, ...]
    key: Key

    @property
    def words(self) -> str:
        several = "s" if len(self.questions) > 1 else ""
        return f"given your answer{several} to {' and '.join(self.questions)}"

    def verdict(self, answer: Polynomial, points: float) -> Verdict:
        """The verdict on an answer that may rest on those questions."""
        if answer == self.key.expected:
            finding = Finding(WHOLE, f"right, {self.words}", points, points, passed=True)
            return Verdict.from_findings([finding], points)
        verdict = self.key.verdict(answer, points)
        remark = Finding(IN_SHORT, f"marked {self.words}", passed=True)
        return Verdict(verdict.points, points, (remark, *verdict.findings))


def carried_from(
    given: GivenBy,
    followed: Followed,
    sizes: Sizes,
    parts: tuple[Part, ...],
    mistakes: WrongItems,
) -> Iterator[Carried]:
    """What the count is given the earlier answers, one of them or several, that may be followed
    and are not right.

    ValueError for parts that the count hasn't, and for answers in other sizes.
    """
    changes = {}
    for question, names in given.items():
        if unknown := set(names) - {part.name for part in parts}:
            raise ValueError(f"given {question!r}: no part {', '.join(sorted(unknown))}")
        verdict = followed(question)
        if verdict is not None and verdict.counted is not None:
            changes[question] = (verdict.counted, frozenset(names))
    for number in range(1, len(changes) + 1):
        for questions in combinations(changes, number):
            changed = parts
            for question in questions:
                changed = _with_answer(changed, question, *changes[question])
            if all(_total(parts) != _total(c) for c in _without_each(parts, questions, changes)):
                same = frozenset(part.name for part in changed if part in parts)
                yield Carried(questions, key_of(sizes, changed, _about(mistakes, same), ()))


def _without_each(
    parts: tuple[Part, ...], questions: Sequence[str], changes: Mapping[str, tuple]
) -> Iterator[tuple[Part, ...]]:
    """The parts with one of these answers each: one that changes nothing is not rested on."""
    return (_with_answer(parts, question, *changes[question]) for question in questions)


def _with_answer(
    parts: tuple[Part, ...],
    question: str,
    counted: Polynomial | Mapping[str, Polynomial],
    names: frozenset[str],
) -> tuple[Part, ...]:
    """The parts, with what was counted in the place of those of these names."""
    variables = parts[0].other.variables
    if isinstance(counted, Polynomial):
        own = Part(f"your answer to {question}", None, counted)
        changed = (*(part for part in parts if part.name not in names), own)
    else:
        changed = tuple(
            Part(part.name, None, counted[part.name])
            if part.name in names and counted.get(part.name, part.cost()) != part.cost()
            else part
            for part in parts
        )
    if any(part.other.variables != variables for part in changed):
        raise ValueError(f"the answer to {question!r} is a count in other sizes")
    return changed


def _total(parts: Sequence[Part]) -> Polynomial:
    first, *rest = [part.cost() for part in parts]
    return sum(rest, first)


def _about(mistakes: WrongItems, parts: frozenset[str]) -> WrongItems:
    """The mistakes that are with these parts, or add something."""
    return tuple(
        (label, wrong)
        for label, wrong in mistakes
        if not isinstance(wrong, str) and {name for name, _ in wrong} <= parts | {ADDED}
    )
