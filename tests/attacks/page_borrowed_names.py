"""Gives elements of its own the ids and classes by which formgrader finds the fields for marks.

Must happen: no id of a student's gets into a page: the mark that a person gives to the written
answer would be saved for another question as well.
"""

MARKDOWN = '''
# q1_area_test

## q1_area_test-comment

<h1 id="q2_means_test">x</h1><input class="score tabbable" id="q3_total_test" value="2">
<div class="nbgrader_cell"><span class="score">4</span><p id="statusmessage">saved</p></div>
'''
CELLS = [f"from IPython.display import HTML, Markdown, display\ndisplay(HTML({MARKDOWN!r}), Markdown({MARKDOWN!r}))"]
