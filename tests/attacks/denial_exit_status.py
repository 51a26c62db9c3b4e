"""Ends its process with exit statuses that no program and no signal has.

Must happen: an answer that ends its process is a wrong answer, whatever it says at the end.
"""

CELLS = ["import os\nos._exit(255)", "import os\nos._exit(200)"]
ANSWER = "import os\n\n\ndef area(n):\n    os._exit(193)"
ANSWERS = {"q3_total": "def total(values):\n    os._exit(-1)"}
