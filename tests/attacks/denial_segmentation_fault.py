"""Reads address 0, once while the answer is defined and once in a call.

Must happen: a crash costs the question it happens in.
"""

CELLS = ["import ctypes\nctypes.string_at(0)"]
ANSWER = "import ctypes\n\n\ndef area(n):\n    return ctypes.string_at(0)"
