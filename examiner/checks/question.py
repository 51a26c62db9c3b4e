"""Questions: one check of an answer, a sum of checks, several functions, or code of one's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any

from .grading import Grading
from .misconceptions import Misconception
from .verdict import Verdict


class Question(ABC):
    """What marks a question. A marking module ends in one, called `question`."""

    def grade(self, *answers: Any, points: float) -> Verdict:
        """The verdict on what a student's answer cell defines. Hidden tests end in it.

        Args:
            answers: The student's functions or values, in the order of `defines` in course.toml.
            points: What the question is worth.

        Raises:
            TypeError: There are more or fewer answers than the question marks.
        """
        wanted = self.count
        if wanted is not None and len(answers) != wanted:
            raise TypeError(f"the question marks {wanted} answers, and gets {len(answers)}")
        grading = Grading.current().worth(points)
        with grading.active():
            return self.mark(grading, *answers)

    @property
    def count(self) -> int | None:
        """How many answers it marks; None if any number."""
        return 1

    @abstractmethod
    def mark(self, grading: Grading, *answers: Any) -> Verdict:
        """The verdict on answers in a grading context."""

    @property
    @abstractmethod
    def checks(self) -> Sequence[Check]:
        """The checks that it consists of."""

    @property
    def misconceptions_named(self) -> list[Misconception]:
        """All its misconceptions."""
        return [each for check in self.checks for each in check.known]

    @property
    def functions(self) -> Sequence[str] | None:
        """The names of the functions that it marks, if it names them."""
        return None

    def examples(self, *solutions: Any) -> Iterator[str]:
        """Right values, a line each, for an instructor who reads the hidden test."""
        for check in self.checks:
            yield from check.shown(solutions[0])


@dataclass(frozen=True, eq=False, kw_only=True)
class Check(Question):
    """A check of one answer.

    Attributes:
        share: The part of the question's points that the check gives.
    """

    share: float = 1.0

    @abstractmethod
    def verdict(self, answer: Any, points: float, grading: Grading) -> Verdict:
        """The verdict on an answer, for so many points."""

    @property
    def known(self) -> Sequence[Misconception]:
        """The misconceptions that the check names."""
        return ()

    def shown(self, solution: Any) -> Iterator[str]:
        """Right values, a line each."""
        return iter(())

    def mark(self, grading: Grading, *answers: Any) -> Verdict:
        return grading.mark(self, answers[0])

    @property
    def checks(self) -> Sequence[Check]:
        return [self]

    def __add__(self, other: Check | Sum) -> Sum:
        """Both checks of one answer. Their shares add up to 1, or to that of the function."""
        return Sum((self, *other.checks))


@dataclass(frozen=True, eq=False)
class Sum(Question):
    """Several checks of one answer, whose verdicts add up. `+` makes one."""

    parts: tuple[Check, ...]

    @property
    def checks(self) -> Sequence[Check]:
        return self.parts

    def mark(self, grading: Grading, *answers: Any) -> Verdict:
        return reduce(add, [grading.mark(each, answers[0]) for each in self.parts])

    def __add__(self, other: Check | Sum) -> Sum:
        return Sum((*self.parts, *other.checks))


class Functions(Question):
    """Several functions (or values) that one answer cell defines, each with checks of its own.

    Args:
        functions: Name -> the check of this function, or a sum of checks, in the order in which
            course.toml names the functions. The shares of all add up to 1.

    Example:
        >>> from examiner.checks import Choices, Functions
        >>> question = Functions(
        ...     first=Choices({"a": "x"}, options=["x", "y"], share=1 / 2),
        ...     second=Choices({"b": "y"}, options=["x", "y"], share=1 / 2),
        ... )
        >>> question.grade({"a": "x"}, {"b": "x"}, points=2)
        1.0
    """

    def __init__(self, **functions: Check | Sum) -> None:
        self.by_name = functions

    @property
    def count(self) -> int | None:
        return len(self.by_name)

    @property
    def functions(self) -> Sequence[str]:
        return [*self.by_name]

    @property
    def checks(self) -> Sequence[Check]:
        return [check for each in self.by_name.values() for check in each.checks]

    def mark(self, grading: Grading, *answers: Any) -> Verdict:
        pairs = zip(self.by_name.items(), answers, strict=True)
        verdicts = [each.mark(grading, answer).of(name) for (name, each), answer in pairs]
        return reduce(add, verdicts)

    def examples(self, *solutions: Any) -> Iterator[str]:
        for each, solution in zip(self.by_name.values(), solutions, strict=True):
            yield from each.examples(solution)


@dataclass(frozen=True, eq=False)
class Custom(Question):
    """Code of a question's own, which marks with checks and puts their verdicts together.

    Attributes:
        judge: `judge(grading, *answers)` returns the verdict. `grading.mark(check, answer)` is the
            verdict of a check; its `share` says for what part of the points.
        uses: The checks that it marks with.
        misconceptions: Those that its own code names (`verdict.explained(TOO_WIDE, points)`).

    Example:
        >>> from examiner.checks import Choices, Custom
        >>> options = Choices({"a": "x", "b": "y"}, options=["x", "y"])
        >>> def judge(grading, answer):
        ...     verdict = grading.mark(options, answer)
        ...     return verdict if verdict.points > 1 else verdict.at_least(1)
        >>> Custom(judge, [options]).grade({}, points=4)
        1.0
    """

    judge: Callable[..., Verdict]
    uses: Sequence[Check] = ()
    misconceptions: Sequence[Misconception] = ()
    answers: int | None = field(default=None, kw_only=True)

    @property
    def count(self) -> int | None:
        return self.answers

    @property
    def checks(self) -> Sequence[Check]:
        return self.uses

    @property
    def misconceptions_named(self) -> list[Misconception]:
        return [*super().misconceptions_named, *self.misconceptions]

    def mark(self, grading: Grading, *answers: Any) -> Verdict:
        return self.judge(grading, *answers)

    def examples(self, *solutions: Any) -> Iterator[str]:
        for check in self.uses[: 1 if len(solutions) > 1 else None]:
            yield from check.shown(solutions[0])
