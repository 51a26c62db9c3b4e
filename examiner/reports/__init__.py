"""What is told of a class: on the terminal, as a page, as tables."""
