"""Assertions are checked by the library that reads them, not by the one that writes them."""

from __future__ import annotations

import base64
import importlib.util
import json
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from gpuaas import ServiceAccountTokens, client_assertion
from tests.fake_server import FakeServer

ACCOUNT = "0198c0de-0000-7000-8000-000000000005"
KEY = "0198c0de-0000-7000-8000-000000000006"
SIGNS = importlib.util.find_spec("cryptography") is not None


def bytes_of(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def number(value: bytes) -> bytes:
    """As DER writes a positive number."""
    value = value.lstrip(b"\0") or b"\0"
    value = (b"\0" if value[0] & 0x80 else b"") + value
    return bytes([2, len(value)]) + value


@unittest.skipUnless(SIGNS, "the package cryptography is not installed")
class AssertionsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def openssl(self, *words: str) -> str:
        done = subprocess.run(["openssl", *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def key(self, *options: str) -> str:
        self.openssl("genpkey", *options, "-out", "key.pem")
        self.openssl("pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
        return (self.folder / "key.pem").read_text()

    def check(self, assertion: str, algorithm: str, digest: str) -> None:
        head, claims, signature = assertion.split(".")
        self.assertEqual(json.loads(bytes_of(head)), {"alg": algorithm, "typ": "JWT"})
        told = json.loads(bytes_of(claims))
        self.assertEqual((told["iss"], told["sub"], told["aud"]), (ACCOUNT, ACCOUNT, "gpuaas"))
        self.assertTrue(time.time() < told["exp"] <= time.time() + 61)
        raw = bytes_of(signature)
        if algorithm.startswith("ES"):
            both = number(raw[: len(raw) // 2]) + number(raw[len(raw) // 2 :])
            raw = bytes([0x30, len(both)]) + both
        (self.folder / "signature").write_bytes(raw)
        (self.folder / "signed").write_text(f"{head}.{claims}")
        self.openssl("dgst", digest, "-verify", "public.pem", "-signature", "signature", "signed")

    def test_each_kind_of_key_signs_what_openssl_verifies(self) -> None:
        ec = ["-algorithm", "EC", "-pkeyopt"]
        for options, algorithm, digest in (
            ([*ec, "ec_paramgen_curve:P-256"], "ES256", "-sha256"),
            ([*ec, "ec_paramgen_curve:P-384"], "ES384", "-sha384"),
            (["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "RS256", "-sha256"),
        ):
            with self.subTest(algorithm):
                assertion = client_assertion(self.key(*options), ACCOUNT)
                first, second = assertion(), assertion()
                self.check(first, algorithm, digest)
                self.assertNotEqual(first, second)

    def test_other_keys_are_refused(self) -> None:
        for pem in ("", "no key", self.key("-algorithm", "ED25519")):
            with self.assertRaisesRegex(ValueError, "a private key is"):
                client_assertion(pem, ACCOUNT)

    def test_a_token_is_minted_with_it(self) -> None:
        pem = self.key("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        with FakeServer() as server:
            server.answers(200, {"access_token": "minted", "token_type": "Bearer", "expires_in": 600})
            tokens = ServiceAccountTokens(server.url, KEY, assertion=client_assertion(pem, ACCOUNT))
            self.assertEqual((tokens(), tokens()), ("minted", "minted"))
            sent = json.loads(server.received[0].body)
        self.assertEqual((sent["key_id"], "secret" in sent), (KEY, False))
        self.check(sent["client_assertion"], "ES256", "-sha256")


class WithoutTheLibraryTest(unittest.TestCase):
    def test_it_is_said_what_to_install(self) -> None:
        missing = mock.patch.dict("sys.modules", {"cryptography.hazmat.primitives": None})
        with missing, self.assertRaisesRegex(ImportError, r"install gpuaas\[assertions\]"):
            client_assertion("", ACCOUNT)


if __name__ == "__main__":
    unittest.main()
