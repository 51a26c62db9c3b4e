"""Shows a thousand figures, tables and errors.

Must happen: they count as output.
"""

CELLS = [
    "from IPython.display import Image, display\nfor _ in range(1000):\n"
    "    display(Image(data=b'x' * 100_000, format='png'))",
    "raise ValueError('x' * 10**7)",
]
