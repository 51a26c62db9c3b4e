"""Answers with arrays of truth values, of no numbers and of complex ones.

Must happen: a verdict on each; no check fails because of an answer.
"""

ANSWER = "def area(n):\n    return np.bool_(True)"
ANSWERS = {
    "q2_means": "def means(rows):\n    return np.ones(len(rows), bool)",
    "q4_kinds": 'kinds = {"apple": np.ones(3, bool), b"leek": np.full(2, 1j)}',
}
