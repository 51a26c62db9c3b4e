"""Counts: answers that are polynomials in sizes."""

from ...findings import of_counts  # noqa: F401 (what is said of counts)
