"""Answers that are arrays: comparison with a definition, and diagnosis of wrong ones."""
