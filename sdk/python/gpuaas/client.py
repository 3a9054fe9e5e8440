from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from .generated import CreateAllocation
from .generated.apis import Apis
from .running import KEPT_BYTES_MAX, Finished, OnOutput, exec_command, run_command, start
from .transport import DEFAULT_RETRIES, Connection, RetryLimits, Token, Transport
from .waiting import TIMEOUT_SECONDS, Progress


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

    def exec(
        self,
        project_id: UUID,
        allocation_id: UUID,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        on_output: OnOutput | None = None,
        kept_bytes_max: int = KEPT_BYTES_MAX,
    ) -> Finished:
        """Runs a program in an allocation and returns how it ended; `check()` raises unless that was with 0.

        `on_output` gets what it prints, within some seconds. A program that this stops waiting for, because of Ctrl-C
        say, is ended. It has no standard input.
        """
        program = start(argv, environment, working_directory)
        return exec_command(self.commands, project_id, allocation_id, program, on_output, kept_bytes_max)

    def run(
        self,
        project_id: UUID,
        wanted: CreateAllocation,
        argv: Sequence[str],
        *,
        keep: bool = False,
        environment: Mapping[str, str] | None = None,
        working_directory: str | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        on_progress: Progress | None = None,
        on_output: OnOutput | None = None,
        kept_bytes_max: int = KEPT_BYTES_MAX,
    ) -> Finished:
        """Allocates GPUs, runs a program on them and releases them, also after an error, unless `keep`."""
        return run_command(
            self.allocations,
            self.commands,
            project_id,
            wanted,
            start(argv, environment, working_directory),
            keep=keep,
            timeout_seconds=timeout_seconds,
            on_progress=on_progress,
            on_output=on_output,
            kept_bytes_max=kept_bytes_max,
        )
