"""The lines of a ledger that weren't asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...detail import diagnosis
from ..calls import describe_value
from ..polynomials import Polynomial
from ..verdict import Finding, Verdict
from .probe import NotCounted, Probe, whole_number

MAX_OTHERS = 5  # lines that are looked at


@dataclass(frozen=True)
class Others:
    """Lines that a ledger has beside those of the table.

    charged: the counts of those that would be added to a total.
    free: the names of the others: notes, zeros, the sum of the ledger.
    in_place: how many stand in the place of lines that are missing.
    """

    charged: Mapping[str, Polynomial]
    free: Sequence[str]
    in_place: int

    def findings(self, known: Mapping[Polynomial, str], share: float) -> Iterator[Finding]:
        """What is said of them. Together they cost one line's share, unless they stand in the place
        of missing ones.

        known: formula -> what is wrong with such a line.
        """
        if self.free:
            names = ", ".join(map(_quoted, self.free[:MAX_OTHERS]))
            yield Finding("other lines", f"not asked for, not counted: {names}", passed=True)
        cost = -share if len(self.charged) > self.in_place else 0.0
        for name, count in self.charged.items():
            why = known.get(count, "the table has no such line")
            message = f"{_quoted(name)} is charged{diagnosis(f': {why}')}"
            yield Finding("other lines", message, cost)
            cost = 0.0


def others_of(books: Sequence[Mapping], asked: Mapping[str, Verdict], probe: Probe) -> Others:
    """The lines in these books, one for each point, that weren't asked for.

    asked: the verdicts on the lines that were.
    """
    names = other_names(books, asked)
    missing = sum(line not in books[0] for line in asked)
    sums = _sums(books, list(asked), probe)
    charged, free = {}, []
    for name in names[:MAX_OTHERS]:
        counts = _counts(books, name, probe)
        count = counts and any(counts) and counts != sums and probe.recover(counts)
        if count and isinstance(name, str):
            charged[name] = count
        else:
            free.append(name if isinstance(name, str) else describe_value(name))
    return Others(charged, sorted(free), missing)


def other_names(books: Sequence[Mapping], asked: Collection[str]) -> list[Any]:
    return [name for name in books[0] if name not in asked]


def _counts(books: Sequence[Mapping], name: Any, probe: Probe) -> list[int] | None:
    """What stands in this line at each point; None where one is no count."""
    try:
        return [whole_number(b[name], at) for b, at in zip(books, probe.named, strict=False)]
    except (KeyError, NotCounted):
        return None


def _sums(books: Sequence[Mapping], lines: Sequence[str], probe: Probe) -> list[int] | None:
    columns = [_counts(books, line, probe) for line in lines]
    return None if None in columns else [sum(row) for row in zip(*columns, strict=True)]


def _quoted(name: str) -> str:
    return repr(name[:40])
