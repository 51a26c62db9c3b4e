"""Submissions on their way in and pages on their way out: the exchange, downloads, names, times."""
