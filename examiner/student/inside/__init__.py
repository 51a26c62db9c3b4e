"""The code that runs inside the sandbox, which contains only this folder of the project.

The package imports only itself and installed packages. It uses relative imports, because its name
in the sandbox is `inside`. The chain from the examiner's process to the student's code:

    Host (`sandbox.py`)         runs outside; starts bubblewrap with one supervisor in it
    supervisor                  starts and ends students' processes for the host
    fork server                 only forks, from memory that never changes
    init                        process 1 of a student's namespaces; ends with the student process
    student process             runs the cells and answers the examiner (`session`)
"""
