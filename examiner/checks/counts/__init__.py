"""Counts: answers that are polynomials in sizes."""
