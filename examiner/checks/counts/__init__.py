"""Counts: formulas in some sizes, marked term by term, and what goes wrong with them."""
