"""What an answer is held against. Each check takes an answer and returns a `Verdict`."""

from __future__ import annotations

from .arrays import arrays
from .cases import Case, case, previous
from .choices import choices
from .counting import flops, ledger, polynomial
from .derivation import derivation
from .gradients import derivative_of
from .laws import law, laws, resources, unequal
from .verdict import Finding, Verdict

__all__ = [
    "Case",
    "Finding",
    "Verdict",
    "arrays",
    "case",
    "choices",
    "derivation",
    "derivative_of",
    "flops",
    "law",
    "laws",
    "ledger",
    "polynomial",
    "previous",
    "resources",
    "unequal",
]
