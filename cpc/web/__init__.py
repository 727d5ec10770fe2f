"""The CPC on a page: the machine in a worker of the browser, a static site around it, a small server for this computer.

It promises: the page talks to the machine by messages only (`bridge`), through the same player as the other faces; each request
with an `id` gets one answer, a value or a sentence. The site (`site`) is plain files, which any web server can hold, from any
path, and works offline after the first visit. The page's files are in `page/`.

It may import cpc's player, keys, recording and api, the debuggers' adapter, and the standard library. The listings' tools are
handed in by cpc.commands.

It does not draw, keep speeds or know what is behind a session. Python never touches the page: JavaScript does, and it gets
numbers, bytes and texts, never HTML.
"""
