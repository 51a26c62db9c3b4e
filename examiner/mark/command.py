"""The subcommand `examiner mark`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context, Option

from ..cli_options import ProblemSets
from ..course import Course

if TYPE_CHECKING:
    from .marking import Marking


def mark(
    context: Context,
    assignment: ProblemSets = None,
    port: Annotated[int, Option(min=0, max=65535, help="Default: any that is free.")] = 0,
    browser: Annotated[bool, Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Mark by hand, question by question, in a browser."""
    import asyncio
    from contextlib import suppress

    from .marking import Marking

    marking = Marking(Course.find(context.obj), assignment)
    marking.check()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(marking, port, browser))


async def _serve(marking: Marking, port: int, browser: bool) -> None:
    import asyncio
    import webbrowser
    from threading import Thread

    from .server import MarkServer

    server = MarkServer(marking, port)
    Thread(target=marking.start, daemon=True).start()
    try:
        print(f"mark {marking.only or 'all assignments'} at {server.address}", flush=True)
        print("every mark is saved at once; Ctrl-C ends this", flush=True)
        if browser:  # one in this terminal keeps whoever starts it until it ends
            Thread(target=webbrowser.open, args=[server.address_once], daemon=True).start()
        await asyncio.Event().wait()
    finally:
        server.close()
