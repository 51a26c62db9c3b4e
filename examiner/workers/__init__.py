"""Worker processes that grade submissions and make pages, with limits of memory and time."""
