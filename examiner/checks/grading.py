"""What grading a question knows beside the answer: the grading context."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..findings.diagnosis import Message
from .verdict import Verdict

if TYPE_CHECKING:
    from .array_answers.case_generation import CaseReview
    from .question import Check

Seed = TypeVar("Seed", int, str)


@dataclass(frozen=True)
class GradingContext:
    """A grading context: everything that a check knows besides the answer.

    The examination makes one for each test.

    Attributes:
        question: The name of the question.
        points: The points of the question.
        key: The source of randomness: a digest of the course key and of the submission.
        earlier: Name of an earlier question -> the verdict on it.
        common: The source of randomness that all submissions of a course share.
        measured: Verdicts that rest on measured time or memory, if later runs of the same test
            reuse them; None otherwise.
        case_review: What a build wants to know of the cases that are drawn; None when a submission
            is graded.

    Example:
        >>> from examiner.checks import Choices, GradingContext
        >>> options = Choices({"a": "x"}, options=["x", "y"], share=1 / 2)
        >>> GradingContext(points=2).mark(options, {"a": "x"})
        1.0
    """

    question: str = ""
    points: float = 0.0
    key: str = field(default="", repr=False)
    common: str = field(default="", repr=False)
    earlier: Mapping[str, Verdict] = field(default_factory=dict, repr=False)
    measured: dict[Hashable, Verdict] | None = field(default=None, repr=False)
    case_review: CaseReview | None = field(default=None, repr=False)
    _marked: dict[tuple[Check, int], tuple[Any, Verdict]] = field(default_factory=dict, repr=False)
    _graded: list[GradingContext] = field(
        default_factory=list, repr=False
    )  # what `worth` made last

    @classmethod
    def current(cls) -> GradingContext:
        """The context in which a test runs now. In a plain kernel: one without earlier verdicts."""
        return _CURRENT.get() or cls()

    @contextlib.contextmanager
    def active(self) -> Iterator[GradingContext]:
        """Make this the current context."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)

    def worth(self, points: float) -> GradingContext:
        """The same, for a question of so many points that is graded anew."""
        again = replace(self, points=points, _marked={})
        self._graded[:] = [again]
        return again

    def mark(self, check: Check, answer: Any) -> Verdict:
        """Mark an answer with a check, for the check's share of the points.

        Args:
            check: The check. It marks the same answer once.
            answer: The student's function or value.

        Returns:
            The verdict.
        """
        key = check, id(answer)
        if key not in self._marked:
            points = round(self.points * check.share, 9)
            self._marked[key] = answer, check.verdict(answer, points, self)
        return self._marked[key][1]

    def describe_answers(self) -> str:
        """What the answers that were marked last in this context compute; "" if no check knows.

        It is the same for all submissions with the same mistake. It calls the answers again.
        """
        if not self._graded:
            return ""
        (last,) = self._graded
        found = [check.describe_answer(answer, last) for check, answer in _of_answers(last._marked)]
        return "\n".join(found) if any(found) else ""

    def once(self, key: Hashable, measure: Callable[[], Verdict]) -> Verdict:
        """What is measured. A build runs a test several times, and measures once."""
        if self.measured is None:
            return measure()
        if key not in self.measured:
            self.measured[key] = measure()
        return self.measured[key]

    def seed(self, seed: Seed) -> Seed:
        """What to draw from for a seed of a question. Whoever knows the question but not the key
        doesn't know what is drawn; without a key it is the seed itself."""
        return _seed(self.key, seed)

    def common_seed(self, seed: Seed) -> Seed:
        """The same, for inputs that all submissions of a course share. No mark may rest on them:
        a student could have seen them."""
        return _seed(self.common, seed)

    def carried_forward(self, question: str) -> Verdict | None:
        """The verdict on an earlier question, if a later answer may rest on that one with its
        misconceptions (`Verdict.may_be_carried`); else None."""
        verdict = self.earlier.get(question)
        return verdict if verdict is not None and verdict.may_be_carried else None


def _of_answers(
    marked: Mapping[tuple[Check, int], tuple[Any, Verdict]],
) -> Iterator[tuple[Check, Any]]:
    for (check, _), (answer, _) in marked.items():
        yield check, answer


def _seed(key: str, seed: Seed) -> Seed:
    if not key:
        return seed
    digest = hashlib.sha256(f"{key} {seed}".encode()).digest()
    return digest.hex() if isinstance(seed, str) else int.from_bytes(digest[:6], "big")


_CURRENT: ContextVar[GradingContext | None] = ContextVar("grading", default=None)


def carried_forward(question: str) -> Verdict | None:
    """Get the verdict on an earlier question of this submission, if a later answer may rest on it.

    Rest on the verdict, not on the student's function: that function may give other values when
    another question calls it. `counted` is the polynomial of the earlier answer (of a ledger, line
    -> polynomial). `mistake` is the key of the misconception that explains the earlier answer.

    Args:
        question: The name of a question before this one.

    Returns:
        The verdict; None if it can't be carried forward, or if there is none.

    Example:
        >>> from examiner.checks import carried_forward
        >>> carried_forward("q2_attention") is None  # no submission is graded here
        True
    """
    return GradingContext.current().carried_forward(question)


def draw_seed(seed: Seed) -> Seed:
    """Get the seed for random inputs, in a question's own code.

    Args:
        seed: A number or text that distinguishes the draws of a question.

    Returns:
        A seed of the same type. It depends on the course key and on the submission.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import draw_seed
        >>> rng = np.random.default_rng(draw_seed(13))
    """
    return GradingContext.current().seed(seed)


def message(words: str, *, diagnosis: str = "") -> Message:
    """Make a message for a verdict of the question's own code.

    Args:
        words: The message to students.
        diagnosis: An addition at the level `diagnosis` and above.

    Returns:
        The message.

    Example:
        >>> from examiner.checks import message
        >>> message("Earns points only within the limits.").id
        'authored'
    """
    return Message("authored", {"words": words, "diagnosis": diagnosis})
