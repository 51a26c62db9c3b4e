"""Answers the examiner's questions itself, with replies of its own making: points, a verdict.

Must happen: a reply is data, and whatever it says it is only an answer.
"""

FORGE = '''
import gc

from inside import wire

sessions = [thing for thing in gc.get_objects() if type(thing).__name__ == "Session"]


def say(value):
    body = wire.encode(value, lambda v: None)
    sessions[0].channel.sock.sendall(wire.HEADER.pack(len(body), sessions[0].number) + body)
'''
CELLS = [FORGE]
ANSWER = '''
def area(n):
    for value in (4.0, wire.FunctionRef("area", 0), wire.Raised("a", "b", "c")):
        say(("value", value))
    return 4.0
'''
ANSWERS = {"q3_total": "def total(values):\n    say(('passed', 2.0))\n    say(('value', 2.0))\n    return 0"}
STOCK = "there is no session"
