"""Answers with thousands of small arrays: to print them would take far too long.

Must happen: a value is shortened before it is printed, or the test that prints it has a limit.
"""

ANSWER = """
import numpy as np


def area(n):
    return [np.zeros(999, np.int8)] * 3_000
"""
ANSWERS = {
    "q3_total": "def total(values):\n    return [np.zeros(999, np.int8)] * 3_000",
    "q4_kinds": 'kinds = {"apple": [np.zeros(999, np.int8)] * 3_000}',
}
