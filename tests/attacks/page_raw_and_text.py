"""Puts markup where text is expected: raw cells, streams, errors, terminal colours, names.

Must happen: text is shown as text.
"""

CELLS = [
    "print('\\x1b[31m<script>window.pwned=1</script>\\x1b]8;;javascript:window.pwned=2\\x07link\\x1b]8;;\\x07')",
    "raise type('<img src=x onerror=window.pwned=3>', (Exception,), {})('<script>window.pwned=4</script>')",
    "'</pre><script>window.pwned=5</script>'",
]
ANSWER = '''
def area(n):
    raise type("<script>window.pwned=6</script>", (Exception,), {})("<img src=x onerror=window.pwned=7>")
'''
ANSWERS = {"q4_kinds": "kinds = {'<script>window.pwned=8</script>': '<img src=x onerror=window.pwned=9>', 'apple': '<svg onload=pwned=1>'}"}


def mutate(notebook):
    for kind in ("text/html", "text/latex", "application/javascript"):
        notebook.cells.append({
            "cell_type": "raw", "metadata": {"raw_mimetype": kind, "format": kind}, "id": kind[-4:],
            "source": "<script>window.pwned='raw'</script>\n</pre><script>window.pwned='raw 2'</script>",
        })
    notebook.metadata["title"] = "</title><script>window.pwned='title'</script>"
