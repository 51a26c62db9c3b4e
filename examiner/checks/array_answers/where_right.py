"""Asking a wrong answer again: which argument does it ignore, and where is it right?

The answer is called at changed arguments beside the definition, once, and only where nothing else
explains what is wrong. Only what holds in every case that is wrong is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import Outcome, as_array, ask
from ..tolerances import EXACT, RTOL_AGAIN, close
from .cases import Case, is_real, same
from .entries import Question, part_of

SECONDS = 1.0  # for the calls of a case
SCALE = 7.0
# By a factor, and a number added. What uses the sign only, say, sees a large change at last.
MOVES = ((1.25, 0.125), (8.0, 8.0), (-1.0, 0.0))
FIRST_SAID = ("ignores", "ignores-scale", "right-without", "right-with-one")

Changes = list[tuple[Says, list[Case]]]


@dataclass(frozen=True)
class Asked:
    """A function to ask, and what it is compared with."""

    function: Any
    question: Question

    def where_right(self, wrong: Sequence[int], outputs: set[int]) -> Says | None:
        """What is said of an answer that is wrong in these cases, in these outputs; None if there
        is nothing, or if a case where it is right speaks against it.
        """
        remarks: list[Says] | None = None
        for i in wrong:
            remarks = self._remarks(self.question.cases[i], outputs, remarks)
            if not remarks:
                return None
        for i, case in enumerate(self.question.cases):
            if remarks and i not in wrong and not case.seconds:
                remarks = self._not_contradicted(case, remarks)
        return remarks[0] if remarks else None

    def _remarks(self, case: Case, outputs: set[int], among: list[Says] | None) -> list[Says]:
        """What holds of the answer to one case; of those `among` which it is sought."""
        usual, changes = self._ask(case, among)
        here, found = self._values(case), []
        for remark, changed, outcomes in changes:
            expected = self._values(changed)
            if expected is None or outcomes[0].error is not None:
                continue
            if remark.id == "ignores":
                holds = all(_is_alike(usual, each) for each in outcomes if each.error is None)
                holds = holds and not same(expected, here)
            elif remark.id == "ignores-scale":
                holds = _is_alike(usual, outcomes[0], EXACT)
                holds = holds and not same(expected, here, rtol=RTOL_AGAIN)
            else:
                holds = self._is_right(outcomes[0], expected, outputs, changed.atol)
            found += [remark] if holds else []
        return found

    def _not_contradicted(self, case: Case, remarks: list[Says]) -> list[Says]:
        """The remarks that a case where the answer is right doesn't speak against: right "only
        with" something special, it is right with another; or it depends on an argument.
        """
        usual, changes = self._ask(case, remarks)
        contradicted = [
            remark
            for remark, _, outcomes in changes
            if remark.id == "right-with-one"
            or (
                remark.id == "ignores"
                and not all(_is_alike(usual, each) for each in outcomes if each.error is None)
            )
        ]
        return [remark for remark in remarks if remark not in contradicted]

    def _ask(
        self, case: Case, among: list[Says] | None
    ) -> tuple[Outcome, list[tuple[Says, Case, list[Outcome]]]]:
        """What the answer does in the first call of a case, and with its arguments changed: of each
        remark the first change, and what becomes of all.
        """
        changes = [each for each in self._changes(case) if among is None or each[0] in among]
        asked = [case, *(changed for _, several in changes for changed in several)]
        usual, *outcomes = ask(
            self.function,
            [each.arguments for each in asked],
            keywords=[each.keywords for each in asked],
            time_limit=SECONDS,
        )
        found = iter(outcomes)
        return usual, [(what, some[0], [next(found) for _ in some]) for what, some in changes]

    def _changes(self, case: Case) -> Changes:
        """The case with changed arguments, by what is said if the answer doesn't see these, or is
        right then.
        """
        found = [*self._changed_arguments(case)]
        for key in case.keywords:
            others = {name: value for name, value in case.keywords.items() if name != key}
            without = [replace(case, keywords=others, then=())]
            found.append((Says("ignores", {"name": key}), without))
            found.append((Says("right-without", {"name": key}), without))
        return sorted(found, key=lambda change: FIRST_SAID.index(change[0].id))

    def _changed_arguments(self, case: Case) -> Iterator[tuple[Says, list[Case]]]:
        for i, (name, value) in enumerate(zip(self.question.names, case.arguments, strict=False)):
            changes: dict[Says, list[Any]] = {}
            if is_real(value):
                moved = [np.asarray(value) * factor + more for factor, more in MOVES]
                plain = [each if each.ndim else float(each) for each in moved]
                changes[Says("ignores", {"name": name})] = plain
            if is_real(value) and np.size(value) > 1:
                scale = {"name": name, "scale": f"{SCALE:g}"}
                changes[Says("ignores-scale", scale)] = [SCALE * value]
            if isinstance(value, int) and not isinstance(value, bool) and value > 1:
                changes[Says("right-with-one", {"name": name})] = [1]
            for remark, values in changes.items():
                before, after = case.arguments[:i], case.arguments[i + 1 :]
                changed = [replace(case, arguments=(*before, x, *after), then=()) for x in values]
                yield remark, changed

    def _values(self, case: Case) -> Any:
        """What the definition gives; None where it can't be asked."""
        try:
            return next(case.follow(self.question.definition))
        except Exception:  # a length that doesn't fit, for one
            return None

    def _is_right(self, outcome: Outcome, expected: Any, outputs: set[int], atol: Any) -> bool:
        """Whether an answer is right in these outputs, and not trivially so: the right one is not
        zero.
        """
        answers = self.question.layout.read(outcome)
        for j in outputs:
            answer, right = answers[j][0], part_of(expected, self.question.layout.parts[j])
            there = isinstance(answer, np.ndarray) and answer.shape == right.shape and right.any()
            if not there or np.shape(atol) not in ((), right.shape):
                return False
            if not close(answer, right, atol=atol).all():
                return False
        return True


def _is_alike(usual: Outcome, outcome: Outcome, within: float = 0.0) -> bool:
    """Whether a changed argument shows nowhere in an answer, but for rounding `within` this."""
    if usual.error is not None or not within:
        return usual.error is None and same(outcome.value, usual.value, nan=False)
    one, other = as_array(outcome.value), as_array(usual.value)
    if one is None or other is None or one.shape != other.shape:
        return False
    with np.errstate(all="ignore"):
        return np.allclose(one, other, within, within)
