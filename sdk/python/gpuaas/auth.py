"""Where tokens come from. Each of these is given to a client in place of a token, and is safe to share.

Client(url, ServiceAccountTokens(url, key_id, secret))
Client(profile.server, profile := Profile("work"))
"""

from __future__ import annotations

import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from .client import Client
from .errors import ServerUnreachable, SignInFailed
from .generated.models import MintToken
from .profiles import ProfileStore

CLIENT_ID = "gpuaas-cli"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
DISCOVERY = "/.well-known/openid-configuration"
ANSWER_TIMEOUT_SECONDS = 30
ANSWER_BYTES_MAX = 1024 * 1024

#: Renewed so long before the end, so that a slow call does not outlive its token.
RENEWED_AHEAD = timedelta(seconds=60)


class ServiceAccountTokens:
    """Mints tokens for a program with its key, and mints the next before one expires.

    The proof is the key's secret, or `assertion`: a function that signs a fresh JWT each time it is asked, with a
    private key that stays where it is. `client_assertion(pem, account_id)` gives one.
    """

    def __init__(
        self, url: str, key_id: UUID | str, secret: str | None = None, *, assertion: Callable[[], str] | None = None
    ) -> None:
        if (secret is None) == (assertion is None):
            raise ValueError("give the key's secret, or an assertion")
        self._machines = Client(url).machines
        self._key_id = key_id if isinstance(key_id, UUID) else UUID(key_id)
        self._secret = secret
        self._assertion = assertion
        self._lock = threading.Lock()
        self._token = ""
        self._renew_at = 0.0

    def __call__(self) -> str:
        with self._lock:
            if time.monotonic() >= self._renew_at:
                assertion = None if self._assertion is None else self._assertion()
                minted = self._machines.mint_token(
                    MintToken(key_id=self._key_id, secret=self._secret, client_assertion=assertion)
                )
                self._token = minted.access_token
                self._renew_at = time.monotonic() + minted.expires_in - RENEWED_AHEAD.total_seconds()
            return self._token


class Profile:
    """The sign-in that `gpuaas login` left on this machine, renewed when needed for the command line too."""

    def __init__(self, name: str | None = None, *, folder: Path | None = None) -> None:
        self._store = ProfileStore(name, folder)

    @property
    def server(self) -> str:
        return str(self._store.require()["server"])

    def __call__(self) -> str:
        held = self._store.require()
        if _is_fresh(held):
            return str(held["access_token"])
        with self._store.locked():
            # While this one waited for the lock another program may have renewed it.
            held = self._store.require()
            return str(held["access_token"]) if _is_fresh(held) else self._renew(held)

    def _renew(self, held: dict[str, Any]) -> str:
        if not held.get("refresh_token") or not held.get("issuer"):
            raise SignInFailed("The sign-in has ended; gpuaas login signs you in.")
        tokens = _post(
            _endpoint(held["issuer"], "token_endpoint"),
            {"grant_type": "refresh_token", "refresh_token": held["refresh_token"], "client_id": CLIENT_ID},
        )
        self._store.write(held | _kept(tokens))
        return str(tokens["access_token"])


@dataclass(frozen=True)
class DeviceCode:
    """The code a person types, and where."""

    page: str
    user_code: str
    complete_page: str | None
    lifetime_seconds: int


def sign_in_by_device(url: str, show: Callable[[DeviceCode], None], *, profile: str | None = None) -> Profile:
    """Shows a code, waits until a person confirmed it in a browser anywhere, and keeps the sign-in in the profile."""
    document = _get(url.rstrip("/") + DISCOVERY)
    issuer = document["issuer"]
    asked = _post(_endpoint(issuer, "device_authorization_endpoint"), {"client_id": CLIENT_ID, "scope": "api"})
    show(
        DeviceCode(
            page=asked["verification_uri"],
            user_code=asked["user_code"],
            complete_page=asked.get("verification_uri_complete"),
            lifetime_seconds=asked["expires_in"],
        )
    )
    tokens = _await_device(_endpoint(issuer, "token_endpoint"), asked)
    store = ProfileStore(profile, None)
    with store.locked():
        store.write({"server": url, "issuer": issuer} | _kept(tokens))
    return Profile(profile)


def _await_device(endpoint: str, asked: dict[str, Any]) -> dict[str, Any]:
    pause = asked.get("interval", 5)
    deadline = time.monotonic() + asked["expires_in"]
    while time.monotonic() < deadline:
        time.sleep(pause)
        form = {"grant_type": DEVICE_GRANT, "device_code": asked["device_code"], "client_id": CLIENT_ID}
        status, answer = _exchange(endpoint, form)
        if status == 200:
            return answer
        if answer.get("error") == "slow_down":
            pause += 5
        elif answer.get("error") != "authorization_pending":
            raise SignInFailed(f"The sign-in was refused: {answer.get('error', status)}.")
    raise SignInFailed("Nobody confirmed the code in time.")


def _is_fresh(held: dict[str, Any]) -> bool:
    expires = held.get("expires_at")
    if expires is None:
        return True
    return datetime.now(UTC) < datetime.fromisoformat(expires.replace("Z", "+00:00")) - RENEWED_AHEAD


def _kept(tokens: dict[str, Any]) -> dict[str, Any]:
    ends = datetime.now(UTC) + timedelta(seconds=tokens["expires_in"])
    kept = {"access_token": tokens["access_token"], "expires_at": ends.strftime("%Y-%m-%dT%H:%M:%SZ")}
    # An issuer that does not rotate refresh tokens answers without one; the old one goes on.
    return kept | ({"refresh_token": tokens["refresh_token"]} if "refresh_token" in tokens else {})


def _endpoint(issuer: str, name: str) -> str:
    document = _get(issuer.rstrip("/") + DISCOVERY)
    if document.get("issuer", "").rstrip("/") != issuer.rstrip("/"):
        raise SignInFailed(f"The issuer at {issuer} calls itself '{document.get('issuer')}'.")
    address = document.get(name)
    if not address or (issuer.startswith("https:") and not address.startswith("https:")):
        raise SignInFailed(f"The {name} of {issuer} is missing, or cannot be trusted.")
    return str(address)


def _get(url: str) -> dict[str, Any]:
    return _good(url, *_exchange(url, None))


def _post(url: str, form: dict[str, str]) -> dict[str, Any]:
    return _good(url, *_exchange(url, form))


def _good(url: str, status: int, answer: dict[str, Any]) -> dict[str, Any]:
    if status != 200:
        raise SignInFailed(f"{url} refused: {answer.get('error', status)}. gpuaas login signs you in.")
    return answer


def _exchange(url: str, form: dict[str, str] | None) -> tuple[int, dict[str, Any]]:
    data = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(url, data=data, headers={"Accept": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_TIMEOUT_SECONDS) as answer:
            return answer.status, json.loads(answer.read(ANSWER_BYTES_MAX))
    except urllib.error.HTTPError as refused:
        with refused:
            try:
                return refused.code, json.loads(refused.read(ANSWER_BYTES_MAX))
            except ValueError:
                return refused.code, {}
    except ValueError as error:
        raise SignInFailed(f"{url} answers something else than JSON.") from error
    except OSError as error:
        raise ServerUnreachable(f"No answer from {url}: {error}") from error


def connect(profile: str | None = None) -> Client:
    """Finds server and token as the command line does: the profile, GPUAAS_SERVER with GPUAAS_TOKEN, the one in use."""
    token = os.environ.get("GPUAAS_TOKEN")
    if profile is None and token:
        return Client(os.environ.get("GPUAAS_SERVER", "http://127.0.0.1:8080"), token)
    held = Profile(profile)
    return Client(held.server, held)
