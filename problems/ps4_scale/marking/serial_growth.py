"""The growth of the time of a softmax and of a layer, if dot products are formed serially."""

from examiner.checks import Choices

from ..cells.models import GROWTHS

LINEAR, LOGARITHMIC = "linearly", "logarithmically"
SERIAL = "One core adds the terms of a dot product one after another"
TREES = "Sums over tokens are still trees, and all tokens work at the same time"

question = Choices(
    {"Z": {"U": LINEAR, "T": LOGARITHMIC}, "layer": {"J": LINEAR, "T": LOGARITHMIC}},
    options=GROWTHS,
    why={"Z": {"U": SERIAL, "T": TREES}, "layer": {"J": SERIAL, "T": TREES}},
)
