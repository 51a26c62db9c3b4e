"""How submissions come in, and pages go out: exchange, downloads, names, times."""
