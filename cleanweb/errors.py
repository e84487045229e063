"""The errors that a user may meet; each says what was expected, what came, and from where.

The exit statuses are those of a command that ends by the error. A run, and whatever else takes several pages, tells of
an InputError, a DataError or Refused of one page, and goes on.
"""


class CleanwebError(Exception):
    """Base of all errors that end as one clear line on stderr, never as a traceback."""


class UsageError(CleanwebError):
    """A wrong option, stage, parameter or combination, on the line or in `cleanweb.toml` (exit status 2)."""


class InputError(CleanwebError):
    """An input is missing, unreadable or not what it says it is (exit status 3)."""


class OutputError(CleanwebError):
    """An output cannot be written; the run stops and can be resumed (exit status 1)."""


class DataError(CleanwebError):
    """A stop list, model, gold set, table of sites, log or text is damaged, or no such thing (exit status 2)."""


class Refused(CleanwebError):  # noqa: N818  (not an error of the program: a page is skipped with this reason)
    """A page is skipped on purpose, with the reason: a sitemap, a page below a stated minimum (exit status 3)."""
