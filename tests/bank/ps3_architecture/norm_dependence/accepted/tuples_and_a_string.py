"""A single option as a string, capitals."""

dependence = dict(
    [
        ("Layer norm", ("I", "III")),
        ("Batch norm, training", ("I", "II")),
        ("Batch norm, evaluation", "i"),
    ]
)
