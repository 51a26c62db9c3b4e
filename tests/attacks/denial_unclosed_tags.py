"""Puts out HTML that keeps a parser searching: tags that close nothing, and thousands of attributes.

Must happen: what would take seconds is shown as plain text.
"""

CELLS = [
    """
from IPython.display import HTML, display

display(HTML("".join(f"<b a{i}></i>" for i in range(9000))))
display(HTML("<b></x>" * 20_000), HTML("<div></x>" * 18_000))
display(HTML("<b " + " ".join(f"a{i}" for i in range(30_000)) + ">x</b>"))
display(HTML("<b " + " ".join(f"a{i}='>'" for i in range(20_000)) + ">x</b>"))
""",
    """
display(HTML("".join(f"<b a{i}><p>" for i in range(90)) + "<p>" * 30_000))
display(HTML("<table>" * 90 + "x<b>" * 20_000), HTML("<a><div>" * 20_000))
""",
]
