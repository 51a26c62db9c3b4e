"""Submits links to the grade book, the notes, the environment, and prints what they lead to.

Must happen: links are not followed; not in the sandbox, not into autograded/ or feedback/.
"""

CELLS = ["import glob\nfor path in glob.glob('**', recursive=True):\n    print(path, open(path, 'rb').read())"]


def submit(folder, course):
    for name, target in {
        "book.db": course / "gradebook.db",
        "notes.txt": course / "notes.txt",
        "others": course / "submitted",
        "environ": "/proc/self/environ",
        "up/again.txt": "../../../../notes.txt",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(target)
