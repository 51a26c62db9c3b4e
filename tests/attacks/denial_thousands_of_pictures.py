"""Attaches 20,000 pictures of one point: a MiB, within all other limits, and a second in each later
command, in the coordinator, which has no limits.

Must happen: of a cell so many pictures are kept, and the log says so.
"""

import base64
import struct

LOG = "q6_written: 19950 of its attached pictures were left out"


def mutate(notebook):
    header = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5BI", 13, b"IHDR", 1, 1, 8, 2, 0, 0, 0, 0)
    picture = {"image/png": base64.b64encode(header).decode()}
    cell = next(c for c in notebook.cells if c.id == "q6_written")
    cell["attachments"] = {f"{number:x}": picture for number in range(20_000)}
