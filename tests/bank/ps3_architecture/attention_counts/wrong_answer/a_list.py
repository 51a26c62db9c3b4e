"""A list of five numbers.

finding: the-ledger: not-expected
"""


def attention_counts(n, d):
    return [3 * d**2, 3 * d, n**2, (n * d) ** 2, n * d]
