"""Answers with things whose description, once a finding repeats it, reads the check's variables.

Must happen: text is text; nothing that arrives is formatted, evaluated or asked for its repr.
"""

ANSWER = '''
class Tells:
    def __repr__(self):
        import sys
        return str(sys._getframe(1).f_locals)
    __str__ = __format__ = lambda self, *_: repr(self)


def area(n):
    raise ValueError("{0} {expected} {key.__globals__} %s %(planted)s $planted {{planted}}", Tells())
'''
ANSWERS = {
    "q3_total": "def total(values):\n    return '{right} %(planted)s'",
    "q4_kinds": "kinds = {'{expected}': '{planted}', 'apple': '%(expected)s', 'leek': Tells()}",
}
