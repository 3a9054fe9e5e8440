from __future__ import annotations

from .generated.apis import Apis
from .transport import DEFAULT_RETRIES, Connection, RetryLimits, Token, Transport


class Client(Apis):
    """A connection to one control plane, under one credential. Safe to share between threads.

    Without a token only `reference` answers. `correlation_id` goes with every call; without it the server chooses one
    per call.
    """

    def __init__(
        self,
        url: str,
        token: Token | None = None,
        *,
        correlation_id: str | None = None,
        retries: RetryLimits = DEFAULT_RETRIES,
    ) -> None:
        super().__init__(Transport(Connection(url, token, correlation_id), retries))
