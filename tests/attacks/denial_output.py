"""Prints without end.

Must happen: the output is cut off, with a note; the cell ends at its time limit.
"""

CELLS = ["while True:\n    print('x' * 10_000)"]
ANSWER = "!yes | head -c 100000000\n\n\ndef area(n):\n    print('x' * 10**8)\n    return 3 * n * n"
STOCK = "it would fill this machine's memory"
