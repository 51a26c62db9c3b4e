"""Capitals, and a set."""

serial_growth = dict(Z={"T": "Logarithmically"})
serial_growth["Z"]["U"] = {"linearly"}
serial_growth["layer"] = {"J": "linearly", "T": "LOGARITHMICALLY"}
