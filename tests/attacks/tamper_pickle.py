"""Answers with objects that run code when they are unpickled, deep-copied, hashed or formatted.

Must happen: nothing is pickled; what has no plain form is not sent.
"""

ANSWER = '''
class Runs:
    def __reduce__(self):
        return open, ("@OUTSIDE@/ran", "w")
    def __deepcopy__(self, memo): open("@OUTSIDE@/ran", "w")
    __hash__ = lambda self: open("@OUTSIDE@/ran", "w") and 1


class Text(str):
    __reduce__ = Runs.__reduce__
    def encode(self, *_): return b"x"


def area(n):
    return Runs()
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    return np.array([Runs()] * len(rows))",
    "q3_total": "def total(values):\n    return Text('3')",
    "q4_kinds": "kinds = {'apple': Runs(), Text('leek'): Text('vegetable!')}",
}
