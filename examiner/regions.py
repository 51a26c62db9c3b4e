"""The marked regions of a cell: solutions, hidden tests, mark schemes."""

from __future__ import annotations

REGIONS = {
    "solution": ("BEGIN SOLUTION", "END SOLUTION"),
    "hidden tests": ("BEGIN HIDDEN TESTS", "END HIDDEN TESTS"),
    "mark scheme": ("BEGIN MARK SCHEME", "END MARK SCHEME"),
}


def split(text: str, region: str) -> tuple[str, str]:
    """The lines of a cell outside and inside a region, one of REGIONS."""
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
    """What a student sees of a cell."""
    for region in REGIONS:
        text, _ = split(text, region)
    return text
