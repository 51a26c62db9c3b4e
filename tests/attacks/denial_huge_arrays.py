"""Answers with arrays whose shapes are huge though they hold nothing, or that broadcast to it all.

Must happen: shapes are compared before anything is computed with them.
"""

ANSWERS = {
    "q2_means": "def means(rows):\n    return np.zeros((2**20, 0, 2**10))",
    "q3_total": "def total(values):\n    return np.zeros((10**6, 1, 1))",
}
