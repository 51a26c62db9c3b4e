"""Sleeps for an hour, in a cell of its own and in the answer.

Must happen: both are ended by the clock, not by the processor time that they use.
"""

CELLS = ["import time\ntime.sleep(3600)"]
ANSWER = "import time\n\n\ndef area(n):\n    time.sleep(3600)"
