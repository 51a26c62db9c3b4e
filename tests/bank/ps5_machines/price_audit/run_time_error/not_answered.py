"""Nothing is answered.

finding: not-answered
"""


def audit():
    raise NotImplementedError
