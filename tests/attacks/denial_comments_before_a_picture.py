"""A file beside the notebook that could be the start of an SVG: nothing but comments. How many ways
there are to take them for one or several comments doubles with each comment.

Must happen: it takes no time to see that it is no picture.
"""

FILES = {"notes.txt": "<!---->" * 285}
