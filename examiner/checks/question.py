"""Questions: one check of an answer, a sum of checks, several functions, or the author's code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from .grading import GradingContext
from .misconceptions import Misconception
from .verdict import Verdict


class RubricRow(NamedTuple):
    """A row of a rubric: an item, or several items of one kind, and their points.

    Attributes:
        item: The item, as students read it.
        points: The points of each item; of all items together if their number is unknown.
        number: The number of items; 0 if unknown.
        function: The function that the item belongs to, if there are several functions.
        outputs: Each output of an item, with its share of the item's points.
    """

    item: str
    points: float
    number: int = 1
    function: str = ""
    outputs: tuple[tuple[str, float], ...] = ()


class Question(ABC):
    """A question: a check, a sum of checks, `Functions` or `Custom`.

    A marking module ends in one, called `question`.

    Example:
        >>> from examiner.checks import Choices, Question
        >>> question = Choices({"a": "x"}, options=["x", "y"])
        >>> isinstance(question, Question), question.grade({"a": "x"}, points=3)
        (True, 3.0)
    """

    def grade(self, *answers: Any, points: float) -> Verdict:
        """Mark the answers of a student. A hidden test ends in this call.

        Args:
            answers: The student's functions or values, in the order of `defines` in course.toml.
            points: The points of the question.

        Returns:
            The verdict.

        Raises:
            TypeError: The number of answers differs from the number that the question marks.
        """
        wanted = self.answer_count
        if wanted is not None and len(answers) != wanted:
            raise TypeError(f"the question marks {wanted} answers, not {len(answers)}")
        grading = GradingContext.current().for_points(points)
        with grading.active():
            return self.mark(grading, *answers)

    @property
    def answer_count(self) -> int | None:
        """The number of answers that it marks; None if it marks any number."""
        return 1

    @abstractmethod
    def mark(self, grading: GradingContext, *answers: Any) -> Verdict:
        """Mark the answers in a grading context."""

    @property
    @abstractmethod
    def checks(self) -> Sequence[Check]:
        """The checks of the question."""

    @property
    def all_misconceptions(self) -> list[Misconception]:
        """All misconceptions that its checks name."""
        return [each for check in self.checks for each in check.named_misconceptions]

    @property
    def functions(self) -> Sequence[str] | None:
        """The names of the functions that it marks, if it names them."""
        return None

    def rubric(self, points: float) -> list[RubricRow]:
        """List the items of the question with their points, for the notebook."""
        return [row for check in self.checks for row in check.items(points * check.share)]

    def examples(self, *solutions: Any) -> Iterator[str]:
        """Yield right values as lines of text, for an instructor who reads the hidden test."""
        for check in self.checks:
            yield from check.shown(solutions[0])


@dataclass(frozen=True, eq=False, kw_only=True)
class Check(Question):
    """A check of one answer. `+` adds two checks of the same answer.

    Attributes:
        share: The share of the question's points. The shares of all checks add up to 1.

    Example:
        >>> from examiner.checks import Check, Choices
        >>> half = Choices({"a": "x"}, options=["x", "y"], share=1 / 2)
        >>> isinstance(half, Check), (half + half).grade({"a": "x"}, points=2)
        (True, 2.0)
    """

    share: float = 1.0

    @abstractmethod
    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        """Mark an answer for this number of points."""

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        """The misconceptions that the check names."""
        return ()

    def items(self, points: float) -> list[RubricRow]:
        """List the rows of the rubric for this number of points."""
        return [RubricRow("the answer", points)]

    @property
    def effect_template(self) -> str:
        """The form of an effect, for an author to fill in; "" if there are no misconceptions."""
        return ""

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Describe the values of an answer: the same wrong values have the same description.

        A person who reviews wrong answers makes one decision for all answers that have the same
        description. The examination calls this method after it has marked all answers. No mark may
        depend on it.

        Args:
            answer: The answer, marked in this context.
            grading: The context. Its `common_seed` draws the inputs.

        Returns:
            The description; "" if the check has none. Then answers with the same code form a group.
        """
        return ""

    def shown(self, solution: Any) -> Iterator[str]:
        """Yield right values as lines of text."""
        return iter(())

    def mark(self, grading: GradingContext, *answers: Any) -> Verdict:
        return grading.mark(self, answers[0])

    @property
    def checks(self) -> Sequence[Check]:
        return [self]

    def __add__(self, other: Check | Sum) -> Sum:
        """Add two checks of one answer. Their shares add up to 1, or to the function's share."""
        return Sum((self, *other.checks))


@dataclass(frozen=True, eq=False)
class Sum(Question):
    """A sum of several checks of one answer, made by `+`. Its verdict is the sum of theirs."""

    parts: tuple[Check, ...]

    @property
    def checks(self) -> Sequence[Check]:
        return self.parts

    def mark(self, grading: GradingContext, *answers: Any) -> Verdict:
        return reduce(add, [grading.mark(each, answers[0]) for each in self.parts])

    def __add__(self, other: Check | Sum) -> Sum:
        return Sum((*self.parts, *other.checks))


class Functions(Question):
    """A question with several functions (or values), each with its own checks.

    Args:
        functions: Name -> the check of this function, or a sum of checks, in the order of `defines`
            in course.toml. The shares of all checks add up to 1.

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
    def answer_count(self) -> int | None:
        return len(self.by_name)

    @property
    def functions(self) -> Sequence[str]:
        return [*self.by_name]

    @property
    def checks(self) -> Sequence[Check]:
        return [check for each in self.by_name.values() for check in each.checks]

    def rubric(self, points: float) -> list[RubricRow]:
        return [
            row._replace(function=name)
            for name, each in self.by_name.items()
            for row in each.rubric(points)
        ]

    def mark(self, grading: GradingContext, *answers: Any) -> Verdict:
        pairs = zip(self.by_name.items(), answers, strict=True)
        verdicts = [each.mark(grading, answer).for_function(name) for (name, each), answer in pairs]
        return reduce(add, verdicts)

    def examples(self, *solutions: Any) -> Iterator[str]:
        for each, solution in zip(self.by_name.values(), solutions, strict=True):
            yield from each.examples(solution)


@dataclass(frozen=True, eq=False)
class Custom(Question):
    """A question with the author's own code, which combines the verdicts of checks.

    Attributes:
        judge: `judge(grading, *answers)` returns the verdict. It calls `grading.mark(check,
            answer)` for the verdict of a check, on the check's share of the points.
        uses: The checks that `judge` uses. If the question has several functions, a mapping:
            function -> its checks, in the order of `defines`. List the checks of the rubric first,
            with shares that add up to 1. Checks after those are alternatives and don't appear in
            the rubric.
        misconceptions: The misconceptions that `judge` names (`verdict.explained_by(TOO_WIDE)`).

    Example:
        >>> from examiner.checks import Choices, Custom, message
        >>> options = Choices({"a": "x", "b": "y"}, options=["x", "y"])
        >>> def judge(grading, answer):
        ...     verdict = grading.mark(options, answer)
        ...     return verdict if verdict.is_right else verdict.without_points(message("no"))
        >>> Custom(judge, [options]).grade({"a": "x"}, points=4)
        0.0
    """

    judge: Callable[..., Verdict]
    uses: Sequence[Check] | Mapping[str, Sequence[Check]] = ()
    misconceptions: Sequence[Misconception] = ()

    @property
    def answer_count(self) -> int | None:
        return len(self.uses) if isinstance(self.uses, Mapping) else None

    @property
    def functions(self) -> Sequence[str] | None:
        return [*self.uses] if isinstance(self.uses, Mapping) else None

    @property
    def checks(self) -> Sequence[Check]:
        by_name = self.uses if isinstance(self.uses, Mapping) else {"": self.uses}
        return [check for checks in by_name.values() for check in checks]

    def rubric(self, points: float) -> list[RubricRow]:
        by_name = self.uses if isinstance(self.uses, Mapping) else {"": self.uses}
        rows, left = list[RubricRow](), 1.0
        for name, checks in by_name.items():
            for check in checks:
                if check.share <= left + 1e-9:
                    left -= check.share
                    found = check.items(points * check.share)
                    rows += [row._replace(function=name) for row in found]
            if not checks:
                rows.append(RubricRow("the answer", points / len(by_name), function=name))
        return rows

    @property
    def all_misconceptions(self) -> list[Misconception]:
        return [*super().all_misconceptions, *self.misconceptions]

    def mark(self, grading: GradingContext, *answers: Any) -> Verdict:
        return self.judge(grading, *answers)

    def examples(self, *solutions: Any) -> Iterator[str]:
        by_name = self.uses if isinstance(self.uses, Mapping) else {"": self.uses}
        for checks, solution in zip(by_name.values(), solutions, strict=False):
            for check in checks[:1]:
                yield from check.shown(solution)
