"""The system that grades Transformer Arithmetic: checks, student process, grading a class."""
