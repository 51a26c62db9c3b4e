"""Asking a wrong answer again: which argument does it ignore, and where is it right?

The answer is called at changed arguments beside the definition, once, and only where nothing else
explains what is wrong. Only what holds in every case that is wrong is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import Outcome, as_array, ask
from ..tolerances import EXACT, RTOL_AGAIN, close
from .cases import Case, Definition, is_real, same
from .entries import Layout, part_of

MAX_CHANGES = 40  # of the arguments of a case
SECONDS = 1.0  # for the calls of a case
SCALE = 7.0
MOVED = (1.25, 0.125)  # a factor, and a number added: a small change of an argument,
FAR = ((8.0, 8.0), (-1.0, 0.0))  # and larger ones of one that seems to be ignored


@dataclass(frozen=True)
class Asked:
    """A function to ask, and the definition that it is compared with.

    cases: those at which it was asked first. names: of their arguments.
    """

    function: Any
    definition: Definition
    cases: Sequence[Case]
    layout: Layout
    names: Sequence[str]

    def where_right(self, wrong: Sequence[int], outputs: set[int]) -> Says | None:
        """What is said of an answer that is wrong in these cases, in these outputs; None if there
        is nothing, or if a case where it is right speaks against it.
        """
        remarks: list[Says] | None = None
        for i in wrong:
            remarks = self._remarks(self.cases[i], outputs, remarks)
            if not remarks:
                return None
        for i, case in enumerate(self.cases):
            if remarks and i not in wrong and not case.seconds:
                remarks = self._not_contradicted(case, remarks)
        without = [each.facts["names"][0] for each in remarks or () if each.id == "right-without"]
        if len(without) > 1:
            return Says("right-without", {"names": without})
        return remarks[0] if remarks else None

    def _remarks(self, case: Case, outputs: set[int], among: list[Says] | None) -> list[Says]:
        """What holds of the answer to one case; of those `among` which it is sought."""
        changes = [c for c in self._changes(case) if among is None or c[0] in among]
        usual, *outcomes = self._ask(case, *(changed for _, changed in changes))
        here, found = self._values(case), []
        for (remark, changed), outcome in zip(changes, outcomes, strict=True):
            expected = self._values(changed)
            if expected is None or outcome.error is not None:
                continue
            if remark.id == "ignores":
                holds = _is_alike(usual, outcome) and not same(expected, here)
                holds = holds and self._stays_ignored(case, remark, usual)
            elif remark.id == "ignores-scale":
                holds = _is_alike(usual, outcome, EXACT)
                holds = holds and not same(expected, here, rtol=RTOL_AGAIN)
            else:
                holds = self._is_right(outcome, expected, outputs, changed.atol)
            found += [remark] if holds else []
        return found

    def _not_contradicted(self, case: Case, remarks: Sequence[Says]) -> list[Says]:
        """The remarks that a case where the answer is right doesn't speak against: right "only
        with" something special, it is right with another; or it depends on an argument.
        """
        changes = [c for c in self._changes(case) if c[0] in remarks]
        usual, *outcomes = self._ask(case, *(changed for _, changed in changes))
        contradicted = [
            remark
            for (remark, _), outcome in zip(changes, outcomes, strict=True)
            if remark.id == "right-with-one"
            or (remark.id == "ignores" and outcome.error is None and not _is_alike(usual, outcome))
        ]
        return [remark for remark in remarks if remark not in contradicted]

    def _changes(self, case: Case) -> list[tuple[Says, Case]]:
        """The case with changed arguments, and what is said if the answer doesn't see it, or is
        right then.
        """
        found = [
            *self._moved(case, MOVED),
            *self._each(case, "ignores-scale", _is_array, lambda value: SCALE * value, scale=SCALE),
            *self._without(case, lambda key: Says("right-without", {"names": [key]})),
            *self._each(case, "right-with-one", _is_count, lambda value: 1),
        ]
        return [
            (remark, changed)
            for remark, changed in found
            if changed.keywords is not case.keywords or not same(changed.arguments, case.arguments)
        ][:MAX_CHANGES]

    def _moved(self, case: Case, by: tuple[float, float]) -> Iterator[tuple[Says, Case]]:
        """Each argument changed alone: by a factor, and a number added."""

        def moved(value: Any) -> Any:
            changed = np.asarray(value) * by[0] + by[1]
            return changed if changed.ndim else float(changed)

        yield from self._each(case, "ignores", is_real, moved)
        yield from self._without(case, lambda key: Says("ignores", {"name": key}))

    def _each(
        self,
        case: Case,
        remark: str,
        fits: Callable[[Any], bool],
        change: Callable[[Any], Any],
        **facts: Any,
    ) -> Iterator[tuple[Says, Case]]:
        for i, value in enumerate(case.arguments):
            if fits(value):
                arguments = (*case.arguments[:i], change(value), *case.arguments[i + 1 :])
                says = Says(remark, {"name": self.names[i], **facts})
                yield says, replace(case, arguments=arguments, then=())

    def _without(self, case: Case, remark: Callable[[str], Says]) -> Iterator[tuple[Says, Case]]:
        for key in case.keywords:
            others = {name: value for name, value in case.keywords.items() if name != key}
            yield remark(key), replace(case, keywords=others, then=())

    def _stays_ignored(self, case: Case, remark: Says, usual: Outcome) -> bool:
        """Whether larger changes show as little: what uses the sign only, say, is no function of
        nothing.
        """
        changes = [c for far in FAR for says, c in self._moved(case, far) if says == remark]
        outcomes = self._ask(*changes)
        return all(_is_alike(usual, each) for each in outcomes if each.error is None)

    def _ask(self, *cases: Case) -> list[Outcome]:
        """What the answer does in the first call of each case."""
        return ask(
            self.function,
            [case.arguments for case in cases],
            keywords=[case.keywords for case in cases],
            time_limit=SECONDS,
        )

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
            there = isinstance(answer, np.ndarray) and answer.shape == right.shape and right.any()
            if not there or np.shape(atol) not in ((), right.shape):
                return False
            if not close(answer, right, atol=atol).all():
                return False
        return True


def _is_alike(usual: Outcome, outcome: Outcome, within: float = 0.0) -> bool:
    """Whether a changed argument shows nowhere in an answer, but for rounding `within` this."""
    if usual.error is not None:
        return False
    if not within:
        return same(outcome.value, usual.value, nan=False)
    one, other = as_array(outcome.value), as_array(usual.value)
    if one is None or other is None or one.shape != other.shape:
        return False
    with np.errstate(all="ignore"):
        return np.allclose(one, other, within, within)


def _is_array(value: Any) -> bool:
    return is_real(value) and isinstance(value, np.ndarray) and value.size > 1


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 1
