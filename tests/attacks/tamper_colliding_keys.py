"""Answers with dictionaries whose keys collide, or are huge, or are no keys at all.

Must happen: they are refused, or read in no time.
"""

ANSWER = '''
def area(n):
    return {i * (2**61 - 1): 0 for i in range(100_000)}
'''
ANSWERS = {
    "q3_total": "def total(values):\n    return {float('nan'): i for i in range(20_000)}",
    "q4_kinds": "kinds = {10**5000: 1, 'apple': 10**5000, 'leek': {(): {(): {}}}, (1, (2,)): None}",
}
