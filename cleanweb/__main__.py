"""`python -m cleanweb` is the command `cleanweb`."""

from cleanweb.start import main

main()
