"""What an answer is checked against. Each check takes an answer and returns a `Verdict`."""

from __future__ import annotations

from ..detail import diagnosis, solution
from .arrays import arrays
from .calls import ask
from .cases import Case, case, previous
from .choices import choices
from .counting import cost, flops, polynomial
from .derivation import derivation
from .gradients import derivative_of
from .growth import growth
from .ledger import ledger
from .properties import Property, properties, unequal
from .resources import resources
from .verdict import Finding, Verdict
from .worlds import Fact, Problem, Together, World
from .worth import worth

__all__ = [
    "Case",
    "Fact",
    "Finding",
    "Problem",
    "Property",
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
    "diagnosis",
    "flops",
    "growth",
    "ledger",
    "polynomial",
    "previous",
    "properties",
    "resources",
    "solution",
    "unequal",
    "worth",
]
