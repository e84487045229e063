"""The errors that a user may see; each says what was expected, what was found, and where.

A command that ends with an error exits with its status. A run, and whatever else handles several pages, reports an
InputError, a DataError or Refused for a single page and goes on.
"""

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_NOTHING = 3
EXIT_GATE = 4
EXIT_SIGNAL = 128  # plus the number of the signal: 130 for Ctrl-C


class CleanwebError(Exception):
    """Base of all errors that end as one clear line on stderr, never as a traceback."""

    exit_status = EXIT_FAILED


class UsageError(CleanwebError):
    """A wrong option, stage, parameter or combination, on the command line or in `cleanweb.toml`."""

    exit_status = EXIT_USAGE


class InputError(CleanwebError):
    """An input is missing, unreadable or not what it claims to be."""

    exit_status = EXIT_NOTHING


class OutputError(CleanwebError):
    """An output cannot be written; the run stops and can be resumed."""


class DataError(CleanwebError):
    """A stop list, model, gold set, table of sites, log or text is damaged, or is not one at all."""

    exit_status = EXIT_USAGE


class Refused(CleanwebError):  # noqa: N818  (not an error of the program: a page is skipped with this reason)
    """A page is skipped on purpose, with the reason: a sitemap, a page below a stated minimum."""

    exit_status = EXIT_NOTHING
