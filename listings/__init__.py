"""Listings from books: what is known of them, and the tools that get them off the page and check them.

    manifest       line numbers and a checksum of each line      library     where manifests and listings are
    fingerprint    the checksum of a line                        source      listings in files
    edits          how a line may differ from the right one

A folder such as hamann/ holds facts about one book: its manifest and what its program must do.

Promises: the text of a listing belongs to its book and is never kept here. A mistake in a file or a name is a ListingFault, one
sentence for the person who made it.

May import: basic, and what cpc offers to programs: CPC, files of the host, characters.

Does not know windows, terminals or the `cpc` command: cpc.commands calls this room.
"""
