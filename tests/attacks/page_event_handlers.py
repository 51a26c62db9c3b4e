"""Writes event handlers into Markdown and HTML outputs.

Must happen: attributes that act are taken away.
"""

HTML = '''
<img src=x onerror="window.pwned='img'"><p onmouseover="window.pwned='p'">text</p>
<details open ontoggle="window.pwned='details'">x</details><body onload="window.pwned='body'">
<input autofocus onfocus="window.pwned='input'"><video><source onerror="window.pwned='video'"></video>
<p/onmouseover=window.pwned='slash'>x</p><img src="x` `<script>window.pwned='tick'</script>"` `>
<a href="x"
onmouseover
="window.pwned='newline'">x</a>
'''
MARKDOWN = HTML
CELLS = [f"from IPython.display import HTML\nHTML({HTML!r})"]
