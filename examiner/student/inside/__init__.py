"""The inside of the sandbox: exactly this folder is shown there, as a package of its own.

It imports nothing of the project but itself, in relative imports, because there it is called
`inside`. From the examiner's process to the student's code:

    Host (`sandbox.py`)         outside: starts bubblewrap, and in it one supervisor
    supervisor                  answers the host: starts a student's process, ends it
    fork server                 does nothing but fork, from memory that never changes
    init                        process 1 of a student's namespaces; ends with the student process
    student process             runs the cells and answers the examiner (`session`)
"""
