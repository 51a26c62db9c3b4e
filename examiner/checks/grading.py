"""What grading a question knows beside the answer: the grading context."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..findings.known_error import Says
from .verdict import Verdict

if TYPE_CHECKING:
    from .array_answers.drawing import CaseReview
    from .question import Check

Seed = TypeVar("Seed", int, str)


@dataclass(frozen=True)
class Grading:
    """The grading context of a question. The examination makes one for each test.

    question: the name of the question.
    points: what the question is worth.
    key: what inputs are drawn from: the digest of the course's key and of the submission.
    earlier: the verdicts on the questions before this one, by question.
    measured: verdicts that rest on measured time or memory, if those are to be kept for further
        runs of the same test; None if not.
    case_review: what a build wants to know of the cases that are drawn.
    """

    question: str = ""
    points: float = 0.0
    key: str = field(default="", repr=False)
    earlier: Mapping[str, Verdict] = field(default_factory=dict, repr=False)
    measured: dict[Hashable, Verdict] | None = field(default=None, repr=False)
    case_review: CaseReview | None = field(default=None, repr=False)
    _marked: dict[tuple[Check, int], Verdict] = field(default_factory=dict, repr=False)

    @classmethod
    def current(cls) -> Grading:
        """The context in which a test runs now. In a plain kernel: one without earlier verdicts."""
        return _CURRENT.get() or cls()

    @contextlib.contextmanager
    def active(self) -> Iterator[Grading]:
        """Make this the current context."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)

    def worth(self, points: float) -> Grading:
        """The same, for a question of so many points that is graded anew."""
        return replace(self, points=points, _marked={})

    def mark(self, check: Check, answer: Any) -> Verdict:
        """The verdict of a check on an answer: for its share of the points. It is asked once."""
        key = check, id(answer)
        if key not in self._marked:
            self._marked[key] = check.verdict(answer, round(self.points * check.share, 9), self)
        return self._marked[key]

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
        if not self.key:
            return seed
        digest = hashlib.sha256(f"{self.key} {seed}".encode()).digest()
        return digest.hex() if isinstance(seed, str) else int.from_bytes(digest[:6], "big")

    def followed(self, question: str) -> Verdict | None:
        """The verdict on an earlier question, if a later answer may rest on that one with its
        misconceptions (`Verdict.may_be_followed`); else None."""
        verdict = self.earlier.get(question)
        return verdict if verdict is not None and verdict.may_be_followed else None


_CURRENT: ContextVar[Grading | None] = ContextVar("grading", default=None)


def followed(question: str) -> Verdict | None:
    """The verdict on an earlier question of this submission, if a later answer may rest on it.

    Its `counted` is the polynomial that the answer was when it was marked (of a ledger, line ->
    polynomial), its `mistake` the key of the misconception that explains it. Rest on these, not on
    what the student's function does when another question calls it.

    Args:
        question: The name of a question before this one.

    Returns:
        The verdict; None if the earlier answer must not be followed, or wasn't marked.

    Example:
        >>> followed("q2_attention") is None  # nothing was marked here
        True
    """
    return Grading.current().followed(question)


def draw_seed(seed: Seed) -> Seed:
    """What to draw random inputs from, in a question's own code.

    Args:
        seed: A number or text that tells the draws of a question apart.

    Example:
        >>> import numpy as np
        >>> rng = np.random.default_rng(draw_seed(13))
    """
    return Grading.current().seed(seed)


def message(words: str, *, diagnosis: str = "") -> Says:
    """A message of a question's own, for a verdict that its own code makes.

    Args:
        words: What students read.
        diagnosis: What is added at the level `diagnosis` and above.

    Example:
        >>> message("Earns points only within the limits.").id
        'authored'
    """
    return Says("authored", {"words": words, "diagnosis": diagnosis})
