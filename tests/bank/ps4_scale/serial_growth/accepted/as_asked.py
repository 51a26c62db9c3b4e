"""Four options."""

serial_growth = {
    "Z": {"U": "linearly", "T": "logarithmically"},
    "layer": {"J": "linearly", "T": "logarithmically"},
}
