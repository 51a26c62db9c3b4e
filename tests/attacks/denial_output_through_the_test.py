"""Answers with a name of forty million letters, which the visible test shows.

Must happen: what a test shows of an answer is output, and has its limit.
"""

ANSWERS = {
    "q3_total": "def total(values):\n    raise ValueError('x' * 40_000_000)",
    "q4_kinds": 'kinds = {"x" * 40_000_000: 1}',
}
