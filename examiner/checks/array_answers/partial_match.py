"""Partial match: the argument that a wrong answer ignores, or the arguments for which it is right.

If no misconception explains an answer, the check calls it again in each case, with changed
arguments, and compares the values with the definition. A remark must hold in every wrong case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...findings.diagnosis import Message
from ..calls import Outcome, as_array
from ..tolerances import EXACT, RTOL_AGAIN, close
from .cases import Case, first_calls_of, same
from .entries import ArrayComparison, Place, part_of

SECONDS = 1.0  # time limit for the calls of one request
SCALE = 7.0  # a factor on an argument
# A factor and a summand for each change. The last, large change is for code that uses only signs.
MOVES = ((1.25, 0.125), (8.0, 8.0), (-1.0, 0.0))
ORDER = ("ignores", "ignores-scale", "right-without", "right-with-one")  # the best remark first


def partial_match_remark(
    function: Any,
    question: ArrayComparison,
    wrong: set[Place],
    outcomes: Sequence[Sequence[Outcome]],
) -> Message | None:
    """Call a wrong answer with changed arguments, and make a remark.

    An answer that exceeded a time limit is not called again.

    Args:
        function: The answer.
        question: The definition and the cases.
        wrong: The wrong places that no misconception explains.
        outcomes: The outcomes of all calls, case by case.

    Returns:
        A remark that holds in all wrong cases, and that no right case contradicts; None if there is
        none.
    """
    for outcome in (outcome for each in outcomes for outcome in each):
        # A boolean stays the same under most changes, which means nothing.
        if isinstance(outcome.error, TimeoutError) or isinstance(outcome.value, (bool, np.bool_)):
            return None
    cases, outputs = question.cases, {place[2] for place in wrong}
    unlimited = [i for i, case in enumerate(cases) if not case.seconds]
    wrong_cases = [i for i in unlimited if i in {place[0] for place in wrong}]
    found: list[Message] | None = None
    for i in wrong_cases:
        trials = _trials(function, question, cases[i], outcomes[i][0], found)
        found = [each.remark for each in trials if each.holds(question, cases[i], outputs)]
        if not found:
            return None
    remarks = found or []
    for i in unlimited if remarks else ():
        if i not in wrong_cases:
            trials = _trials(function, question, cases[i], outcomes[i][0], remarks)
            contradicted = [each.remark for each in trials if each.is_contradicted()]
            remarks = [remark for remark in remarks if remark not in contradicted]
    return remarks[0] if remarks else None


@dataclass(frozen=True)
class _Trial:
    """A trial: calls of an answer with one argument of a case changed.

    Attributes:
        function: The answer.
        remark: The remark, if it holds.
        changed: The changed cases.
        original: The outcome in the case itself.
        outcome: The outcome in the first changed case.
    """

    function: Any
    remark: Message
    changed: list[Case]
    original: Outcome
    outcome: Outcome

    def is_ignored(self) -> bool:
        """Check whether the changes make no difference to the answer.

        The first change decides for most answers. Only if it makes no difference, this calls the
        answer in the other changed cases.
        """
        within = EXACT if self.remark.id == "ignores-scale" else 0.0
        if self.outcome.error is None and not _is_alike(self.original, self.outcome, within):
            return False
        others = _called(self.function, [] if within else self.changed[1:])
        return all(_is_alike(self.original, o, within) for o in others if o.error is None)

    def is_contradicted(self) -> bool:
        """Check whether the remark is false, given that the answer is right in this case.

        The answer depends on an argument that it "ignores". Or it is right although the argument
        with which it is right "only" has another value.
        """
        depends_on_it = self.remark.id == "ignores" and not self.is_ignored()
        return depends_on_it or self.remark.id == "right-with-one"

    def holds(self, question: ArrayComparison, case: Case, outputs: set[int]) -> bool:
        """Check whether the remark holds in a case, for the given outputs."""
        if self.outcome.error is not None:
            return False
        is_about_argument = self.remark.id in ("ignores", "ignores-scale")
        if is_about_argument and not self.is_ignored():  # before calling the definition
            return False
        expected = _value(question, self.changed[0])
        if expected is None:
            return False
        if is_about_argument:
            rtol = RTOL_AGAIN if self.remark.id == "ignores-scale" else None
            return not same(expected, _value(question, case), rtol=rtol)
        answers, atol = question.read(self.outcome), self.changed[0].atol
        for j in outputs:
            answer, right = answers[j][0], part_of(expected, question.parts[j])
            # Agreement with zeros means nothing.
            if isinstance(answer, Message) or answer.shape != right.shape or not right.any():
                return False
            if np.shape(atol) not in ((), right.shape):
                return False
            if not close(answer, right, atol=atol).all():
                return False
        return True


def _trials(
    function: Any,
    question: ArrayComparison,
    case: Case,
    original: Outcome,
    among: list[Message] | None,
) -> Iterator[_Trial]:
    """Call an answer in the first call of a case, with changed arguments.

    Args:
        function: The answer.
        question: The definition and the cases.
        case: The case.
        original: The outcome in the case itself.
        among: The remarks to try; None for all of them.

    Yields:
        A trial for each remark.
    """
    changes = [c for c in _changed_cases(question, case) if among is None or c[0] in among]
    outcomes = _called(function, [several[0] for _, several in changes])
    for (remark, several), outcome in zip(changes, outcomes, strict=True):
        yield _Trial(function, remark, several, original, outcome)


def _called(function: Any, cases: Sequence[Case]) -> list[Outcome]:
    """Call an answer as the first calls of these cases do."""
    return first_calls_of(function, cases, time_limit=SECONDS) if cases else []


def _changed_cases(question: ArrayComparison, case: Case) -> list[tuple[Message, list[Case]]]:
    """Change each argument of a case. Return pairs of a remark and the changed cases for it."""
    found = []
    for i, (name, value) in enumerate(zip(question.names, case.arguments, strict=False)):
        changes: dict[Message, list[Any]] = {}
        is_real = isinstance(value, (np.ndarray, float)) and np.asarray(value).dtype.kind == "f"
        if is_real:
            moved = [np.asarray(value) * factor + more for factor, more in MOVES]
            plain = [each if each.ndim else float(each) for each in moved]
            changes[Message("ignores", {"name": name})] = plain
        if is_real and np.size(value) > 1:
            scale = {"name": name, "scale": f"{SCALE:g}"}
            changes[Message("ignores-scale", scale)] = [SCALE * value]
        if isinstance(value, int) and not isinstance(value, bool) and value > 1:
            changes[Message("right-with-one", {"name": name})] = [1]
        before, after = case.arguments[:i], case.arguments[i + 1 :]
        for remark, values in changes.items():
            changed = [replace(case, arguments=(*before, x, *after), then=()) for x in values]
            found.append((remark, changed))
    for key in case.keywords:
        others = {name: value for name, value in case.keywords.items() if name != key}
        without = [replace(case, keywords=others, then=())]
        found.append((Message("ignores", {"name": key}), without))
        found.append((Message("right-without", {"name": key}), without))
    return sorted(found, key=lambda change: ORDER.index(change[0].id))


def _value(question: ArrayComparison, case: Case) -> Any:
    """Return the definition's value for a case; None if it raises."""
    try:
        return next(case.follow(question.definition))
    except Exception:  # changed arguments may not fit together
        return None


def _is_alike(original: Outcome, outcome: Outcome, within: float) -> bool:
    """Check whether two outcomes are alike, up to the tolerance `within`."""
    if original.error is not None or not within:
        return original.error is None and same(outcome.value, original.value, nan=False)
    one, other = as_array(outcome.value), as_array(original.value)
    if one is None or other is None or one.shape != other.shape:
        return False
    with np.errstate(all="ignore"):
        return np.allclose(one, other, within, within)
