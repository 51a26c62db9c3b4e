"""Ends its own process: os._exit in a call, exit() in a cell, SIGKILL to itself.

Must happen: the question that does so is lost, and no other.
"""

CELLS = ["exit()", "raise SystemExit(0)", "quit(keep_kernel=True)"]
ANSWER = "import os\n\n\ndef area(n):\n    os._exit(0)"
ANSWERS = {"q3_total": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"}
