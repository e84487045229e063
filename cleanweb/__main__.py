"""`python -m cleanweb` is the command `cleanweb`."""

from cleanweb.cli import main

main()
