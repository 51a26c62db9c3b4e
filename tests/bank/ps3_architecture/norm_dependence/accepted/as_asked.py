"""Three sets."""

dependence = {
    "layer norm": {"i", "iii"},
    "batch norm, training": {"i", "ii"},
    "batch norm, evaluation": {"i"},
}
