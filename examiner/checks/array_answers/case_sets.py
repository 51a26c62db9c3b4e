"""Case sets: the cases of a check, with everything on them that no student's answer changes.

Many submissions meet the same case set. Its right values, its mutants and their combinations are
therefore computed once, and an answer is only compared with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..reference_code import combined_mutant
from .cases import Case
from .entries import ArrayComparison
from .generic import swapped_argument_mutants
from .mutants import Mutant, Values

FIXED = -1  # the seed of cases that are not drawn
MAX_SETS = 6  # case sets that one check remembers
Cases = Mapping[str, Case]


@dataclass(eq=False)
class CaseSet:
    """A case set.

    Attributes:
        cases: Name -> case.
        question: The definition and the cases.
        mutants: The mutants of the question's misconceptions.
        given: Name of given code or of an earlier answer -> its values.
    """

    cases: Cases
    question: ArrayComparison
    mutants: Sequence[Mutant]
    given: Mapping[str, Values]
    _combined: dict[tuple[int, ...], Mutant | None] = field(default_factory=dict)

    @cached_property
    def swapped(self) -> Sequence[Mutant]:
        """The mutants with two arguments swapped."""
        return [*swapped_argument_mutants(self.question)]

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(mutant): number for number, mutant in enumerate(self.mutants)}

    def combine(self, several: Sequence[Mutant]) -> Mutant | None:
        """Combine mutants of one reference answer.

        Args:
            several: The mutants: of this case set, or made with a student's earlier answers.

        Returns:
            The mutant with all their mutations; None if these don't fit together.
        """
        numbers = tuple(self._numbers.get(id(mutant), -1) for mutant in several)
        if -1 in numbers:  # it rests on a student's answer
            return self._new_combination(several)
        if numbers not in self._combined:
            self._combined[numbers] = self._new_combination(several)
        return self._combined[numbers]

    def _new_combination(self, several: Sequence[Mutant]) -> Mutant | None:
        definition = combined_mutant([mutant.definition for mutant in several])
        if definition is None:
            return None
        errors = [error for mutant in several for error in mutant.errors]
        return Mutant.of(errors, definition, self.question.cases, by_question=True)


class CaseSets:
    """The case sets that a check remembers: the last ones that it used.

    Args:
        make: Makes the case set of a seed.
    """

    def __init__(self, make: Callable[[int], CaseSet]) -> None:
        self._make = make
        self._sets: dict[int, CaseSet] = {}

    def of(self, seed: int) -> CaseSet:
        """Return the case set of a seed."""
        found = self._sets.pop(seed, None) or self._make(seed)
        if len(self._sets) >= MAX_SETS:
            del self._sets[next(iter(self._sets))]  # the one that was not used for longest
        self._sets[seed] = found
        return found
