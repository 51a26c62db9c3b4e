"""The calls at which an answer is compared with its definition."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .calls import Outcome, ask


@dataclass(frozen=True)
class Previous:
    """Among the arguments of a call: what the call before it returned, or one part of that."""

    part: int | str | None = None

    def of(self, value: Any) -> Any:
        """LookupError or TypeError where there is no such part."""
        return value if self.part is None else value[self.part]


def previous(part: int | str | None = None) -> Any:
    """Stands for what the call before returned: all of it, an entry of the tuple, or of the dict.

    For use in `case(..., then=...)`.
    """
    return Previous(part)


@dataclass(frozen=True)
class Case:
    """One call of the answer, or several in a row.

    then: the argument lists of further calls, in which `previous` stands for outputs.
    weight: its share of the points, relative to the other cases.
    atol: absolute tolerance, a number or one for each entry, where the question pins another than
        the course's; 0 asks for relative precision.
    """

    arguments: tuple
    keywords: Mapping[str, Any] = field(default_factory=dict)
    then: tuple[tuple, ...] = ()
    weight: float = 1.0
    atol: Any = None

    @property
    def calls(self) -> int:
        return 1 + len(self.then)

    def follow(self, definition: Callable[..., Any]) -> Iterator[Any]:
        """What a definition returns, call by call. It gets copies: it may change them in place."""
        arguments, keywords = copy.deepcopy((self.arguments, dict(self.keywords)))
        with np.errstate(all="ignore"):
            value = definition(*arguments, **keywords)
        yield value
        for given in self.then:
            arguments = copy.deepcopy(_filled_in(given, value))
            with np.errstate(all="ignore"):
                value = definition(*arguments)
            yield value


def case(
    *arguments: Any,
    then: Sequence[tuple] = (),
    weight: float = 1.0,
    atol: Any = None,
    **keywords: Any,
) -> Case:
    """The call `answer(*arguments, **keywords)`, as a case, and the calls that follow it.

    A cache that is handed on: `case(x, K, V, then=[(x, previous(1), previous(2)) for x in rest])`.
    """
    return Case(arguments, keywords, tuple(map(tuple, then)), weight, atol)


def _filled_in(arguments: tuple, value: Any) -> tuple:
    return tuple(a.of(value) if isinstance(a, Previous) else a for a in arguments)


def run(function: Any, cases: Sequence[Case], time_limit: float | None) -> list[list[Outcome]]:
    """What the answer did in each call of each case.

    A call that can't be made, since the one before returned nothing that it could be given, ends as
    that one did.
    """
    first = ask(
        function,
        [case.arguments for case in cases],
        keywords=[case.keywords for case in cases],
        time_limit=time_limit,
    )
    return [
        [outcome, *_go_on(function, case, outcome, time_limit)]
        for case, outcome in zip(cases, first, strict=True)
    ]


def _go_on(
    function: Any, case: Case, outcome: Outcome, time_limit: float | None
) -> Iterator[Outcome]:
    for given in case.then:
        try:
            arguments = _filled_in(given, outcome.value)
        except Exception:  # whatever the answer returned is no such tuple or dict
            yield outcome
            continue
        if outcome.error is None:
            (outcome,) = ask(function, [arguments], time_limit=time_limit)
        yield outcome
