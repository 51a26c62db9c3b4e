"""Makes the shell forget errors: a failed test without output looks like a passed one.

Must happen: whether a test failed is seen in the examiner's process.
"""

ANSWER = '''
shell = get_ipython()
for name in ("showtraceback", "showsyntaxerror", "showindentationerror", "_showtraceback"):
    setattr(type(shell), name, lambda *_, **__: None)
    setattr(shell, name, lambda *_, **__: None)
shell.set_custom_exc((BaseException,), lambda *_, **__: None)
import sys
sys.excepthook = lambda *_: None


def area(n):
    return 3 * n * n
'''
