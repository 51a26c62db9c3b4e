"""Asking a wrong answer again: where is it right, and which argument does it ignore?

The answer is called at changed arguments beside the definition, once, and only where nothing else
explains what is wrong. Only what holds in every case that is wrong is said.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..calls import Outcome, as_array, ask
from ..tolerances import EXACT, RTOL_AGAIN, close
from .cases import Case, Definition, same
from .changed_arguments import FAR, IGNORED, ONLY, SCALED, WHERE, WITHOUT, ignored, scaled, special
from .entries import Layout, part_of

MAX_CHANGES = 40  # of the arguments of a case
SECONDS = 1.0  # for the calls of a case


class Question:
    """A function to ask, and the definition that it is compared with.

    cases: those at which it was asked first.
    mistakes: what else may be answered. Arguments at which most of these are right tell nothing of
        an answer that is.
    deep: whether the arguments enter a long computation. Then what is right where one of them is
        special tells a student nothing, and only those that are ignored are sought.
    """

    def __init__(
        self,
        function: Any,
        definition: Definition,
        cases: Sequence[Case],
        layout: Layout,
        deep: bool = False,
        mistakes: Sequence[Definition] = (),
    ) -> None:
        self.function, self.definition, self.mistakes = function, definition, mistakes
        self.cases, self.layout, self.deep = cases, layout, deep
        self._right_too: dict[str, int] = {}  # where an answer is right -> mistakes that are, too
        self.names = _names_of(definition, max(len(case.arguments) for case in cases))

    def where_right(self, wrong: Sequence[int], outputs: set[int]) -> str:
        """A remark on an answer that is wrong in some cases: where it is right, or which argument
        it ignores; "" if there is none, or if a case where it is right speaks against it.

        wrong: the numbers of the cases. outputs: the numbers of those that are wrong.
        """
        labels: list[str] | None = None
        for i in wrong:
            labels = self._remarks(self.cases[i], outputs, labels)
            if not labels:
                return ""
        for i, case in enumerate(self.cases):
            if labels and i not in wrong and not case.seconds:
                labels = self._not_contradicted(case, labels)
        without = [label for label in labels or () if label.startswith(WITHOUT)]
        if len(without) > 1:
            either = " and ".join(label.removeprefix(WITHOUT) for label in without)
            only_one = f"it is right with only one of {either}, and wrong with both"
            lost = self._has_no_effect([self.cases[i] for i in wrong], without, outputs)
            return f"{only_one}: one replaces the other" if lost else only_one
        telling = [label for label in labels or () if label.startswith(WHERE)]
        if labels and labels[0] in telling:
            return min(telling, key=lambda label: self._right_too[label])
        return labels[0] if labels else ""

    def _has_no_effect(
        self, cases: Sequence[Case], without: Sequence[str], outputs: set[int]
    ) -> bool:
        """Whether the answer to all cases is what is right without one and the same of these."""
        for label in without:
            changes = [(case, dict(self._changes(case))[label]) for case in cases]
            if all(
                self._is_right(self._ask(case)[0], self._values(changed), outputs, case.atol)
                for case, changed in changes
            ):
                return True
        return False

    def _not_contradicted(self, case: Case, labels: Sequence[str]) -> list[str]:
        """The remarks that a case where the answer is right doesn't speak against: right "only
        where" something is special, it is right where that isn't; or it depends on an argument.
        """
        changes = [c for c in self._changes(case) if c[0] in labels]
        contradicted = {label for label, _ in changes if label.startswith(ONLY)}
        ignored = [(label, changed) for label, changed in changes if label.startswith(IGNORED)]
        usual, *outcomes = self._ask(case, *(changed for _, changed in ignored))
        for (label, _), outcome in zip(ignored, outcomes, strict=True):
            if outcome.error is None and not self._is_ignored(usual, outcome):
                contradicted.add(label)
        return [label for label in labels if label not in contradicted]

    def _remarks(self, case: Case, outputs: set[int], among: list[str] | None) -> list[str]:
        """The remarks that hold of the answer to one case; of those `among` which one is sought."""
        changes = [c for c in self._changes(case) if among is None or c[0] in among]
        usual, *outcomes = self._ask(case, *(changed for _, changed in changes))
        here = self._values(case)
        found = []
        for (label, changed), outcome in zip(changes, outcomes, strict=True):
            expected = self._values(changed)
            if expected is None or outcome.error is not None:
                continue
            if label.startswith(IGNORED):
                holds = self._is_ignored(usual, outcome) and not same(expected, here)
                holds = holds and self._stays_ignored(case, label, usual)
            elif label.startswith(SCALED):
                holds = self._is_scaled_away(usual, outcome) and not same(
                    expected, here, rtol=RTOL_AGAIN
                )
            else:
                holds = self._is_right(outcome, expected, outputs, changed.atol)
                if holds and label.startswith(WHERE):
                    self._right_too[label] = self._mistakes_right(changed, outputs)
                    holds = 2 * self._right_too[label] <= len(self.mistakes)
            found += [label] if holds else []
        return found

    def _ask(self, *cases: Case) -> list[Outcome]:
        """What the answer does in the first call of each case."""
        return ask(
            self.function,
            [case.arguments for case in cases],
            keywords=[case.keywords for case in cases],
            time_limit=SECONDS,
        )

    @staticmethod
    def _is_ignored(usual: Outcome, outcome: Outcome) -> bool:
        return usual.error is None and same(outcome.value, usual.value, nan=False)

    @staticmethod
    def _is_scaled_away(usual: Outcome, outcome: Outcome) -> bool:
        """Whether an answer is the same but for rounding."""
        numbers = as_array(outcome.value), as_array(usual.value)
        if usual.error is not None or any(each is None for each in numbers):
            return False
        one, other = numbers
        with np.errstate(all="ignore"):
            return one.shape == other.shape and np.allclose(one, other, EXACT, EXACT)

    def _mistakes_right(self, case: Case, outputs: set[int]) -> int:
        """How much of what else may be answered is right here, too."""
        expected = self._values(case)
        return sum(self._right_here(each, case, expected, outputs) for each in self.mistakes)

    def _right_here(
        self, mistake: Definition, case: Case, expected: Any, outputs: set[int]
    ) -> bool:
        try:
            value = next(case.follow(mistake))
        except Exception:  # as in `_values`
            return False
        return self._is_right(Outcome(value), expected, outputs, case.atol)

    def _stays_ignored(self, case: Case, label: str, usual: Outcome) -> bool:
        """Whether larger changes show as little: what uses the sign only, say, is no function of
        nothing.
        """
        changes = (
            replace(case, arguments=tuple(arguments), keywords=keywords)
            for far in FAR
            for text, arguments, keywords in ignored(case, self.names, far)
            if text == label
        )
        outcomes = self._ask(*changes)
        return all(self._is_ignored(usual, each) for each in outcomes if each.error is None)

    def _changes(self, case: Case) -> list[tuple[str, Case]]:
        """The case with changed arguments."""
        found = []
        worlds = () if self.deep else special(case, self.names)
        changes = (*ignored(case, self.names), *scaled(case, self.names), *worlds)
        for label, arguments, keywords in changes:
            if keywords is not case.keywords or not same(arguments, case.arguments):
                changed = replace(case, arguments=tuple(arguments), keywords=keywords, then=())
                found.append((label, changed))
        return found[:MAX_CHANGES]

    def _values(self, case: Case) -> Any:
        """What the definition gives; None where it can't be asked."""
        try:
            return next(case.follow(self.definition))
        except Exception:  # a length that doesn't fit, for one
            return None

    def _is_right(self, outcome: Outcome, expected: Any, outputs: set[int], atol: Any) -> bool:
        """Whether an answer is right in these outputs, and not trivially so: the right one is not
        zero.
        """
        answers = self.layout.read(outcome)
        for j in outputs:
            answer, right = answers[j][0], part_of(expected, self.layout.parts[j])
            if isinstance(answer, str) or answer.shape != right.shape or not right.any():
                return False
            if np.shape(atol) not in ((), right.shape) or not close(answer, right, atol=atol).all():
                return False
        return True


def _names_of(definition: Definition, count: int) -> list[str]:
    """The names of a definition's arguments; "argument 1", … where it doesn't say."""
    parameters = list(inspect.signature(definition).parameters.values())
    named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return [named[i] if i < len(named) else f"argument {i + 1}" for i in range(count)]
