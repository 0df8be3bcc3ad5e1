"""`python -m strata.server [PORT [WORKERS]]`."""

import sys

from strata.server.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
