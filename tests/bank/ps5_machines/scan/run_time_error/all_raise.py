"""Takes other arguments.

finding: raised(TypeError)
"""


def combine(a, b, h):
    return a * h + b


def scan_depth():
    return 4


scannable = "scan"
