"""Loops for ever when it is called, and swallows every exception that would stop it.

Must happen: the process is killed at the deadline; a fresh one examines the next question.
"""

ANSWER = '''
def area(n):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
'''
