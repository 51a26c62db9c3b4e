"""Checks of counts: answers that are polynomials in sizes."""
