"""The client for asyncio against servers of asyncio: what it sends, waits for and gives up."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import tempfile
import threading
import unittest
from typing import Any, Awaitable, Callable
from unittest import mock

import gpuaas
from gpuaas import RetryLimits, ServerUnreachable, aio, async_transport

ME = json.dumps({"principal_id": "p", "kind": "user", "display_name": "Ada", "grants": []}).encode()
DEADLINE_SECONDS = 20

Answering = Callable[[bytes, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[Any]]


def answer(body: bytes = ME, *, head: bytes = b"HTTP/1.1 200 OK") -> bytes:
    return head + b"\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body


class Server:
    """Counts who is there; `answering` says what each gets."""

    def __init__(self, answering: Answering, tls: ssl.SSLContext | None = None) -> None:
        self._answering = answering
        self._tls = tls
        self.heads: list[bytes] = []
        self.left = asyncio.Event()

    async def __aenter__(self) -> Server:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.url = ("http" if self._tls is None else "https") + "://127.0.0.1:%d" % self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: Any) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.heads.append(head)
            await self._answering(head, reader, writer)
            if await reader.read(1) == b"":
                self.left.set()
        except ConnectionError:
            self.left.set()
        finally:
            writer.close()


def says(*pieces: bytes) -> Answering:
    async def answering(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        writer.close()

    return answering


async def says_nothing(*_: Any) -> None:
    pass


class AsyncTransportTest(unittest.IsolatedAsyncioTestCase):
    once = RetryLimits(attempts_max=1)

    async def test_a_hundred_calls_at_once_need_no_thread(self) -> None:
        arrived, all_arrived = 0, asyncio.Event()

        async def together(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal arrived
            arrived += 1
            if arrived == 100:
                all_arrived.set()
            await all_arrived.wait()
            writer.write(answer())

        before = threading.active_count()
        async with Server(together) as server:
            client = aio.AsyncClient(server.url, "t")
            calls = [asyncio.create_task(client.identity.get_me()) for _ in range(100)]
            await asyncio.wait_for(all_arrived.wait(), DEADLINE_SECONDS)
            self.assertEqual(threading.active_count(), before)
            names = [one.display_name for one in await asyncio.wait_for(asyncio.gather(*calls), DEADLINE_SECONDS)]
        self.assertEqual(names, ["Ada"] * 100)

    async def test_a_read_is_repeated_after_a_proxys_error(self) -> None:
        async def second_time(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer(b"", head=b"HTTP/1.1 502 Bad Gateway") if len(server.heads) == 1 else answer())

        async with Server(second_time) as server:
            client = aio.AsyncClient(server.url, "t", retries=RetryLimits(wait_seconds_max=0.01))
            me = await asyncio.wait_for(client.identity.get_me(), DEADLINE_SECONDS)
        self.assertEqual((me.display_name, len(server.heads)), ("Ada", 2))

    async def test_connections_at_once_are_bounded(self) -> None:
        with mock.patch.object(async_transport, "CONNECTIONS_AT_ONCE_MAX", 2):
            most, now = 0, 0

            async def counting(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                nonlocal most, now
                now += 1
                most = max(most, now)
                await asyncio.sleep(0)
                now -= 1
                writer.write(answer())

            async with Server(counting) as server:
                client = aio.AsyncClient(server.url, "t")
                await asyncio.wait_for(asyncio.gather(*(client.identity.get_me() for _ in range(20))), DEADLINE_SECONDS)
            self.assertEqual((len(server.heads), most <= 2), (20, True))

    async def test_a_call_that_is_cancelled_hangs_up(self) -> None:
        async with Server(says_nothing) as server:
            call = asyncio.create_task(aio.AsyncClient(server.url, "t").identity.get_me())
            while not server.heads:
                await asyncio.sleep(0.001)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
            await asyncio.wait_for(server.left.wait(), DEADLINE_SECONDS)
        self.assertEqual(len(server.heads), 1)

    async def test_who_does_not_answer_is_given_up_and_not_asked_again(self) -> None:
        with mock.patch.object(async_transport, "ANSWER_TIMEOUT_SECONDS", 0.05):
            async with Server(says_nothing) as server:
                with self.assertRaisesRegex(ServerUnreachable, "not within 0.05 s"):
                    await aio.AsyncClient(server.url, "t").identity.get_me()
                await asyncio.wait_for(server.left.wait(), DEADLINE_SECONDS)
        self.assertEqual(len(server.heads), 1)

    async def test_a_stream_that_is_left_hangs_up(self) -> None:
        async def ticking(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n\r\na\nb\n")
            await writer.drain()

        async with Server(ticking) as server:
            client = aio.AsyncClient(server.url, "t")
            async with await client.audit.export_audit_events(gpuaas.ExportFormat.CSV) as export:
                async for line in export:
                    self.assertEqual(line, b"a\n")
                    break
            await asyncio.wait_for(server.left.wait(), DEADLINE_SECONDS)

    async def test_answers_come_in_any_framing(self) -> None:
        chunks = b"".join(b"%x;x=y\r\n%s\r\n" % (len(part), part) for part in (ME[:7], ME[7:])) + b"0\r\n\r\n"
        framings = {
            "in pieces": (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 O", answer()[14:40], answer()[40:]),
            "chunked": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n" + chunks,),
            "to the end": (b"HTTP/1.0 200 OK\r\n\r\n", ME),
        }
        for name, pieces in framings.items():
            with self.subTest(name):
                async with Server(says(*pieces)) as server:
                    me = await aio.AsyncClient(server.url, "t").identity.get_me()
                self.assertEqual(me.display_name, "Ada")

    async def test_what_is_no_answer_is_said_to_be_none(self) -> None:
        broken = [
            b"",
            b"HTTP/1.1 200 OK\r\n",
            b"SSH-2.0-x\r\n\r\n",
            b"HTTP/1.1 abc\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{",
            b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}",
            b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n{}",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
            b"HTTP/1.1 200 OK\r\nX: " + b"x" * (async_transport.HEADER_BYTES_MAX + 10),
        ]
        for said in broken:
            with self.subTest(said[:60]):
                async with Server(says(said)) as server:
                    with self.assertRaises(ServerUnreachable):
                        await aio.AsyncClient(server.url, "t", retries=self.once).identity.get_me()
        for said in (answer(b"<html>"), answer(b"[]"), answer(b"{}", head=b"HTTP/1.1 302 Found\r\nLocation: /x")):
            with self.subTest(said[:60]):
                async with Server(says(said)) as server:
                    with self.assertRaisesRegex(gpuaas.GpuaasError, "unexpected_answer|not one of"):
                        await aio.AsyncClient(server.url, "t").identity.get_me()
                self.assertEqual(len(server.heads), 1)

    async def test_repeats_what_does_no_harm_twice(self) -> None:
        tries = 0

        async def second_time(head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal tries
            tries += 1
            if tries > 1:
                writer.write(answer())
            else:
                writer.close()

        async with Server(second_time) as server:
            await aio.AsyncClient(server.url, "t").identity.get_me()
        self.assertEqual(len(server.heads), 2)

    async def test_sends_what_the_other_client_sends(self) -> None:
        async with Server(says(answer())) as server:
            client = aio.AsyncClient(server.url + "/under/", lambda: "from a callable", correlation_id="c-1")
            await client.identity.get_me()
        head = server.heads[0].decode()
        self.assertTrue(head.startswith("GET /under/api/v1/me HTTP/1.1\r\n"), head)
        for line in (
            "Authorization: Bearer from a callable",
            "X-correlation-id: c-1",
            "Host: " + server.url.removeprefix("http://"),
            "Accept: application/json, application/problem+json",
        ):
            self.assertIn(line.lower(), head.lower().splitlines())

    async def test_only_a_server_with_a_certificate_we_trust_gets_the_token(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=x"]
        made = subprocess.run(
            ["openssl", *words, "-days", "2", "-addext", names, "-keyout", "key", "-out", "certificate"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        self.assertEqual(made.returncode, 0, made.stderr)
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        own.load_cert_chain(folder + "/certificate", folder + "/key")
        trusting = ssl.create_default_context(cafile=folder + "/certificate")

        # The server says aloud that somebody left.
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        async with Server(says(answer()), own) as server:
            with self.assertRaisesRegex(ServerUnreachable, "CERTIFICATE_VERIFY_FAILED"):
                await aio.AsyncClient(server.url, "t", retries=self.once).identity.get_me()
            self.assertEqual(server.heads, [])
            with mock.patch.object(ssl, "create_default_context", return_value=trusting):
                me = await aio.AsyncClient(server.url, "t").identity.get_me()
            self.assertEqual(me.display_name, "Ada")

    async def test_a_token_cannot_add_a_header(self) -> None:
        async with Server(says(answer())) as server:
            with self.assertRaisesRegex(ValueError, "character that ends it"):
                await aio.AsyncClient(server.url, "t\r\nX-Evil: 1").identity.get_me()
        self.assertEqual(server.heads, [])


if __name__ == "__main__":
    unittest.main()
