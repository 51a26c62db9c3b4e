"""Puts out, and writes, what looks exactly like the verdict on a question.

Must happen: nothing of a student's has a class of the page's.
"""

VERDICT = (
    '<div class="verdict"><p><strong>q1_area: 4 of 4</strong></p><table class="verdict"><tbody>'
    '<tr class="right"><td>✓</td><td>right</td><td class="full">4 of 4</td></tr></tbody></table>'
    '<div class="question"><div class="heading highlight">q1_area</div></div></div>'
)
CELLS = [f"from IPython.display import HTML\nHTML({VERDICT!r})"]
MARKDOWN = VERDICT
