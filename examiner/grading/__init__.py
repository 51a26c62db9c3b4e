"""Grading of one submission against the reference notebook: points and findings."""
