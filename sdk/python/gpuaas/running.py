"""Runs programs in allocations: `client.exec` in one that exists, `client.run` in one for this program alone."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from .errors import CommandFailed, GpuaasError, ServerUnreachable, Unavailable
from .generated import AllocationsApi, Command, CommandOutput, CommandsApi, CommandState, CreateAllocation, StartCommand
from .waiting import Progress, wait_until_active

#: How much of each output a result holds, unless more is asked for. The rest reaches `on_output` only.
KEPT_BYTES_MAX = 16 * 1024 * 1024

#: For so long a server may be away while a command runs.
AWAY_SECONDS_MAX = 600.0

#: The node of a command that has ended brings the rest of its output; one that is gone brings none.
REST_SECONDS_MAX = 120.0

#: How long a release is retried: an allocation that is not released costs money.
RELEASE_SECONDS_MAX = 60.0
RELEASE_PAUSE_SECONDS = 2.0

PIECE_BYTES = 64 * 1024
_PAUSE_SECONDS = 0.05
_PAUSE_SECONDS_MAX = 1.0
_TOO_MANY_REQUESTS = 429
_SERVER_FAILED = 500
_OPEN = (CommandState.REQUESTED, CommandState.RUNNING)

#: Called with the output and its next bytes, in the order of each output.
OnOutput = Callable[[CommandOutput, bytes], Any]

#: What a stream of stored output breaks with. The next look goes on where it broke.
BROKEN = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Finished:
    """How a program ended, and what it printed: the first bytes of each output, see KEPT_BYTES_MAX."""

    command: Command
    stdout: bytes
    stderr: bytes
    #: Whether these are all bytes that the program printed.
    complete: bool

    @property
    def exit_code(self) -> int | None:
        """None if it is not known: the command was ended, or its host was lost."""
        return self.command.exit_code

    def check(self) -> Finished:
        """Raises CommandFailed unless the program exited with 0."""
        if self.command.state != CommandState.EXITED or self.exit_code != 0:
            raise CommandFailed(self)
        return self


class Following:
    """Counts the output that was read of a command; the same for clients that block and those that do not."""

    def __init__(self, on_output: OnOutput | None, kept_bytes_max: int) -> None:
        self._on_output = on_output
        self._kept_bytes_max = kept_bytes_max
        self._kept = {stream: bytearray() for stream in CommandOutput}
        self._offsets = dict.fromkeys(CommandOutput, 0)
        self._pause = _PAUSE_SECONDS
        self._heard = time.monotonic()
        self._moved = self._heard

    def missing(self, command: Command) -> list[tuple[CommandOutput, int]]:
        """The outputs that have more, and the byte to go on at."""
        stored = {CommandOutput.STDOUT: command.stdout_stored, CommandOutput.STDERR: command.stderr_stored}
        return [(stream, offset) for stream, offset in self._offsets.items() if offset < stored[stream]]

    def take(self, stream: CommandOutput, piece: bytes) -> None:
        kept = self._kept[stream]
        kept += piece[: max(0, self._kept_bytes_max - len(kept))]
        self._offsets[stream] += len(piece)
        self._moved = time.monotonic()
        self._pause = _PAUSE_SECONDS
        if self._on_output is not None:
            self._on_output(stream, piece)

    def is_over(self, command: Command) -> bool:
        self._heard = time.monotonic()
        if command.state in _OPEN:
            self._moved = self._heard
            return False
        return self._has_all(command) or self._heard - self._moved > REST_SECONDS_MAX

    def _has_all(self, command: Command) -> bool:
        return (
            self._offsets[CommandOutput.STDOUT] == command.stdout_bytes
            and self._offsets[CommandOutput.STDERR] == command.stderr_bytes
        )

    def away(self, error: Exception) -> None:
        """The server did not answer: the command goes on, and so does this for a while."""
        if time.monotonic() - self._heard > AWAY_SECONDS_MAX:
            raise error

    def pause(self) -> float:
        self._pause = min(self._pause * 1.5, _PAUSE_SECONDS_MAX)
        return self._pause

    def finished(self, command: Command) -> Finished:
        kept = {stream: bytes(part) for stream, part in self._kept.items()}
        is_kept = all(len(kept[stream]) == offset for stream, offset in self._offsets.items())
        return Finished(
            command,
            kept[CommandOutput.STDOUT],
            kept[CommandOutput.STDERR],
            is_kept and self._has_all(command) and not command.truncated,
        )


def start(argv: Sequence[str], environment: Mapping[str, str] | None, working_directory: str | None) -> StartCommand:
    if isinstance(argv, str):
        raise ValueError('argv is a list of words, for example ["python", "train.py"]')
    return StartCommand(
        argv=list(argv),
        environment=None if environment is None else dict(environment),
        working_directory=working_directory,
    )


def note_not_cancelled(error: BaseException, command: Command, failure: Exception) -> None:
    error.add_note(f"Command {command.id} could not be cancelled and may still run: {failure}")


class ReleaseRetries:
    """Limits the retries of a release; used by both clients."""

    def __init__(self, allocation_id: UUID) -> None:
        self._allocation_id = allocation_id
        self._until = time.monotonic() + RELEASE_SECONDS_MAX

    def is_over(self, failure: Exception) -> bool:
        passes = isinstance(failure, ServerUnreachable) or (
            isinstance(failure, GpuaasError)
            and (failure.status == _TOO_MANY_REQUESTS or failure.status >= _SERVER_FAILED)
        )
        return not passes or time.monotonic() + RELEASE_PAUSE_SECONDS > self._until

    def note(self, error: BaseException, failure: BaseException) -> None:
        """Adds a note to the error that the caller gets, which may be another one."""
        why = "" if failure is error else f": {failure!r}"
        error.add_note(
            f"Allocation {self._allocation_id} may still cost money: it could not be released{why}. "
            f"Release it with: gpuaas allocations release {self._allocation_id}"
        )


def exec_command(
    commands: CommandsApi,
    project_id: UUID,
    allocation_id: UUID,
    wanted: StartCommand,
    on_output: OnOutput | None,
    kept_bytes_max: int,
) -> Finished:
    command = commands.start_command(project_id, allocation_id, wanted).command
    try:
        return _follow(commands, project_id, command, Following(on_output, kept_bytes_max))
    except BaseException as error:
        # Nobody would learn how it ended.
        try:
            commands.cancel_command(project_id, allocation_id, command.id)
        except Exception as failure:
            note_not_cancelled(error, command, failure)
        raise


def _follow(commands: CommandsApi, project_id: UUID, command: Command, following: Following) -> Finished:
    while True:
        try:
            command = commands.get_command(project_id, command.allocation_id, command.id)
            for stream, offset in following.missing(command):
                _read(commands, project_id, command, stream, offset, following)
            if following.is_over(command):
                return following.finished(command)
        except (ServerUnreachable, Unavailable) as error:
            following.away(error)
        time.sleep(following.pause())


def _read(
    commands: CommandsApi, project_id: UUID, command: Command, stream: CommandOutput, offset: int, following: Following
) -> None:
    with commands.read_command_output(
        project_id, command.allocation_id, command.id, stream=stream, offset=offset
    ) as stored:
        while piece := _next_piece(stored):
            following.take(stream, piece)


def _next_piece(stored: Any) -> bytes:
    try:
        piece: bytes = stored.read(PIECE_BYTES)
        return piece
    except BROKEN:
        return b""


def run_command(
    allocations: AllocationsApi,
    commands: CommandsApi,
    project_id: UUID,
    wanted: CreateAllocation,
    program: StartCommand,
    *,
    keep: bool,
    timeout_seconds: float,
    on_progress: Progress | None,
    on_output: OnOutput | None,
    kept_bytes_max: int,
) -> Finished:
    created = allocations.create_allocation(project_id, wanted)
    try:
        wait_until_active(allocations, project_id, created.id, timeout_seconds=timeout_seconds, on_progress=on_progress)
        finished = exec_command(commands, project_id, created.id, program, on_output, kept_bytes_max)
    except BaseException as error:
        if not keep:
            _release(allocations, project_id, created.id, error)
        raise
    if not keep:
        _release(allocations, project_id, created.id, None)
    return finished


def _release(
    allocations: AllocationsApi, project_id: UUID, allocation_id: UUID, original: BaseException | None
) -> None:
    """Raises the error of the last try. If there is an original error, that one gets a note instead."""
    retries = ReleaseRetries(allocation_id)
    try:
        while True:
            try:
                allocations.release_allocation(project_id, allocation_id)
                return
            except Exception as failure:
                if retries.is_over(failure):
                    raise
            time.sleep(RELEASE_PAUSE_SECONDS)
    except BaseException as failure:
        retries.note(original or failure, failure)
        if original is None or not isinstance(failure, Exception):
            raise
