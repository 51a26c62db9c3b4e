"""Installs an AST transformer that takes the asserts out of every later cell.

Must happen: it transforms only the student's own cells; tests are compiled elsewhere.
"""

ANSWER = '''
import ast


class NoTests(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()

    def visit_Expr(self, node):
        return ast.parse("4.0").body[0] if "question" in ast.dump(node) else node


get_ipython().ast_transformers.append(NoTests())


def area(n):
    return 3 * n * n
'''
