"""Entry point of `python -m service.cli`, the command `hanabi`."""

import sys

from service.cli.arguments import main

if __name__ == "__main__":
    sys.exit(main())
