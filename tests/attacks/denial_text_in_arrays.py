"""Answers with one long text and many short ones: an array gives each the room of the longest.

Must happen: what is in a list is looked at before it becomes an array.
"""

LONG = '["x" * 10**6] + [""] * 5000'
ANSWERS = {
    "q2_means": f"def means(rows):\n    return {LONG}",
    "q3_total": f"def total(values):\n    return [{LONG}, {LONG}]",
    "q4_kinds": f"kinds = {LONG}",
}
