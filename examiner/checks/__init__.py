"""What an answer is held against. Each check takes an answer and returns a `Verdict`."""

from __future__ import annotations

from .derivative import derivative
from .polynomial import ledger, polynomial
from .verdict import Finding, Verdict

__all__ = ["Finding", "Verdict", "derivative", "ledger", "polynomial"]
