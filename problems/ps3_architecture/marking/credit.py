"""Credit that a verdict has at least."""

from dataclasses import replace


def raised(verdict, share):
    """The verdict with this share of the points at least: losses are given back in proportion."""
    points = share * verdict.max_points
    if verdict.points >= points:
        return verdict
    back = (points - verdict.points) / (verdict.max_points - verdict.points)
    findings = tuple(
        replace(each, points=each.points + back * (each.max_points - each.points))
        for each in verdict.findings
    )
    return replace(verdict, points=points, unrounded=points, findings=findings)
