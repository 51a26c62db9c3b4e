"""Writes scripts into Markdown, in every writing that a browser forgives.

Must happen: no page that shows the submission runs them.
"""

MARKDOWN = '''
<script>window.pwned = "script"</script><SCRIPT >window.pwned = "upper"</SCRIPT >
<scr<script>ipt>window.pwned = "nested"</scr</script>ipt>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned=1&gt;">
<noscript><p title="</noscript><img src=x onerror=window.pwned='noscript'>">
<textarea><p title="</textarea><img src=x onerror=window.pwned='textarea'>">
<xmp><p title="</xmp><script>window.pwned='xmp'</script>">

```
</code></pre><script>window.pwned = "listing"</script>
```

`</code><script>window.pwned = "code"</script>` $</span><script>window.pwned = "math"</script>$
'''
