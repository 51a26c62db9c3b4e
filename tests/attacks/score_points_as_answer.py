"""Answers every question with points: numbers, text and floats that nbgrader would read as a mark.

Must happen: points come from the verdict, never from an answer.
"""

ANSWER = "area = 4.0"
ANSWERS = {
    "q2_means": "means = lambda rows: 3.0",
    "q3_total": "total = float('inf')",
    "q4_kinds": "kinds = {'apple': 2.0, 'points': 2.0, 'possible': 2.0}",
}
