"""The delimited regions of a cell: solutions, hidden tests and rubrics."""

from __future__ import annotations

REGIONS = {
    "solution": ("BEGIN SOLUTION", "END SOLUTION"),
    "hidden tests": ("BEGIN HIDDEN TESTS", "END HIDDEN TESTS"),
    "mark scheme": ("BEGIN MARK SCHEME", "END MARK SCHEME"),
}

# The line above a rubric that the build made. Students' notebooks don't have it.
RUBRIC_MARK = "<!-- The build makes this rubric from the marking module of the question. -->"


def split(text: str, region: str) -> tuple[str, str]:
    """Split a cell's text by a region.

    Args:
        text: The text of the cell.
        region: One of REGIONS.

    Returns:
        The lines outside the region, and the lines inside it; without the delimiters.
    """
    begin, end = REGIONS[region]
    outside: list[str] = []
    inside: list[str] = []
    within = False
    for line in text.split("\n"):
        if begin in line:
            within = True
        elif end in line:
            within = False
        else:
            (inside if within else outside).append(line)
    return "\n".join(outside), "\n".join(inside)


def visible(text: str) -> str:
    """Return the text of a cell that students see.

    It has the lines outside all regions, without the mark above a rubric.
    """
    for region in REGIONS:
        text, _ = split(text, region)
    return without_rubric_mark(text)


def without_rubric_mark(text: str) -> str:
    """Return the text of a cell without the mark above a rubric."""
    return text.replace(f"{RUBRIC_MARK}\n", "")
