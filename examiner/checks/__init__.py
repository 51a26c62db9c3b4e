"""What an answer is checked against. Each check takes an answer and returns a `Verdict`."""

from __future__ import annotations

from ..findings import of_arrays, of_counts, of_derivations, of_others  # noqa: F401 - sentences
from ..findings.finding import WHOLE, Finding
from .array_answers.arrays import FromOwn as from_own
from .array_answers.arrays import arrays
from .array_answers.cases import Case, case, derivative_of
from .array_answers.cases import Previous as previous
from .calls import ask
from .choices import choices
from .counts.counting import cost, polynomial
from .counts.ledger import ledger
from .derivations.comparing import World
from .derivations.derivation import derivation
from .derivations.steps import Fact, Problem, Together
from .edits import Reference
from .growth import growth
from .properties import Property, properties, unequal
from .resources import resources
from .verdict import Verdict
from .worth import Checks as worth

__all__ = [
    "WHOLE",
    "Case",
    "Fact",
    "Finding",
    "Problem",
    "Property",
    "Reference",
    "Together",
    "Verdict",
    "World",
    "arrays",
    "ask",
    "case",
    "choices",
    "cost",
    "derivation",
    "derivative_of",
    "from_own",
    "growth",
    "ledger",
    "polynomial",
    "previous",
    "properties",
    "resources",
    "unequal",
    "worth",
]
