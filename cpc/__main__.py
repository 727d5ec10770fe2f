"""`python -m cpc` is the `cpc` command."""

import sys

from cpc.commands.cli import main

sys.exit(main())
