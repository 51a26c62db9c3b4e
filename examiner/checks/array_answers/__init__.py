"""Functions of arrays: where they differ from a definition, and what explains it."""
