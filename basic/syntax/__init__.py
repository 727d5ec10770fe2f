"""Crunched lines to trees.

    lexer           a line as tokens, cut into statements         nodes, statement    the nodes of the tree
    grammar.lark    the grammar, but for the statements           function            the registry of functions
    grammar         the whole grammar, and Lark's parser          precedence          which operator is done first
    tree_builder    rules to nodes                                recovery            statements that stop making sense
    parser          a statement's tokens to its node              as_text             tokens and trees to look at
    tables          the parser's tables, kept for the next start  tokens              what the parser is fed
    statement_text  a statement in its line, before it is parsed

Promises: each statement of a line has a node. One that makes no sense has a node that does what the machine does before it
notices, and then fails. A statement's rule stands beside its class and nowhere else. Only this room knows the names of
terminals; others ask a node or a StatementText.

May import: basic.errors, basic.source, basic.values, the control types of basic.runtime, and basic.statements, whose modules
enter their rules.

Does not run anything: nodes compile themselves into closures, and basic.runtime calls these.
"""
