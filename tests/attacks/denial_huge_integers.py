"""Answers with integers of a million digits: to print one takes minutes, to compare costs memory.

Must happen: they are refused, or described without being written out.
"""

ANSWER = '''
def area(n):
    return 10**4999
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    return [10**300_000] * len(rows)",
    "q3_total": "def total(values):\n    return 10**1_000_000",
    "q4_kinds": "kinds = {10**5000: 10**6000, 'apple': 10**300_000}",
}
