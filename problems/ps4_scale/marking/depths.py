"""Depths of trees, and their sizes."""

from dataclasses import replace


def clog2(n):
    return (n - 1).bit_length()


def floor_log2(n):
    return n.bit_length() - 1


def doubled(rng, *sizes):
    """The sizes, each doubled up to five times: that makes every tree deeper by so much, and no
    mistake smaller or larger."""
    return tuple(size << int(rng.integers(1, 6)) for size in sizes)


def with_growth_alike(growth, depth):
    """The two verdicts together. Where all sums are formed one term after another in both, the
    growth, right in no size, keeps half, as the depth does.
    """
    half = growth.max_points / 2
    misread = {error.key for found in depth.findings for error in found.errors}
    if growth.mistake == "serial-sums-of-n" and "serial-sums" in misread and growth.points < half:
        *others, found = growth.findings
        why = checks.said("; half of the points, since your depth is misread alike")
        findings = (*others, replace(found, says=(*found.says, why), points=half))
        growth = replace(growth, points=half, unrounded=half, findings=findings)
    return growth + depth


def repeated(verdict, variants):
    """What is right as well where one of these mistakes explains an earlier depth: its variants.

    variants: known error -> a definition, or several.
    """
    errors = [error.key for found in verdict.findings for error in found.errors]
    found = next((variants[key] for key in errors if key in variants), ())
    return {"right, given your depth by trees": found} if found else {}


def apart(verdict, function):
    """The verdict on a variant of a depth: no later answer rests on what is wrong with it."""
    return replace(verdict.of(function), mistake="", mistaken=None)
