"""Draws SVG with scripts, links and styles in it, as an output and in Markdown.

Must happen: SVG is shown as a picture, in which nothing runs, or not at all.
"""

SVG = '''<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="window.pwned='svg'">
<script>window.pwned = "svg script"</script><a xlink:href="javascript:window.pwned=1"><text y="9">x</text></a>
<foreignObject><iframe src="javascript:parent.pwned='foreign'"></iframe></foreignObject>
<image href="https://example.org/1.png"/><use href="https://example.org/2.svg#x"/>
<animate onbegin="window.pwned='animate'" attributeName="x" dur="1s"/><style>@import "https://example.org/3.css";</style></svg>'''
MARKDOWN = SVG
CELLS = [f"from IPython.display import SVG, display\ndisplay(SVG({SVG!r}))"]
