'''Raises errors that are costly to describe: twenty thousand causes, a message of 100 MB, a text
that is never done, a name of a million letters, a group of groups.

Must happen: of an error so much is told, by the student's process, in the time of the call.
'''

ANSWER = '''
def area(n):
    error = None
    for i in range(20_000):
        following = ValueError(i)
        following.__cause__, error = error, following
    raise error
'''
ANSWERS = {
    "q2_means": """
class Long(Exception):
    def __str__(self):
        return "x" * 100_000_000


def means(rows):
    raise type("E" * 10**6, (Long, OSError), {})
""",
    "q3_total": """
class Endless(KeyError):
    def __str__(self):
        while True:
            pass


def total(values):
    raise Endless
""",
    "q4_kinds": """
group = ExceptionGroup("g", [ValueError("x")])
for _ in range(60):
    group = ExceptionGroup("g" * 10**4, [group, group])
raise group
""",
}
