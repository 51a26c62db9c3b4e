"""On which entries each entry of a norm's output depends."""

from examiner.checks import Choices, Custom, Grading, Verdict, misconception

OPTIONS = ["i", "ii", "iii", "iv"]

# fmt: off
OWN_VALUE_LEFT_OUT = misconception("own-value-left-out", message=
  "an entry's own value is left out; it is shifted and scaled, so it has a part in it, too")
ROWS_AND_COLUMNS_EXCHANGED = misconception("rows-and-columns-exchanged", message=
  "rows and columns have changed places: layer norm takes each row, a token; batch norm each "
  "column")
# fmt: on

# Misconception -> what is chosen then. Who remembers in batch norm that an entry's own value has a
# part, and forgets it in layer norm, may choose it there as well.
MISREAD = {
    OWN_VALUE_LEFT_OUT: Choices(
        {"layer norm": {"iii"}, "batch norm, training": {"ii"}, "batch norm, evaluation": set()},
        options=OPTIONS,
        harmless={"batch norm, training": {"i"}, "batch norm, evaluation": {"i"}},
    ),
    ROWS_AND_COLUMNS_EXCHANGED: Choices(
        {
            "layer norm": {"i", "ii"},
            "batch norm, training": {"i", "iii"},
            "batch norm, evaluation": {"i"},
        },
        options=OPTIONS,
    ),
}

ITSELF = "An entry is shifted and scaled, so it depends on what it was"
DEPENDENCE = Choices(
    {
        "layer norm": {"i", "iii"},
        "batch norm, training": {"i", "ii"},
        "batch norm, evaluation": {"i"},
    },
    options=OPTIONS,
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


def judge(grading: Grading, dependence: object) -> Verdict:
    """Mark the sets; one misreading that explains all that is wrong leaves half of the points."""
    verdict = grading.mark(DEPENDENCE, dependence)
    for mistake, chosen in MISREAD.items():
        found = grading.mark(chosen, dependence)
        if found.points == found.max_points:
            return verdict.at_least(verdict.max_points / 2, mistake.error)
    return verdict


question = Custom(judge, [DEPENDENCE], [*MISREAD])
