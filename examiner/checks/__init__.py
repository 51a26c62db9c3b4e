"""The checks, and everything else that a marking module imports.

A marking module imports only from here. It ends in one `question`: a check, a sum of checks,
`Functions` or `Custom`. The method `grade` of the question returns a `Verdict`.
"""

from __future__ import annotations

from .. import course_modules  # noqa: F401 - makes `problems` importable
from ..findings import array_findings, count_findings, derivation_findings, other_findings  # noqa: F401 - sentences
from ..findings.diagnosis import Message
from ..findings.finding import WHOLE, Finding
from .array_answers.arrays import Accepted, Arrays
from .array_answers.arrays import FromOwn as from_own
from .array_answers.cases import Case, case, derivative_of
from .array_answers.cases import Previous as previous
from .calls import as_array, ask, error_message, in_fresh_process
from .choices import Choices
from .counts.counting import Count
from .counts.ledger import Ledger, OwnLines
from .derivations.comparing import World
from .derivations.derivation import Derivation
from .derivations.steps import Fact, Problem, Together
from .formulas import (
    Formula,
    FormulaLike,
    Product,
    Term,
    formula_of,
    log,
    maximum,
    minimum,
    sizes,
    total,
)
from .grading import GradingContext, carried_forward, draw_seed, message
from .growth import Growth
from .misconceptions import (
    Adds,
    Chosen,
    Misconception,
    Quotient,
    Times,
    convention,
    misconception,
    missed_idea,
)
from .mutations import Mutation, assign, remove, replace, replace_all, returns
from .polynomials import Polynomial
from .properties import AskedAnswer, Properties, Property, unequal
from .question import Check, Custom, Functions, Question
from .reference import Reference
from .resources import Resources
from .tolerances import SIGMAS
from .verdict import Verdict

__all__ = [
    "SIGMAS",
    "WHOLE",
    "Accepted",
    "Adds",
    "Arrays",
    "AskedAnswer",
    "Case",
    "Check",
    "Choices",
    "Chosen",
    "Count",
    "Custom",
    "Derivation",
    "Fact",
    "Finding",
    "Formula",
    "FormulaLike",
    "Functions",
    "GradingContext",
    "Growth",
    "Ledger",
    "Message",
    "Misconception",
    "Mutation",
    "OwnLines",
    "Polynomial",
    "Problem",
    "Product",
    "Properties",
    "Property",
    "Question",
    "Quotient",
    "Reference",
    "Resources",
    "Term",
    "Times",
    "Together",
    "Verdict",
    "World",
    "as_array",
    "ask",
    "assign",
    "carried_forward",
    "case",
    "convention",
    "derivative_of",
    "draw_seed",
    "error_message",
    "formula_of",
    "from_own",
    "in_fresh_process",
    "log",
    "maximum",
    "message",
    "minimum",
    "misconception",
    "missed_idea",
    "previous",
    "remove",
    "replace",
    "replace_all",
    "returns",
    "sizes",
    "total",
    "unequal",
]
