"""Attaches to the written answer what is no picture: pages, SVG, text that ends an attribute.

Must happen: only pictures in base64 are kept.
"""

MARKDOWN = "![a](attachment:a.png) ![b](attachment:b.png) ![c](attachment:c.svg)"


def mutate(notebook):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "q6_written":
            cell.attachments = {
                "a.png": {"image/png": 'x" onerror="window.pwned=1'},
                "b.png": {"text/html": "<script>window.pwned=2</script>"},
                "c.svg": {"image/svg+xml": "PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj4="},
                '"><script>window.pwned=3</script>': {"image/png": "iVBORw0KGgo="},
            }
