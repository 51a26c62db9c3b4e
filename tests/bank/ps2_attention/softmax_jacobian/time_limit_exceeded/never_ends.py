"""Never stops.

finding: not-in-time
"""


def softmax_jacobian(z):
    i = 0
    while i < len(z):
        pass
