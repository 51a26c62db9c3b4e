"""Texts without an end, from which reading starts anew at each quotation mark: a string that goes on
in the next line, and titles of links in a written answer.

Must happen: to look for texts takes as long as the cell is long.
"""

ANSWER = 'x = "' + '\\"' * 400_000 + '\\\n"'
MARKDOWN = "Because.\n\n" + '[a]: b "x\n' * 100_000
