"""The books: what is known of their listings, and the tools that get them off the page and prove them right.

A listing's text belongs to its book and is never kept here, only facts: line numbers, a checksum a line, what a check
must show. This room drives the language (`basic`) and the machine (`cpc`); neither knows of it.
"""
