"""Arguments that several subcommands have."""

from __future__ import annotations

from typing import Annotated

from typer import Argument

ProblemSet = Annotated[str, Argument(metavar="ASSIGNMENT", help="Such as ps1_flops.")]
ProblemSets = Annotated[
    str | None, Argument(metavar="[ASSIGNMENT]", help="Such as ps1_flops (default: all).")
]
