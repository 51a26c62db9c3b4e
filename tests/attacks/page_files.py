"""Submits pages and scripts beside the notebook, under names that a feedback page might ask for.

Must happen: the page asks for none of them.
"""

MARKDOWN = "![](target_files/x.svg) <img src='style.css'> [page](target.html) <script src=require.js></script>"
FILES = {
    "target.html": "<script>window.pwned = 'page'</script>",
    "require.js": "window.pwned = 'require'",
    "custom.css": "body { display: none }",
    "index.html": "<script>window.pwned = 'index'</script>",
}
