"""Puts out an SVG picture whose elements refer to each other: a billion shapes in a kilobyte.

Must happen: no page holds SVG of a student's.
"""

CELLS = [
    """
from IPython.display import SVG, display

head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
svg = head + '<defs><g id="a0"><circle cx="50" cy="50" r="40" fill="red" opacity="0.01"/></g>'
for i in range(1, 10):
    svg += f'<g id="a{i}">' + f'<use xlink:href="#a{i-1}" x="{i}"/>' * 10 + '</g>'
display(SVG(svg + '</defs><use xlink:href="#a9"/></svg>'))
"""
]
