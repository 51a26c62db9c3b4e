"""On which entries each entry of a norm's output depends."""

from examiner.checks import Choices, Chosen, misconception, missed_idea

OPTIONS = ["i", "ii", "iii", "iv"]

LAYER, TRAINING, EVALUATION = "layer norm", "batch norm, training", "batch norm, evaluation"

# fmt: off
# Who remembers in batch norm that an entry's own value has a part may forget it in layer norm only.
MISCONCEPTIONS = [
    misconception("own-value-left-out",
      [Chosen({LAYER: {"iii"}}),
       Chosen({LAYER: {"iii"}, TRAINING: {"ii"}}),
       Chosen({LAYER: {"iii"}, EVALUATION: set[str]()}),
       Chosen({LAYER: {"iii"}, TRAINING: {"ii"}, EVALUATION: set[str]()})],
      "an entry's own value is left out; it is shifted and scaled, so it has a part in it, too"),
    missed_idea("rows-and-columns-exchanged",
      Chosen({LAYER: {"i", "ii"}, TRAINING: {"i", "iii"}}),
      "rows and columns have changed places: layer norm takes each row, a token; batch norm each "
      "column"),
]
# fmt: on

ITSELF = "An entry is shifted and scaled, so it depends on what it was"
question = Choices(
    {
        "layer norm": {"i", "iii"},
        "batch norm, training": {"i", "ii"},
        "batch norm, evaluation": {"i"},
    },
    options=OPTIONS,
    misconceptions=MISCONCEPTIONS,
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
