"""The entries of the input on which each entry of the output of a norm depends."""

from examiner.checks import Choices, Chosen, misconception, missed_idea

OPTIONS = ["i", "ii", "iii", "iv"]

LAYER, TRAINING, EVALUATION = "layer norm", "batch norm, training", "batch norm, evaluation"

# fmt: off
# A student may forget the entry itself in layer norm only, or in both norms.
MISCONCEPTIONS = [
    misconception("own-value-left-out",
      [Chosen({LAYER: {"iii"}}),
       Chosen({LAYER: {"iii"}, TRAINING: {"ii"}}),
       Chosen({LAYER: {"iii"}, EVALUATION: set[str]()}),
       Chosen({LAYER: {"iii"}, TRAINING: {"ii"}, EVALUATION: set[str]()})],
      "you leave out the entry itself; it is shifted and scaled, so the output depends on it, "
      "too"),
    missed_idea("rows-and-columns-exchanged",
      Chosen({LAYER: {"i", "ii"}, TRAINING: {"i", "iii"}}),
      "rows and columns are swapped: layer norm takes each row, a token; batch norm takes each "
      "column"),
]
# fmt: on

ITSELF = "An entry is shifted and scaled, so the output depends on its old value"
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
            "ii": "Tokens are normalised one by one: no other row matters",
            "iii": ("Mean and variance are computed from the row, so all its features matter"),
            "iv": "Tokens are normalised one by one: no other row matters",
        },
        "batch norm, training": {
            "i": ITSELF,
            "ii": ("Mean and variance are computed from the column, so the other tokens matter"),
            "iii": "Features are normalised one by one: no other column matters",
            "iv": "Features are normalised one by one: no other column matters",
        },
        "batch norm, evaluation": {
            "i": ITSELF,
            "ii": (
                "Mean and variance are now stored numbers: the other tokens of the batch don't "
                "change them"
            ),
            "iii": "Features are normalised one by one: no other column matters",
            "iv": "Features are normalised one by one: no other column matters",
        },
    },
)
