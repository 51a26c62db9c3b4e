"""Growth classes, Θ(…): which an answer is of."""
