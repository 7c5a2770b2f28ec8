"""The HTTP protocol: daphne's, without its name and with two of its holes closed."""

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest


class Request(WebRequest):
    """One HTTP request, or the handshake of a socket."""

    error_template = "<!doctype html><title>%(title)s</title><h1>%(title)s</h1><p>%(body)s</p>"

    def process(self) -> Any:
        """Start on a request whose headers and body are there."""
        # daphne would let any browser choose the root path.
        self.requestHeaders.removeHeader(b"daphne-root-path")
        return super().process()

    def handle_exception(self, exception: BaseException) -> None:
        """Answer 500 after an exception in the application, or hang up in mid-answer."""
        if not self._response_started:
            super().handle_exception(exception)
        elif not self.finished and self.channel is not None:
            self.channel.transport.abortConnection()


class RequestFactory(HTTPFactory):
    """Makes the requests of one server."""

    def buildProtocol(self, addr: Any) -> Any:
        """The channel for one browser's connection."""
        channel = super().buildProtocol(addr)
        channel.requestFactory = Request
        return channel
