"""The grading context of a question: its points, random seeds, and earlier verdicts."""

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
        case_key: The source of randomness for the cases of `Arrays`. Many submissions share it, so
            that these cases are generated once; "" to use `key`.
        earlier: Name of an earlier question -> the verdict on it.
        common: The source of randomness that all submissions of a course share.
        measured: The verdicts that depend on measured time or memory, if later runs of the same
            test reuse them; else None.
        case_review: The review of the drawn cases, in a build; None when a submission is graded.

    Example:
        >>> from examiner.checks import Choices, GradingContext
        >>> options = Choices({"a": "x"}, options=["x", "y"], share=1 / 2)
        >>> GradingContext(points=2).mark(options, {"a": "x"})
        1.0
    """

    question: str = ""
    points: float = 0.0
    key: str = field(default="", repr=False)
    case_key: str = field(default="", repr=False)
    common: str = field(default="", repr=False)
    earlier: Mapping[str, Verdict] = field(default_factory=dict, repr=False)
    measured: dict[Hashable, Verdict] | None = field(default=None, repr=False)
    case_review: CaseReview | None = field(default=None, repr=False)
    _marked: dict[tuple[Check, int], tuple[Any, Verdict]] = field(default_factory=dict, repr=False)
    # The context that `for_points` made last.
    _graded: list[GradingContext] = field(default_factory=list, repr=False)

    @classmethod
    def current(cls) -> GradingContext:
        """Return the context of the running test. A plain kernel gets one without verdicts."""
        return _CURRENT.get() or cls()

    @contextlib.contextmanager
    def active(self) -> Iterator[GradingContext]:
        """Make this the current context."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)

    def for_points(self, points: float) -> GradingContext:
        """Copy the context to grade the question, from the start, for this number of points."""
        again = replace(self, points=points, _marked={})
        self._graded[:] = [again]
        return again

    def mark(self, check: Check, answer: Any) -> Verdict:
        """Mark an answer with a check, for the check's share of the points.

        Args:
            check: The check. It marks the same answer only once.
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
        """Describe the values of the answers that this context marked last.

        Submissions with the same wrong values have the same description. It is "" if no check has
        one. The method calls the answers again.
        """
        if not self._graded:
            return ""
        (last,) = self._graded
        marked = [(check, answer) for (check, _), (answer, _) in last._marked.items()]
        found = [check.describe_answer(answer, last) for check, answer in marked]
        return "\n".join(found) if any(found) else ""

    def measure_once(self, key: Hashable, measure: Callable[[], Verdict]) -> Verdict:
        """Measure, or reuse the verdict: a build runs a test several times, but measures once."""
        if self.measured is None:
            return measure()
        if key not in self.measured:
            self.measured[key] = measure()
        return self.measured[key]

    def seed(self, seed: Seed) -> Seed:
        """Derive the seed of this submission from a question's seed and the key.

        Without the key, nobody can predict the inputs. If there is no key, the seed stays as it is.
        """
        return _seed(self.key, seed)

    def case_seed(self, seed: int) -> int:
        """Derive the seed of the cases from a question's seed (see `case_key`)."""
        return _seed(self.case_key or self.key, seed)

    def common_seed(self, seed: Seed) -> Seed:
        """Derive the seed that all submissions of a course share.

        No mark may depend on inputs from this seed, because a student could have seen them.
        """
        return _seed(self.common, seed)

    def carried_forward(self, question: str) -> Verdict | None:
        """Return the verdict on an earlier question if it may be carried forward, else None."""
        verdict = self.earlier.get(question)
        return verdict.to_carry() if verdict is not None else None


def _seed(key: str, seed: Seed) -> Seed:
    if not key:
        return seed
    digest = hashlib.sha256(f"{key} {seed}".encode()).digest()
    return digest.hex() if isinstance(seed, str) else int.from_bytes(digest[:6], "big")


_CURRENT: ContextVar[GradingContext | None] = ContextVar("grading", default=None)


def carried_forward(question: str) -> Verdict | None:
    """Get the verdict on an earlier question of this submission, if it can be carried forward.

    Use the verdict, not the student's function: the function may return other values when another
    question calls it. See `counted`, `misconception_key` and `mutant` of `Verdict`.

    Args:
        question: The name of an earlier question.

    Returns:
        The verdict; None if it can't be carried forward, or if there is none.

    Example:
        >>> from examiner.checks import carried_forward
        >>> carried_forward("q2_attention") is None  # no submission is graded here
        True
    """
    return GradingContext.current().carried_forward(question)


def draw_seed(seed: Seed) -> Seed:
    """Get a seed for random inputs, in a question's own code.

    Args:
        seed: A number or text that distinguishes the draws of one question.

    Returns:
        A seed of the same type, which depends on the course key and on the submission.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import draw_seed
        >>> rng = np.random.default_rng(draw_seed(13))
    """
    return GradingContext.current().seed(seed)


def message(words: str, *, diagnosis: str = "") -> Message:
    """Make a message for a verdict, in a question's own code.

    Args:
        words: The message to students.
        diagnosis: A text to add at the feedback level `diagnosis` and above.

    Returns:
        The message.

    Example:
        >>> from examiner.checks import message
        >>> message("Earns points only within the limits.").id
        'authored'
    """
    return Message("authored", {"words": words, "diagnosis": diagnosis})
