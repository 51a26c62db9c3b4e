"""Findings as data, and the sentences that render them for students."""
