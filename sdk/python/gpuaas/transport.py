"""Sends calls: the one place that knows credentials, retries, bounds and problems."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, BinaryIO, TypeVar, cast

from . import wire
from .errors import GpuaasError, ServerUnreachable, refusal
from .generated.models import Blame, Problem

ANSWER_TIMEOUT_SECONDS = 60
ANSWER_BYTES_MAX = 16 * 1024 * 1024
PROBLEM_BYTES_MAX = 256 * 1024
PROBLEM_TYPE = "application/problem+json"
IDEMPOTENCY_KEY_LENGTH_MAX = 200
FIRST_WAIT_SECONDS = 0.2

T = TypeVar("T")


#: A token, or what gives one that is still valid whenever it is asked.
Token = str | Callable[[], str]


def new_idempotency_key() -> str:
    return str(uuid.uuid4())


@dataclass(frozen=True)
class RetryLimits:
    """How often a call the server did not act on is sent again, and how long at most to wait between.

    A server that asks for a longer wait than that is not asked again: the caller learns of it at once. Where it asks
    for none the wait grows from one attempt to the next, up to that.
    """

    attempts_max: int = 4
    wait_seconds_max: float = 30.0

    def find_wait(
        self, attempts_made: int, refusal: GpuaasError, repeatable: bool, retry_after: float | None
    ) -> float | None:
        """None when the call shall not be sent again.

        After a proxy's word that it got no answer nobody knows whether the server acted, as after silence.
        """
        if not _is_worth_retrying(refusal) and not (repeatable and refusal.status in (502, 504)):
            return None
        return self._wait(attempts_made, retry_after)

    def find_wait_after_silence(self, attempts_made: int, error: Exception, repeatable: bool) -> float | None:
        """Whether the server acted is unknown, so only what does no harm twice is sent twice.

        Who waited in vain for an answer has waited long enough.
        """
        reason = getattr(error, "reason", None)
        if not repeatable or isinstance(error, TimeoutError) or isinstance(reason, TimeoutError):
            return None
        return self._wait(attempts_made, None)

    def _wait(self, attempts_made: int, retry_after: float | None) -> float | None:
        if attempts_made >= self.attempts_max:
            return None
        if retry_after is None:
            ceiling = FIRST_WAIT_SECONDS * 2 ** (attempts_made - 1)
            return min(random.uniform(ceiling / 2, ceiling), self.wait_seconds_max)
        return retry_after if retry_after <= self.wait_seconds_max else None


#: What a client does unless it is given others.
DEFAULT_RETRIES = RetryLimits()


def _is_worth_retrying(refusal: GpuaasError) -> bool:
    # Of these the contract says that nothing was changed, or that the answer is still on its way.
    return refusal.status in (429, 503) or refusal.code == "idempotency_in_flight"


@dataclass(frozen=True)
class Connection:
    url: str
    token: Token | None = field(repr=False)
    correlation_id: str | None

    def __post_init__(self) -> None:
        address = urllib.parse.urlsplit(self.url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"'{self.url}' is not an http or https address")

    def current_token(self) -> str | None:
        """May ask an issuer first, and so may take a while."""
        return self.token() if callable(self.token) else self.token

    def unreachable(self, error: Exception) -> ServerUnreachable:
        reason = getattr(error, "reason", None) or error
        return ServerUnreachable(f"No answer from {self.url}: {reason or type(error).__name__}")


class Call:
    """One operation with its arguments, before anything is sent."""

    def __init__(self, method: str, path: str, *, accept: str) -> None:
        self._method = method
        self._path = path
        self._query: dict[str, str] = {}
        self._headers = {"Accept": f"{accept}, {PROBLEM_TYPE}" if accept else PROBLEM_TYPE}
        self._body: bytes | None = None

    def path(self, name: str, value: Any) -> None:
        self._path = self._path.replace("{" + name + "}", urllib.parse.quote(wire.to_text(value), safe=""))

    def query(self, name: str, value: Any) -> None:
        if value is not None:
            self._query[name] = wire.to_text(value)

    def body(self, value: Any) -> None:
        self._body = json.dumps(wire.encode(value)).encode()
        self._headers["Content-Type"] = "application/json"

    def idempotency_key(self, key: str | None) -> None:
        if key is None:
            return
        if not 1 <= len(key) <= IDEMPOTENCY_KEY_LENGTH_MAX or not all(" " < c <= "~" for c in key):
            raise ValueError("an idempotency key has 1 to 200 visible characters")
        self._headers["Idempotency-Key"] = key

    @property
    def content(self) -> bytes | None:
        return self._body

    @property
    def repeatable(self) -> bool:
        """Sent twice it does what it does once."""
        return self._method == "GET" or "Idempotency-Key" in self._headers

    def request(self, connection: Connection, token: str | None) -> urllib.request.Request:
        target = self._path + ("?" + urllib.parse.urlencode(self._query) if self._query else "")
        request = urllib.request.Request(
            connection.url.rstrip("/") + target, data=self._body, headers=self._headers, method=self._method
        )
        if token is not None:
            request.add_header("Authorization", "Bearer " + token)
        if connection.correlation_id is not None:
            request.add_header("X-Correlation-Id", connection.correlation_id)
        return request


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would hand the token to whoever the redirect names."""

    def redirect_request(self, *arguments: Any) -> None:
        return None


class Transport:
    def __init__(self, connection: Connection, retries: RetryLimits) -> None:
        self._connection = connection
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(self, call: Call, kind: type[T]) -> T:
        with self._open(call) as answer:
            try:
                return decode(kind, answer.status, answer.headers, answer.read(ANSWER_BYTES_MAX + 1))
            except (OSError, http.client.HTTPException) as error:
                raise self._connection.unreachable(error) from error

    def stream(self, call: Call) -> BinaryIO:
        """The caller closes the stream."""
        # An answer reads like a file, but its type is none of those that BinaryIO stands for.
        return cast(BinaryIO, self._open(call))

    def _open(self, call: Call) -> http.client.HTTPResponse:
        attempt = 0
        while True:
            attempt += 1
            request = call.request(self._connection, self._connection.current_token())
            try:
                answered: http.client.HTTPResponse = self._opener.open(request, timeout=ANSWER_TIMEOUT_SECONDS)
                return answered
            except urllib.error.HTTPError as answer:
                with answer:
                    refused = _read_refusal(answer)
                    failure: Exception = refused
                    wait = self._retries.find_wait(attempt, refused, call.repeatable, retry_after(answer.headers))
            except (OSError, http.client.HTTPException) as error:
                failure = self._connection.unreachable(error)
                failure.__cause__ = error
                wait = self._retries.find_wait_after_silence(attempt, error, call.repeatable)
            if wait is None:
                raise failure
            time.sleep(wait)


def decode(kind: type[T], status: int, headers: Message, body: bytes) -> T:
    """The answer of a call that was done; one too large to be read is none of a GPUaaS server."""
    try:
        if len(body) > ANSWER_BYTES_MAX:
            raise ValueError(f"the answer is larger than {ANSWER_BYTES_MAX} bytes")
        decoded: T = wire.decode(kind, json.loads(body))
        return decoded
    except (ValueError, TypeError, KeyError):
        raise _unexpected(status, headers) from None


def _read_refusal(answer: urllib.error.HTTPError) -> GpuaasError:
    try:
        body = answer.read(PROBLEM_BYTES_MAX + 1)
    except (OSError, http.client.HTTPException):
        body = b""
    return decode_refusal(answer.code, answer.headers, body)


def decode_refusal(status: int, headers: Message, body: bytes) -> GpuaasError:
    try:
        if headers.get_content_type() != PROBLEM_TYPE or len(body) > PROBLEM_BYTES_MAX:
            return _unexpected(status, headers)
        return refusal(wire.decode(Problem, json.loads(body)))
    except (ValueError, TypeError, KeyError):
        return _unexpected(status, headers)


def _unexpected(status: int, headers: Message) -> GpuaasError:
    return refusal(
        Problem(
            type="about:blank",
            title="The answer is not one of a GPUaaS server",
            status=status,
            detail=f"HTTP status {status}",
            code="unexpected_answer",
            blame=Blame.OPERATOR,
            correlation_id=headers.get("X-Correlation-Id", "unknown"),
        )
    )


def retry_after(headers: Message) -> float | None:
    text = headers.get("Retry-After", "")
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
