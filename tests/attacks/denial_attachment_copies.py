"""Attaches a picture of 200 kB and shows it 1100 times in one cell: a page of 300 MB.

Must happen: what Markdown becomes is bounded, not what it is.
"""

import base64
import os


def mutate(notebook):
    cell = next(c for c in notebook.cells if c.id == "q6_written")
    picture = base64.b64encode(b"\x89PNG\r\n\x1a\n" + os.urandom(200_000)).decode()
    cell["attachments"] = {"a": {"image/png": picture}}
    cell.source = "![](attachment:a)\n" * 1100
