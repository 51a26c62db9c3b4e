"""Grading: from a submission and a reference notebook to points and findings."""
