from __future__ import annotations

import json
import os
import stat
import tempfile
import unittest
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import TestCase

from gpuaas import Client, Profile, ServiceAccountTokens, SignInFailed, auth, connect, sign_in_by_device

from .fake_server import FakeServer

KEY_ID = "0198c0de-0000-7000-8000-000000000004"
ME = {"principal_id": "p", "kind": "user", "display_name": "Ada", "grants": []}


def minted(token: str, seconds: int = 900) -> dict[str, Any]:
    return {"access_token": token, "token_type": "Bearer", "expires_in": seconds}


class ServiceAccountTest(TestCase):
    def setUp(self) -> None:
        self.server = self.enterContext(FakeServer())

    def test_mints_once_for_many_calls(self) -> None:
        self.server.answers(200, minted("first")).answers(200, ME).answers(200, ME)
        client = Client(self.server.url, ServiceAccountTokens(self.server.url, KEY_ID, "gpuaas_sk_x"))

        client.identity.get_me()
        client.identity.get_me()

        self.assertEqual([one.target for one in self.server.received], ["/api/v1/token", "/api/v1/me", "/api/v1/me"])
        self.assertEqual(json.loads(self.server.received[0].body), {"key_id": KEY_ID, "secret": "gpuaas_sk_x"})
        self.assertEqual(self.server.received[2].headers["Authorization"], "Bearer first")

    def test_mints_the_next_before_one_ends(self) -> None:
        self.server.answers(200, minted("first", 60)).answers(200, minted("second"))
        tokens = ServiceAccountTokens(self.server.url, KEY_ID, "gpuaas_sk_x")

        self.assertEqual([tokens(), tokens(), tokens()], ["first", "second", "second"])

    def test_signs_a_fresh_assertion_each_time(self) -> None:
        self.server.answers(200, minted("first", 0)).answers(200, minted("second"))
        assertions = iter(["one", "two"])
        tokens = ServiceAccountTokens(self.server.url, KEY_ID, assertion=lambda: next(assertions))
        tokens()
        tokens()

        sent = [json.loads(one.body)["client_assertion"] for one in self.server.received]
        self.assertEqual(sent, ["one", "two"])

    def test_needs_one_proof(self) -> None:
        both: dict[str, Any] = {"secret": "s", "assertion": lambda: "a"}
        for proofs in ({}, both):
            with self.subTest(proofs=proofs), self.assertRaises(ValueError):
                ServiceAccountTokens(self.server.url, KEY_ID, **proofs)


class ProfileTest(TestCase):
    def setUp(self) -> None:
        self.server = self.enterContext(FakeServer())
        home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder = home / "gpuaas"
        self.folder.mkdir()
        before = dict(os.environ)
        self.addCleanup(os.environ.update, before)
        self.addCleanup(os.environ.clear)
        os.environ["XDG_CONFIG_HOME"] = str(home)
        for name in ("GPUAAS_TOKEN", "GPUAAS_PROFILE", "GPUAAS_SERVER"):
            os.environ.pop(name, None)

    def keep(self, name: str, seconds_left: int) -> None:
        ends = datetime.now(UTC) + timedelta(seconds=seconds_left)
        held = {
            "server": self.server.url,
            "issuer": self.server.url,
            "access_token": "old",
            "refresh_token": "refresh-1",
            "expires_at": ends.strftime("%Y-%m-%dT%H:%M:%S.123456789Z"),
        }
        (self.folder / f"{name}.json").write_text(json.dumps(held))

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.server.url,
            "token_endpoint": self.server.url + "/oauth2/token",
            "device_authorization_endpoint": self.server.url + "/device",
        }

    def test_uses_what_the_command_line_left(self) -> None:
        self.keep("default", 900)
        self.server.answers(200, ME)

        connect().identity.get_me()

        self.assertEqual(self.server.received[0].headers["Authorization"], "Bearer old")

    def test_renews_and_keeps_what_was_renewed(self) -> None:
        self.keep("work", 30)
        self.server.answers(200, self.discovery()).answers(200, minted("new") | {"refresh_token": "refresh-2"})
        profile = Profile("work")

        self.assertEqual([profile(), profile()], ["new", "new"])

        self.assertIn("refresh_token=refresh-1", self.server.received[1].body)
        held = json.loads((self.folder / "work.json").read_text())
        self.assertEqual((held["access_token"], held["refresh_token"]), ("new", "refresh-2"))
        self.assertEqual(held["server"], self.server.url)
        self.assertEqual(stat.S_IMODE((self.folder / "work.json").stat().st_mode), 0o600)

    def test_the_profile_in_use_is_the_standard(self) -> None:
        self.keep("work", 900)
        (self.folder / ".preferences.json").write_text('{"profile": "work"}')

        self.assertEqual(Profile()(), "old")

    def test_says_how_to_sign_in(self) -> None:
        with self.assertRaisesRegex(SignInFailed, "gpuaas login"):
            Profile("nobody")()

    def test_a_sign_in_that_ended_is_said(self) -> None:
        self.keep("default", 0)
        self.server.answers(200, self.discovery()).answers(400, {"error": "invalid_grant"})

        with self.assertRaisesRegex(SignInFailed, "invalid_grant"):
            Profile()()

    def test_no_other_issuer_gets_the_refresh_token(self) -> None:
        self.keep("default", 0)
        self.server.answers(200, self.discovery() | {"issuer": "http://elsewhere"})

        with self.assertRaisesRegex(SignInFailed, "calls itself"):
            Profile()()

    def test_a_device_is_confirmed_and_kept(self) -> None:
        device = {
            "device_code": "d",
            "user_code": "ABCD-EFGH",
            "verification_uri": self.server.url + "/device",
            "expires_in": 60,
            "interval": 0,
        }
        self.server.answers(200, self.discovery()).answers(200, self.discovery()).answers(200, device)
        self.server.answers(200, self.discovery()).answers(400, {"error": "authorization_pending"})
        self.server.answers(200, minted("granted") | {"refresh_token": "r"})
        shown: list[auth.DeviceCode] = []

        profile = sign_in_by_device(self.server.url, shown.append, profile="new")

        self.assertEqual(shown[0].user_code, "ABCD-EFGH")
        self.assertEqual((profile(), profile.server), ("granted", self.server.url))

    def test_a_token_of_the_environment_goes_first(self) -> None:
        self.keep("default", 900)
        os.environ |= {"GPUAAS_TOKEN": "mine", "GPUAAS_SERVER": self.server.url}
        self.server.answers(200, ME)

        connect().identity.get_me()

        self.assertEqual(self.server.received[0].headers["Authorization"], "Bearer mine")


if __name__ == "__main__":
    unittest.main()
