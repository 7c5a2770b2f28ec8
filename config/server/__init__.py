"""Our server: daphne's, with hooks, limits and close codes that it lacks."""

# Must come before anything else of Twisted: it installs the asyncio reactor.
import daphne.server  # noqa: F401
