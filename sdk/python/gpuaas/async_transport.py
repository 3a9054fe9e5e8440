"""Sends calls on asyncio, by its streams: no thread waits for an answer, and a call that is cancelled hangs up.

Each call has a connection of its own, as with the client that blocks. A proxy named in the environment is not used.
"""

from __future__ import annotations

import asyncio
import http.client
import io
import ssl
import urllib.parse
from typing import Any, AsyncIterator

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

#: Of all calls of one client; more wait for their turn.
CONNECTIONS_AT_ONCE_MAX = 256

HEADER_BYTES_MAX = 64 * 1024
PIECE_BYTES_MAX = 64 * 1024
LINE_BYTES_MAX = ANSWER_BYTES_MAX


class AsyncStream:
    """What a call streams. Use it in `async with`; iterate over its lines, or read."""

    def __init__(self, status: int, headers: Any, reader: asyncio.StreamReader, line: _Line) -> None:
        self.status = status
        self.headers = headers
        self._pieces = _pieces(headers, reader)
        self._line = line
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

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._pieces.aclose()
        self._line.hang_up()


class _Line:
    """One connection, counted from before it is opened until it is hung up."""

    def __init__(self, turns: asyncio.Semaphore) -> None:
        self._turns: asyncio.Semaphore | None = turns
        self._writer: asyncio.StreamWriter | None = None

    async def open(self, address: urllib.parse.SplitResult, tls: ssl.SSLContext | None) -> asyncio.StreamReader:
        port = address.port or (443 if address.scheme == "https" else 80)
        reader, self._writer = await asyncio.open_connection(
            address.hostname, port, ssl=tls, limit=HEADER_BYTES_MAX
        )
        return reader

    async def send(self, request: bytes) -> None:
        assert self._writer is not None
        self._writer.write(request)
        await self._writer.drain()

    def hang_up(self) -> None:
        """At once: nothing is waiting to be sent, and nobody waits for a farewell."""
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None
        if self._turns is not None:
            self._turns.release()
            self._turns = None


class AsyncTransport:
    def __init__(self, connection: Connection, retries: RetryLimits) -> None:
        self._connection = connection
        self._retries = retries
        self._address = urllib.parse.urlsplit(connection.url)
        self._tls = ssl.create_default_context() if self._address.scheme == "https" else None
        self._turns = asyncio.Semaphore(CONNECTIONS_AT_ONCE_MAX)
        self._renewing = asyncio.Lock()

    async def send(self, call: Call, kind: Any) -> Any:
        async with await self.stream(call) as answer:
            try:
                return decode(kind, answer.status, answer.headers, await answer.read(ANSWER_BYTES_MAX + 1))
            except _SILENCE as error:
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
                    failure: Exception = await _read_refusal(answer)
                    wait = self._retries.find_wait(attempt, failure, call.repeatable, retry_after(answer.headers))
            except _SILENCE as error:
                failure = self._connection.unreachable(error)
                failure.__cause__ = error
                wait = self._retries.find_wait_after_silence(attempt, error, call.repeatable)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)

    async def _attempt(self, call: Call) -> AsyncStream:
        request = _bytes_of(call.request(self._connection, await self._token()), self._address)
        await self._turns.acquire()
        line = _Line(self._turns)
        try:
            reader = await _in_time(line.open(self._address, self._tls))
            await _in_time(line.send(request))
            status, headers = await _in_time(_read_head(reader))
            return AsyncStream(status, headers, reader, line)
        except BaseException:
            # Also when the call is cancelled: whoever listens there learns it.
            line.hang_up()
            raise

    async def _token(self) -> str | None:
        """What gives tokens may wait for an issuer, so it is asked on a thread, by one call at a time."""
        if not callable(self._connection.token):
            return self._connection.token
        async with self._renewing:
            return await asyncio.to_thread(self._connection.current_token)


#: No answer, or one that broke off.
_SILENCE = (OSError, EOFError, http.client.HTTPException)


async def _read_refusal(answer: AsyncStream) -> Exception:
    try:
        body = await answer.read(PROBLEM_BYTES_MAX + 1)
    except _SILENCE:
        body = b""
    return decode_refusal(answer.status, answer.headers, body)


def _bytes_of(request: Any, address: urllib.parse.SplitResult) -> bytes:
    body = request.data or b""
    headers = {
        **dict(request.header_items()),
        "Host": address.netloc.rpartition("@")[2],
        "Connection": "close",
        "Content-Length": str(len(body)),
    }
    lines = [f"{request.get_method()} {request.selector} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if any(character in line for line in lines for character in "\r\n\0"):
        raise ValueError("a header, a token say, has a character that ends it")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, Any]:
    while True:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError as error:
            raise http.client.LineTooLong("header") from error
        first, _, rest = head.partition(b"\r\n")
        version, _, told = first.partition(b" ")
        status = told[:3]
        if not version.startswith(b"HTTP/1.") or not status.isdigit():
            raise http.client.BadStatusLine(first[:100].decode("latin-1"))
        # What only announces an answer is passed over.
        if not status.startswith(b"1"):
            return int(status), http.client.parse_headers(io.BytesIO(rest))


async def _pieces(headers: Any, reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    if headers.get("Transfer-Encoding", "").lower() == "chunked":
        while size := await _chunk_size(reader):
            async for piece in _exactly(reader, size):
                yield piece
            await _in_time(reader.readexactly(2))
    elif "Content-Length" in headers:
        async for piece in _exactly(reader, _number(headers["Content-Length"], 10)):
            yield piece
    else:
        while piece := await _in_time(reader.read(PIECE_BYTES_MAX)):
            yield piece


async def _chunk_size(reader: asyncio.StreamReader) -> int:
    try:
        line = await _in_time(reader.readuntil(b"\r\n"))
    except asyncio.LimitOverrunError as error:
        raise http.client.LineTooLong("chunk size") from error
    return _number(line.decode("latin-1").partition(";")[0].strip(), 16)


async def _exactly(reader: asyncio.StreamReader, size: int) -> AsyncIterator[bytes]:
    while size > 0:
        piece = await _in_time(reader.read(min(size, PIECE_BYTES_MAX)))
        if not piece:
            raise http.client.IncompleteRead(b"", size)
        size -= len(piece)
        yield piece


def _number(text: str, base: int) -> int:
    if not text.isascii() or not text.isalnum() or len(text) > 16:
        raise http.client.HTTPException("the answer's length is no number")
    try:
        return int(text, base)
    except ValueError as error:
        raise http.client.HTTPException("the answer's length is no number") from error


async def _in_time(work: Any) -> Any:
    try:
        return await asyncio.wait_for(work, ANSWER_TIMEOUT_SECONDS)
    except TimeoutError as error:
        raise TimeoutError(f"not within {ANSWER_TIMEOUT_SECONDS} s") from error
