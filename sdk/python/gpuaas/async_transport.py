"""Sends calls on asyncio with httpx: connections are kept for further calls, and proxies of the environment are used.

No thread waits for an answer, and a call that is cancelled closes its connection.
"""

from __future__ import annotations

import asyncio
import http.client
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

try:
    import httpx
except ImportError as error:
    raise ImportError("gpuaas.aio needs httpx; install gpuaas[async]") from error

from .errors import GpuaasError
from .transport import (
    ANSWER_BYTES_MAX,
    ANSWER_TIMEOUT_SECONDS,
    PROBLEM_BYTES_MAX,
    Call,
    Connection,
    RetryLimits,
    decode,
    decode_refusal,
    retry_after,
)

T = TypeVar("T")

#: Of all calls of one client; more wait for their turn.
CONNECTIONS_AT_ONCE_MAX = 256

LINE_BYTES_MAX = ANSWER_BYTES_MAX


class AsyncStream:
    """The lines a call streams. Use it in `async with`; iterate over its lines, or read."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = http.client.HTTPMessage()
        for name, value in response.headers.multi_items():
            self.headers[name] = value
        self._response = response
        self._pieces = _pieces(response)
        self._rest = b""

    async def read(self, size: int = -1) -> bytes:
        """As many bytes as asked for, or fewer at the end; all of them without a size."""
        parts, length = [self._rest], len(self._rest)
        while size < 0 or length < size:
            piece = await anext(self._pieces, b"")
            if not piece:
                break
            parts.append(piece)
            length += len(piece)
        whole = b"".join(parts)
        end = length if size < 0 else size
        self._rest = whole[end:]
        return whole[:end]

    async def read_piece(self) -> bytes:
        """Returns the bytes that have arrived, or those that arrive next; none at the end."""
        piece, self._rest = self._rest, b""
        return piece or await anext(self._pieces, b"")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while line := await self._read_line():
            yield line

    async def _read_line(self) -> bytes:
        while (end := self._rest.find(b"\n") + 1) == 0:
            piece = await anext(self._pieces, b"")
            if not piece:
                end = len(self._rest)
                break
            self._rest += piece
            if len(self._rest) > LINE_BYTES_MAX:
                raise http.client.LineTooLong("line")
        line, self._rest = self._rest[:end], self._rest[end:]
        return line

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._pieces.aclose()
        await self._response.aclose()


class AsyncTransport:
    def __init__(self, connection: Connection, retries: RetryLimits) -> None:
        self._connection = connection
        self._retries = retries
        # Of the system, as the client that blocks trusts; httpx brings its own list otherwise.
        self._trusted = ssl.create_default_context()
        self._client: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._renewing = asyncio.Lock()

    async def send(self, call: Call, kind: type[T]) -> T:
        async with await self.stream(call) as answer:
            try:
                return decode(kind, answer.status, answer.headers, await answer.read(ANSWER_BYTES_MAX + 1))
            except SILENCE as error:
                raise self._connection.unreachable(error) from error

    async def stream(self, call: Call) -> AsyncStream:
        """The caller closes the stream."""
        attempt = 0
        while True:
            attempt += 1
            try:
                answer = await self._attempt(call)
                if answer.status // 100 == 2:
                    return answer
                async with answer:
                    refusal = await _read_refusal(answer)
                    failure: Exception = refusal
                    wait = self._retries.find_wait(attempt, refusal, call.repeatable, retry_after(answer.headers))
            except SILENCE as error:
                failure = self._connection.unreachable(error)
                failure.__cause__ = error
                wait = self._retries.find_wait_after_silence(attempt, error, call.repeatable)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)

    async def aclose(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _attempt(self, call: Call) -> AsyncStream:
        asked = call.request(self._connection, await self._token())
        headers = dict(asked.header_items())
        if any(character in value for value in headers.values() for character in "\r\n\0"):
            raise ValueError("a header, a token say, has a character that ends it")
        client = self._current_client()
        request = client.build_request(asked.get_method(), asked.full_url, content=call.content, headers=headers)
        try:
            # Without the credentials that httpx would take from a URL, which would replace the token.
            return AsyncStream(await client.send(request, stream=True, auth=httpx.Auth()))
        except httpx.TimeoutException as error:
            raise _too_late() from error

    def _current_client(self) -> httpx.AsyncClient:
        """A connection belongs to the event loop it was opened on."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._loop = loop
            self._client = httpx.AsyncClient(
                verify=self._trusted,
                timeout=httpx.Timeout(ANSWER_TIMEOUT_SECONDS, pool=None),
                limits=httpx.Limits(
                    max_connections=CONNECTIONS_AT_ONCE_MAX, max_keepalive_connections=CONNECTIONS_AT_ONCE_MAX
                ),
                # A redirect would hand the token to the server it names.
                follow_redirects=False,
                headers={"Accept-Encoding": "identity"},
            )
        return self._client

    async def _token(self) -> str | None:
        """Calls the source of tokens on a thread, one call at a time: it may wait for an issuer."""
        if not callable(self._connection.token):
            return self._connection.token
        async with self._renewing:
            return await asyncio.to_thread(self._connection.current_token)


#: No answer, or one that broke off.
SILENCE = (OSError, httpx.HTTPError, httpx.StreamError, http.client.HTTPException)


async def _read_refusal(answer: AsyncStream) -> GpuaasError:
    try:
        body = await answer.read(PROBLEM_BYTES_MAX + 1)
    except SILENCE:
        body = b""
    return decode_refusal(answer.status, answer.headers, body)


async def _pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    try:
        async for piece in response.aiter_raw():
            if piece:
                yield piece
    except httpx.TimeoutException as error:
        raise _too_late() from error


def _too_late() -> TimeoutError:
    return TimeoutError(f"not within {ANSWER_TIMEOUT_SECONDS} s")
