"""What an answer is held against. Each check takes an answer and returns a `Verdict`."""

from __future__ import annotations

from .arrays import arrays, case
from .choices import choices
from .counting import flops, ledger, polynomial
from .derivation import derivation
from .derivative import derivative
from .laws import law, laws, resources, unequal
from .verdict import Finding, Verdict

__all__ = [
    "Finding",
    "Verdict",
    "arrays",
    "case",
    "choices",
    "derivation",
    "derivative",
    "flops",
    "law",
    "laws",
    "ledger",
    "polynomial",
    "resources",
    "unequal",
]
