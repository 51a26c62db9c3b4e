"""The counts of other questions that a check is told of (`others=`), held against their solutions.

Such a formula is a copy: of what another question of the set counts, for answers that count that.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from ..checks import Verdict, flops, polynomial
from ..checks.counts.sizes import items_of, sizes_of
from ..checks.worth import Checks
from ..course import Assignment
from ..wording import did_you_mean

Settings = Mapping[str, Any]
COUNTS = (flops, polynomial)  # with others= of this meaning; that of `properties` is another
STEPS = (0, 5, 11)  # a point for each


@contextmanager
def noted() -> Iterator[list[Settings]]:
    """The settings of the checks that are asked meanwhile."""
    found: list[Settings] = []
    ask = Checks._mark

    def note(self: Checks, check: Callable[..., Verdict], *answer: Any, **settings: Any) -> Verdict:
        if check in COUNTS:
            found.append(settings)
        return ask(self, check, *answer, **settings)

    with mock.patch.object(Checks, "_mark", note):
        yield found


def issues(
    table: Assignment, checks: Sequence[Settings], names: Mapping[str, Any]
) -> Iterator[str]:
    """What is wrong with the `others=` of these checks; in `names` the solutions have run."""
    known = _functions(table)
    for settings in checks:
        for name, formula in (settings.get("others") or {}).items():
            if name not in known:
                yield (
                    f"others= names {name}, which is no question of {table.name} and no function "
                    f"that an answer defines: correct it.{did_you_mean(name, known)} There are "
                    f"{', '.join(known)}."
                )
            elif difference := _difference(formula, names.get(known[name]), settings):
                yield f"others= gives {name} by a formula that {difference}: correct it."


def _functions(table: Assignment) -> dict[str, str]:
    """Question, or function that an answer defines -> the function; "" where there are several."""
    found = {}
    for question in table.questions.values():
        defined = [signature.partition("(")[0] for signature in question.defines]
        found[question.name] = defined[0] if len(defined) == 1 else ""
        found |= {name: name for name in defined}
    return found


def _difference(formula: str, solution: Any, settings: Settings) -> str:
    """Where a formula is not what a solution counts; "" where it is, or where that can't be told:
    the solution is no function of these sizes."""
    sizes = sizes_of(settings["variables"], items_of(settings.get("where")))
    if not callable(solution) or not set(wanted := _parameters(solution)) <= set(sizes.arguments):
        return ""
    for step in STEPS:
        point = [2 + (7 * place + step) % 19 for place in range(len(sizes.names))]
        given = dict(zip(sizes.arguments, sizes.arguments_at(point), strict=True))
        try:
            right = solution(**{name: given[name] for name in wanted})
        except Exception:  # its own test says so
            return ""
        if (count := sizes.formula(formula)(*point)) != right:
            at = ", ".join(f"{name}={number}" for name, number in given.items())
            return f"is {count} at {at}, where the solution gives {right}"
    return ""


def _parameters(solution: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(solution).parameters)
