"""Never stops.

finding: not finished within
"""


def softmax_jacobian(z):
    i = 0
    while i < len(z):
        pass
