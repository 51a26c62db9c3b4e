"""Derivations: the lines, and the facts that each step uses."""
