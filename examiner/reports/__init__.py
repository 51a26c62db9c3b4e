"""Reports on a class: in the terminal, as a page, and as tables."""
