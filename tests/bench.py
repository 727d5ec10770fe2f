"""`python -m tests.bench`: the bench, as `cpc bench` has it. `--sanity` only checks the results."""

import sys

from cpc.commands.bench import bench

if __name__ == "__main__":
    sys.exit(bench(sys.argv[1:]))
