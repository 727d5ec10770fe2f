"""Locomotive BASIC 1.0 and 1.1: a line as text and as bytes, what it means, and how it runs.

Promises: a `Session` (session) on any machine that meets the Protocols of `ports` answers as the CPC's BASIC does, to the
character, and moves `clock.us` as the machine's time would. Nothing in it waits: what has to wait says so, and is asked again.
Its state can be copied and put back at any moment between two steps.

    source      text and bytes of a line        syntax      the grammar, and the tree of a statement
    values      numbers, strings, operators     statements, functions       one class or entry each
    timing      what things cost                runtime     the program, its variables, what runs them
    units       hot stretches as functions      debug       the debugger, and going back
    ports       what a machine has to be        text_machine    the least that is one
    session     all of it together              storage     programs to and from files
    errors      what can go wrong               host_log    what the host's files have answered

May import the standard library and lark. Which of these may import which stands in tests/house/test_imports.py.
Does not know the CPC's hardware, a screen, a window or a host's file: these are cpc's, behind `ports`.
"""
