"""Writes frames, objects and embeds that hold a page of their own.

Must happen: there are none in the page.
"""

HTML = '''
<iframe src="javascript:parent.pwned='iframe'"></iframe>
<iframe srcdoc="<script>parent.pwned='srcdoc'</script>"></iframe>
<iframe src="https://example.org"></iframe><frameset><frame src="https://example.org"></frameset>
<object data="data:text/html,<script>parent.pwned='object'</script>"></object>
<embed src="https://example.org/x.swf"><portal src="https://example.org"></portal>
'''
MARKDOWN = HTML
CELLS = [
    f"from IPython.display import HTML, IFrame, display\ndisplay(HTML({HTML!r}), IFrame('https://example.org', 9, 9))"
]
