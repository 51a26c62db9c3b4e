"""From what a person writes to what is handed out: problems/ → source/ → release/.

- `build`: all that a build does, in order; most of what follows is a step of it.
- `problem_text`: a text, its cells, and the instructor's notebook made of them. `hidden_tests` puts
  in the hidden part of each test, `figures` what is drawn once for all students.
- `marking_modules`: the modules that mark questions.
- `lint`: the rules of texts and of what is handed out. `lint_files`: what lies beside them, and the
  bank of answers. `trial`: all of a set is run before anybody has it.
- `release`: the students' notebook. `pages`: the pages of the docs that say what there is.
- `source_edits`: edits that were made in the notebook, and their way back into the text.
- `holes`: mistakes that a check lets pass or can't name, tried by the rules of `edit_rules`.
"""
