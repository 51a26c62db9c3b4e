'''Writes formulas that do more than show: links, styles, ids, macros that double themselves, ones
that redefine what the page's own formulas use, and thousands of brackets in one another.

Must happen: a formula is bounded, has no address and no style, and acts on nothing.
'''

COMMANDS = (
    r"\href{javascript:window.pwned=1}{x}",
    r"\url{https://example.org/pwned}",
    r"\style{position:fixed;top:0;left:0;width:9999px;height:9999px}{x}",
    r"\class{verdict}{q1\_area: 4 of 4}",
    r"\cssId{q6_written}{x}",
    r"\require{html}\require{unicode}\unicode{x1F600}",
    r"\def\a{xx}\def\b{\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c}\d\d\d\d",
    r"\def\loop{\loop\loop}\loop",
    r"\newcommand{\frac}[2]{pwned}\renewcommand{\alpha}{\href{https://example.org}{x}}",
    r"\includegraphics{https://example.org/x.png}",
    r"\mmlToken{mi}[onclick=window.pwned=2]{x}\begin{CD}A @>x>> B\end{CD}",
    r"\text{</script><script>window.pwned=3</script><img src=x onerror=window.pwned=4>}",
    r"{" * 3000 + "x" + "}" * 3000,
    r"\sqrt{" * 400 + "x" + "}" * 400,
    r"\left(" * 900 + r"\right)" * 900,
    r"\begin{array}{" + "c" * 5000 + "}" + "x&" * 4999 + r"x\end{array}",
)
MARKDOWN = "\n\n".join(f"$${command}$$ and ${command}$" for command in COMMANDS)
CELLS = [
    "from IPython.display import Latex, Markdown, display",
    f"display(*(kind('$$' + text + '$$') for kind in (Latex, Markdown) for text in {COMMANDS!r}))",
]
