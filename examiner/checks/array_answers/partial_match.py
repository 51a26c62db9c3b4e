"""Asking a wrong answer again: which argument does it ignore, and where is it right?

The answer is called at changed arguments beside the definition, once, and only where nothing else
explains what is wrong. Only what holds in every case that is wrong is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...findings.diagnosis import Message
from ..calls import Outcome, as_array, ask
from ..tolerances import EXACT, RTOL_AGAIN, close
from .cases import Case, same
from .entries import ArrayComparison, Place, part_of

SECONDS = 1.0  # for the calls of a case
SCALE = 7.0
# By a factor, and a number added. What uses the sign only, say, sees a large change at last.
MOVES = ((1.25, 0.125), (8.0, 8.0), (-1.0, 0.0))
FIRST_SAID = ("ignores", "ignores-scale", "right-without", "right-with-one")


def where_right(
    function: Any,
    question: ArrayComparison,
    wrong: set[Place],
    outcomes: Sequence[Sequence[Outcome]],
) -> Message | None:
    """What is said of an answer that is wrong in these places; None if there is nothing, or if a
    case where it is right speaks against it. One that hangs isn't asked again."""
    for outcome in (outcome for each in outcomes for outcome in each):
        # true or false doesn't change with much
        if isinstance(outcome.error, TimeoutError) or isinstance(outcome.value, (bool, np.bool_)):
            return None
    cases, outputs = question.cases, {place[2] for place in wrong}
    usual = [i for i, case in enumerate(cases) if not case.seconds]
    numbers = [i for i in usual if i in {place[0] for place in wrong}]
    found: list[Message] | None = None
    for i in numbers:
        changes = _asked(function, question, cases[i], found)
        found = [each.remark for each in changes if each.holds(question, cases[i], outputs)]
        if not found:
            return None
    remarks = found or []
    for i in usual if remarks else ():
        if i not in numbers:
            changes = _asked(function, question, cases[i], remarks)
            contradicted = [each.remark for each in changes if each.is_contradicted]
            remarks = [remark for remark in remarks if remark not in contradicted]
    return remarks[0] if remarks else None


@dataclass(frozen=True)
class _Change:
    """A case with an argument changed, and what is said if the answer doesn't see that, or is right
    then. usual, outcomes: what it gives for the case itself, and for the changed ones."""

    remark: Message
    changed: list[Case]
    usual: Outcome
    outcomes: list[Outcome]

    @property
    def is_ignored(self) -> bool:
        within = EXACT if self.remark.id == "ignores-scale" else 0.0
        outcomes = self.outcomes[:1] if within else self.outcomes
        alike = (_is_alike(self.usual, o, within) for o in outcomes if o.error is None)
        return all(alike)

    @property
    def is_contradicted(self) -> bool:
        """Whether an answer that is right in this case speaks against it: right "only with"
        something special, it is right with another; or it depends on an argument."""
        seen = self.remark.id == "ignores" and not self.is_ignored
        return seen or self.remark.id == "right-with-one"

    def holds(self, question: ArrayComparison, case: Case, outputs: set[int]) -> bool:
        expected, outcome = _values(question, self.changed[0]), self.outcomes[0]
        if expected is None or outcome.error is not None:
            return False
        if self.remark.id == "ignores":
            return self.is_ignored and not same(expected, _values(question, case))
        if self.remark.id == "ignores-scale":
            here = _values(question, case)
            return self.is_ignored and not same(expected, here, rtol=RTOL_AGAIN)
        answers, atol = question.read(outcome), self.changed[0].atol
        for j in outputs:
            answer, right = answers[j][0], part_of(expected, question.parts[j])
            if isinstance(answer, Message) or answer.shape != right.shape or not right.any():
                return False
            if np.shape(atol) not in ((), right.shape):
                return False  # nor is it right where the right one is zero
            if not close(answer, right, atol=atol).all():
                return False
        return True


def _asked(
    function: Any, question: ArrayComparison, case: Case, among: list[Message] | None
) -> Iterator[_Change]:
    """What the answer does in the first call of a case, and with its arguments changed; `among`
    which remarks that is looked at."""
    changes = [c for c in _changes(question, case) if among is None or c[0] in among]
    asked = [case, *(changed for _, several in changes for changed in several)]
    usual, *outcomes = ask(
        function,
        [each.arguments for each in asked],
        keywords=[each.keywords for each in asked],
        time_limit=SECONDS,
    )
    found = iter(outcomes)
    for remark, several in changes:
        yield _Change(remark, several, usual, [next(found) for _ in several])


def _changes(question: ArrayComparison, case: Case) -> list[tuple[Message, list[Case]]]:
    """The case with changed arguments, by what is said if the answer doesn't see these, or is right
    then.
    """
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
    return sorted(found, key=lambda change: FIRST_SAID.index(change[0].id))


def _values(question: ArrayComparison, case: Case) -> Any:
    """What the definition gives; None where it can't be asked."""
    try:
        return next(case.follow(question.definition))
    except Exception:  # a length that doesn't fit, for one
        return None


def _is_alike(usual: Outcome, outcome: Outcome, within: float) -> bool:
    """Whether a changed argument shows nowhere in an answer, but for rounding `within` this."""
    if usual.error is not None or not within:
        return usual.error is None and same(outcome.value, usual.value, nan=False)
    one, other = as_array(outcome.value), as_array(usual.value)
    if one is None or other is None or one.shape != other.shape:
        return False
    with np.errstate(all="ignore"):
        return np.allclose(one, other, within, within)
