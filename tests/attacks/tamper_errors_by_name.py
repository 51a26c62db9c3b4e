'''Sends errors by the names of the examiner's own, and of builtins that can't be made of a message.

Must happen: an error that arrives is one of a few types that carry text, whatever its name is.
'''

FORGE = '''
import gc

from inside import wire

(session,) = [thing for thing in gc.get_objects() if type(thing).__name__ == "Session"]


def say(*value):
    send(session.number, wire.encode(value, lambda v: None))
    session.channel.send = drop  # the session's own reply to the same call


def drop(number, body):
    session.channel.send = send


send = session.channel.send
'''
CELLS = [FORGE]
ANSWER = '''
NAMES = ("TimeIsUp", "CannotJudge", "SandboxUnavailable", "NoAnswer", "AmbiguousNotebook", "Verdict", "object",
         "UnicodeDecodeError", "BaseExceptionGroup", "ExceptionGroup", "KeyboardInterrupt", "SystemExit",
         "StopIteration", "StopAsyncIteration", "SyntaxError", "GeneratorExit", "Warning", "", "__class__")


def area(n):
    name = NAMES[n % len(NAMES)]
    say("raised", wire.Raised(name, NAMES[n % 3], "3*n**2 + 2*n"))
'''
ANSWERS = {
    "q2_means": "def means(rows):\n    say('failed', wire.Raised('TimeIsUp', 'BaseException', ''))",
    "q3_total": "def total(values):\n    say('raised', wire.Raised('StopIteration', 'StopIteration', ''))",
}
STOCK = "there is no session"
