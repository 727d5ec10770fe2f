"""The debugger's command line: a line of text in, lines of text out.

`commands` has a table of all commands with their help, `console.Console` does them. The terminal, the panel's command line
and the debug console of an editor use the same table. It promises that each command answers with text, or with a sentence that
says why not, and that a command that fails changes nothing.

It may import basic.debug and cpc.charset. It does not read a keyboard or print (`terminal` does, for `cpc debug
--terminal`), and it keeps no state of the program.
"""
