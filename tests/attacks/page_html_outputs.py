"""Puts scripts into outputs: HTML, JavaScript, widgets, Plotly and Vega bundles, mime types that lie.

Must happen: an output shows, or is left out; it does not run.
"""

SCRIPT = "<script>window.pwned = 'output'</script>"
CELLS = [
    f"from IPython.display import HTML, Javascript, display\ndisplay(HTML({SCRIPT!r}), Javascript('window.pwned = 2'))",
    f"""for mime in ("text/html", "application/javascript", "application/vnd.jupyter.widget-view+json",
            "application/vnd.plotly.v1+json", "text/markdown", "text/latex", "image/svg+xml", "text/x-html"):
    display({{mime: {SCRIPT!r}, "text/plain": {SCRIPT!r}}}, raw=True)
display({{"image/png": '"><script>window.pwned = 3</script>'}}, raw=True)
display({{"image/png": "iVBORw0KGgo="}}, metadata={{"image/png": {{"width": '1" onerror="window.pwned=4', "height": 1}}}}, raw=True)""",
    """class Page:
    def _repr_html_(self): return "<img src=x onerror=window.pwned=5>"
    def _repr_latex_(self): return "$</script><script>window.pwned=6</script>$"
Page()""",
]
