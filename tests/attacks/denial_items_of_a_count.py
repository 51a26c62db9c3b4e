"""In place of a count its "items": texts that stand for numbers of a billion digits, factors whose
product has them, lists of a hundred thousand. In place of means, lists that are compared one by one.

Must happen: no number is made of a text, no product of what is no count; each question has a verdict.
"""

ANSWER = '''
def area(n):
    return (["1e9999999999", "1e-9999999999"], [2**900_000] * 9, [[1] * 999] * 99)[n % 3]
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    return list(range(20_000)) if rows.shape[0] < 5 else [['1e9999999999']]",
    "q3_total": "class Long(int):\n    pass\n\n\ndef total(values):\n    return Long(2**900_000)",
    "q4_kinds": 'kinds = {"apple": ["neither"] * 20_000, "leek": {str(i) for i in range(9000)}}',
}
