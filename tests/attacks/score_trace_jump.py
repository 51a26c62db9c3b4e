"""Sets a trace function that jumps over the lines of a test.

Must happen: it traces only the student's process.
"""

ANSWER = '''
import sys
import threading


def jump(frame, event, argument):
    if event == "line" and "assert" in frame.f_code.co_names:
        frame.f_lineno += 1
    return jump


sys.settrace(jump)
threading.settrace(jump)
sys.setprofile(lambda *_: None)


def area(n):
    return 3 * n * n
'''
