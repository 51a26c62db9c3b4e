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


def all_serial(growth):
    """The verdict on a growth. Where all sums are formed one term after another, it is right in no
    size, and half is left all the same, as where some of them are.
    """
    if growth.mistake == "serial-sums-of-n":
        return growth.at_least(growth.max_points / 2)
    return growth


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
