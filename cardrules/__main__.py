"""Runs the command line as ``python -m cardrules``, for places where no script is installed."""

from cardrules.cli import main

if __name__ == "__main__":
    main()
