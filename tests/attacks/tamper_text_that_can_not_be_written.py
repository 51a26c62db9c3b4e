"""Puts halves of surrogate pairs, control and direction characters into errors, keys and outputs.

Must happen: notebooks, pages and marks are written all the same, with a replacement character.
"""

ODD = "\\ud800\\x00\\x1b]0;owned\\x07\\u202e\\udfff"
CELLS = [f'print("{ODD}")\n"{ODD}"', f'raise ValueError("{ODD}")']
ANSWER = f'def area(n):\n    raise ValueError("{ODD}")'
ANSWERS = {
    "q3_total": f'def total(values):\n    raise type("É", (Exception,), {{}})("{ODD}")',
    "q4_kinds": f'kinds = {{"{ODD}": "{ODD}", "apple": "{ODD}", "leek": ["{ODD}"]}}',
}
FILES = {"caf\u00e9 \u202e [x] \n.txt": "x"}
