"""Lays something over the page: fixed places, the page's own style classes, forms, another base.

Must happen: nothing of a student's leaves its place, and no form can be sent.
"""

HTML = '''
<div class="navbar navbar-fixed-top"><a href="https://example.org" class="btn btn-success">Next</a></div>
<div class="modal fade in" style="display: block"><div class="modal-backdrop in">Log in again</div></div>
<p style="position: fixed; inset: 0; background: white">gone</p><base href="https://example.org">
<form action="https://example.org"><input name="password"><button>Log in</button></form>
<meta http-equiv="refresh" content="0;url=https://example.org"><style>body { display: none }</style>
<dialog open>x</dialog><button popovertarget=x>y</button><div id="statusmessage" class="help">z</div>
'''
MARKDOWN = HTML
CELLS = [f"from IPython.display import HTML\nHTML({HTML!r})"]
