import sys

from cpc.commands.cli import main

sys.exit(main())
