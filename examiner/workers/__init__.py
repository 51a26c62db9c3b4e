"""Processes that grade and make pages, with limits of memory and time."""
