"""A list of lines.

finding: choice-is-no-dict
"""

wrong_numbers = ["output_projection", "scores"]
