"""The client for asyncio against servers of asyncio: what it sends, waits for and gives up."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
from collections.abc import Awaitable, Callable
from typing import Any
from unittest import mock

import gpuaas
from gpuaas import RetryLimits, ServerUnreachable, aio, async_transport

ME = json.dumps({"principal_id": "p", "kind": "user", "display_name": "Ada", "grants": []}).encode()
DEADLINE_SECONDS = 20

Answering = Callable[[bytes, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[Any]]


def answer(body: bytes = ME, *, head: bytes = b"HTTP/1.1 200 OK") -> bytes:
    return head + b"\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body


class Server:
    """Keeps connections for further requests; `answering` says what each request gets."""

    def __init__(self, answering: Answering, tls: ssl.SSLContext | None = None) -> None:
        self._answering = answering
        self._tls = tls
        self._writers: list[asyncio.StreamWriter] = []
        self.heads: list[bytes] = []
        self.asked = asyncio.Event()
        self.left = asyncio.Event()

    @property
    def connections(self) -> int:
        return len(self._writers)

    async def __aenter__(self) -> Server:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        scheme = "http" if self._tls is None else "https"
        self.url = f"{scheme}://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                self.heads.append(head)
                self.asked.set()
                await self._answering(head, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
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

    def client(self, *arguments: Any, **options: Any) -> aio.AsyncClient:
        client = aio.AsyncClient(*arguments, **options)
        self.addAsyncCleanup(client.aclose)
        return client

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
            client = self.client(server.url, "t")
            calls = [asyncio.create_task(client.identity.get_me()) for _ in range(100)]
            await asyncio.wait_for(all_arrived.wait(), DEADLINE_SECONDS)
            self.assertEqual(threading.active_count(), before)
            names = [one.display_name for one in await asyncio.wait_for(asyncio.gather(*calls), DEADLINE_SECONDS)]
        self.assertEqual(names, ["Ada"] * 100)

    async def test_a_read_is_repeated_after_a_proxys_error(self) -> None:
        async def second_time(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer(b"", head=b"HTTP/1.1 502 Bad Gateway") if len(server.heads) == 1 else answer())

        async with Server(second_time) as server:
            client = self.client(server.url, "t", retries=RetryLimits(wait_seconds_max=0.01))
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
                client = self.client(server.url, "t")
                await asyncio.wait_for(asyncio.gather(*(client.identity.get_me() for _ in range(20))), DEADLINE_SECONDS)
            self.assertEqual((len(server.heads), most <= 2), (20, True))

    async def test_a_call_that_is_cancelled_hangs_up(self) -> None:
        async with Server(says_nothing) as server:
            call = asyncio.create_task(self.client(server.url, "t").identity.get_me())
            await asyncio.wait_for(server.asked.wait(), DEADLINE_SECONDS)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
            await asyncio.wait_for(server.left.wait(), DEADLINE_SECONDS)
        self.assertEqual(len(server.heads), 1)

    async def test_a_server_that_does_not_answer_times_out_without_a_retry(self) -> None:
        with mock.patch.object(async_transport, "ANSWER_TIMEOUT_SECONDS", 1):
            async with Server(says_nothing) as server:
                with self.assertRaisesRegex(ServerUnreachable, "not within 1 s"):
                    await self.client(server.url, "t").identity.get_me()
                await asyncio.wait_for(server.left.wait(), DEADLINE_SECONDS)
        self.assertEqual(len(server.heads), 1)

    async def test_a_stream_that_is_left_hangs_up(self) -> None:
        async def ticking(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n\r\na\nb\n")
            await writer.drain()

        async with Server(ticking) as server:
            client = self.client(server.url, "t")
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
                    me = await self.client(server.url, "t").identity.get_me()
                self.assertEqual(me.display_name, "Ada")

    async def test_an_invalid_answer_is_reported_as_such(self) -> None:
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
            b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000,
        ]
        for said in broken:
            with self.subTest(said[:60]):
                async with Server(says(said)) as server:
                    with self.assertRaises(ServerUnreachable):
                        await self.client(server.url, "t", retries=self.once).identity.get_me()
        for said in (answer(b"<html>"), answer(b"[]"), answer(b"{}", head=b"HTTP/1.1 302 Found\r\nLocation: /x")):
            with self.subTest(said[:60]):
                async with Server(says(said)) as server:
                    with self.assertRaisesRegex(gpuaas.GpuaasError, "unexpected_answer|not one of"):
                        await self.client(server.url, "t").identity.get_me()
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
            await self.client(server.url, "t").identity.get_me()
        self.assertEqual(len(server.heads), 2)

    async def test_sends_what_the_other_client_sends(self) -> None:
        async with Server(says(answer())) as server:
            client = self.client(server.url + "/under/", lambda: "from a callable", correlation_id="c-1")
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
        made = await asyncio.to_thread(
            subprocess.run,
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
                await self.client(server.url, "t", retries=self.once).identity.get_me()
            self.assertEqual(server.heads, [])
            with mock.patch.object(ssl, "create_default_context", return_value=trusting):
                me = await self.client(server.url, "t").identity.get_me()
            self.assertEqual(me.display_name, "Ada")

    async def test_a_token_cannot_add_a_header(self) -> None:
        async with Server(says(answer())) as server:
            with self.assertRaisesRegex(ValueError, "character that ends it"):
                await self.client(server.url, "t\r\nX-Evil: 1").identity.get_me()
        self.assertEqual(server.heads, [])

    async def test_a_connection_is_kept_for_further_calls(self) -> None:
        async def answers(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer())

        async with Server(answers) as server:
            client = self.client(server.url, "t")
            for _ in range(5):
                await asyncio.wait_for(client.identity.get_me(), DEADLINE_SECONDS)
            self.assertEqual((len(server.heads), server.connections), (5, 1))
            await client.aclose()
            await asyncio.wait_for(server.left.wait(), DEADLINE_SECONDS)
            # A closed client opens a connection again when it is needed.
            await asyncio.wait_for(client.identity.get_me(), DEADLINE_SECONDS)
            self.assertEqual(server.connections, 2)

    async def test_a_proxy_of_the_environment_is_used(self) -> None:
        async with Server(says(answer())) as proxy:
            environment = {"http_proxy": proxy.url, "no_proxy": "", "NO_PROXY": ""}
            with mock.patch.dict(os.environ, environment):
                await asyncio.wait_for(self.client("http://gpuaas.invalid", "t").identity.get_me(), DEADLINE_SECONDS)
        self.assertTrue(proxy.heads[0].startswith(b"GET http://gpuaas.invalid/api/v1/me HTTP/1.1"), proxy.heads[0])

    async def test_a_host_that_needs_no_proxy_is_reached_directly(self) -> None:
        async with Server(says(answer())) as server, Server(says_nothing) as proxy:
            with mock.patch.dict(os.environ, {"http_proxy": proxy.url, "no_proxy": "127.0.0.1"}):
                await asyncio.wait_for(self.client(server.url, "t").identity.get_me(), DEADLINE_SECONDS)
        self.assertEqual((len(server.heads), proxy.connections), (1, 0))

    async def test_a_password_in_the_url_does_not_replace_the_token(self) -> None:
        async with Server(says(answer())) as server:
            await self.client(server.url.replace("://", "://user:password@"), "t").identity.get_me()
        self.assertIn(b"authorization: bearer t\r\n", server.heads[0].lower())

    async def test_an_answer_that_stops_halfway_is_given_up(self) -> None:
        async def half(_: bytes, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer()[:-5])

        with mock.patch.object(async_transport, "ANSWER_TIMEOUT_SECONDS", 1):
            async with Server(half) as server:
                with self.assertRaisesRegex(ServerUnreachable, "not within 1 s"):
                    await self.client(server.url, "t").identity.get_me()


class WithoutHttpxTest(unittest.TestCase):
    def test_the_error_names_the_extra(self) -> None:
        program = "import sys; sys.modules['httpx'] = None; import gpuaas; import gpuaas.aio"
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("install gpuaas[async]", ran.stderr)


if __name__ == "__main__":
    unittest.main()
