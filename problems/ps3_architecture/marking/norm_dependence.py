WORDS = """
own-value-left-out: an entry's own value is left out; it is shifted and scaled, so it has a part in
    it, too
rows-and-columns-exchanged: rows and columns have changed places: layer norm takes each row, a
    token; batch norm each column
"""
MISREAD = {  # known error -> what is chosen then
    "own-value-left-out": {
        "layer norm": {"iii"},
        "batch norm, training": {"ii"},
        "batch norm, evaluation": set(),
    },
    "rows-and-columns-exchanged": {
        "layer norm": {"i", "ii"},
        "batch norm, training": {"i", "iii"},
        "batch norm, evaluation": {"i"},
    },
}


# Beside what is chosen then: who remembers it in batch norm, and not in layer norm.
HARMLESS = {"own-value-left-out": {"batch norm, training": {"i"}, "batch norm, evaluation": {"i"}}}


def as_one_mistake(verdict, answer, options):
    """The verdict, or half of the points where one misreading explains all that is wrong."""
    for mistake, chosen in MISREAD.items():
        spare = HARMLESS.get(mistake, {})
        found = checks.choices(answer, expected=chosen, harmless=spare, options=options)
        if found.points == found.max_points:
            return verdict.at_least(verdict.max_points / 2, checks.error(mistake))
    return verdict


ITSELF = "An entry is shifted and scaled, so it depends on what it was"
checks.words(WORDS)
OPTIONS = ["i", "ii", "iii", "iv"]
verdict = checks.choices(
    dependence,
    options=OPTIONS,
    expected={
        "layer norm": {"i", "iii"},
        "batch norm, training": {"i", "ii"},
        "batch norm, evaluation": {"i"},
    },
    weights={"layer norm": 2},
    why={
        "layer norm": {
            "i": ITSELF,
            "ii": "Tokens are normalised one by one: no other row has a part in it",
            "iii": (
                "The mean and the variance are those of the row: all its features have a part in it"
            ),
            "iv": "Tokens are normalised one by one: no other row has a part in it",
        },
        "batch norm, training": {
            "i": ITSELF,
            "ii": (
                "The mean and the variance are those of the column: the other tokens have a"
                " part in it"
            ),
            "iii": "Features are normalised one by one: no other column has a part in it",
            "iv": "Features are normalised one by one: no other column has a part in it",
        },
        "batch norm, evaluation": {
            "i": ITSELF,
            "ii": (
                "Mean and variance are stored numbers now: the other tokens of the batch don't"
                " change them"
            ),
            "iii": "Features are normalised one by one: no other column has a part in it",
            "iv": "Features are normalised one by one: no other column has a part in it",
        },
    },
)
as_one_mistake(verdict, dependence, OPTIONS)
