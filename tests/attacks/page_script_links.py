"""Links to scripts: javascript:, data: and vbscript: addresses in many writings.

Must happen: such links have no address.
"""

HTML = '''
<a href="javascript:window.pwned=1">a</a><a href=" &#106;avascript:window.pwned=1">b</a>
<a href="java&#10;script:window.pwned=1">c</a><a href="&#1;javascript:window.pwned=1">d</a>
<a href="data:text/html,<script>opener.pwned=1</script>">e</a><a href="vbscript:x">f</a>
<form action="javascript:window.pwned=1"><button formaction="javascript:window.pwned=1">g</button></form>
<svg><a xlink:href="javascript:window.pwned=1"><text>h</text></a></svg>
<map name=m><area href="javascript:window.pwned=1" shape=default></map>
'''
MARKDOWN = HTML + '''
[i](javascript:window.pwned=1) [j](JaVaScRiPt:window.pwned=1) <javascript:window.pwned=1>
[k]( javascript&colon;window.pwned=1) [l](data:text/html;base64,PHNjcmlwdD4=) [m][n]

[n]: javascript:window.pwned=1

$\\href{javascript:window.pwned=1}{x}$
'''
CELLS = [f"from IPython.display import HTML\nHTML({HTML!r})"]
