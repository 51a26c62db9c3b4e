'''Answers with what only the wire has, or holds: functions, modules, classes and exceptions, alone,
in lists, as keys, and a function where a check compares or calls.

Must happen: none of them is a number, an option or an array, and no check calls what it was given.
'''

ANSWER = '''
import math


def area(n):
    return (area, math, type(n), ValueError(3 * n * n + 2 * n), lambda: 3 * n * n + 2 * n)[n % 5]
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    return [rows.mean, np, means][: len(rows)] or {means: rows}",
    "q3_total": "def total(values):\n    return sum",
    "q4_kinds": "kinds = {'apple': {str, 'neither'}, 'leek': (lambda: 'vegetable'), print: math}",
}
