from __future__ import annotations

from typing import TYPE_CHECKING

from .generated.models import Problem, Violation

if TYPE_CHECKING:
    from .running import Finished


class GpuaasError(Exception):
    """The server refused a call or failed at it. `code` is stable; texts are for people.

    What programs usually tell apart has a class of its own, below.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(_sentence(problem))
        self.code = problem.code
        self.status = problem.status
        self.blame = problem.blame
        self.title = problem.title
        self.detail = problem.detail
        self.correlation_id = problem.correlation_id
        self.violations: list[Violation] = problem.violations or []


class Invalid(GpuaasError):
    """The request itself is wrong; `violations` says where."""


class NotSignedIn(GpuaasError):
    """There is no valid credential."""


class NotPermitted(GpuaasError):
    """The credential does not permit it."""


class NotFound(GpuaasError):
    """There is no such thing, or it is another tenant's."""


class Conflict(GpuaasError):
    """The present state does not allow it: a name is taken, a state is wrong, capacity or credit is missing."""


class RateLimited(GpuaasError):
    """Too many calls; this one was repeated as often as the retry limits allow."""


class Unavailable(GpuaasError):
    """The server cannot act now; this call was repeated as often as the retry limits allow."""


_BY_STATUS: dict[int, type[GpuaasError]] = {
    400: Invalid,
    401: NotSignedIn,
    403: NotPermitted,
    404: NotFound,
    409: Conflict,
    422: Invalid,
    429: RateLimited,
    503: Unavailable,
}


def refusal(problem: Problem) -> GpuaasError:
    return _BY_STATUS.get(problem.status, GpuaasError)(problem)


class ServerUnreachable(Exception):
    """No answer came. Whether the server acted is unknown; with the same idempotency key it is safe to ask again."""


class SignInFailed(Exception):
    """A credential could not be had: nobody is signed in, the sign-in ended, or it was refused."""


class WaitEnded(Exception):
    """The awaited state was not reached. `allocation` is as it was seen last."""

    def __init__(self, sentence: str, allocation: object) -> None:
        super().__init__(sentence)
        self.allocation = allocation


class WaitFailed(WaitEnded):
    """The allocation came to another end, which it will not leave by itself."""


class WaitTimedOut(WaitEnded):
    """The time is over; the allocation goes on."""


class CommandFailed(Exception):
    """A program did not exit with 0. `finished` has its end and its output."""

    def __init__(self, finished: Finished) -> None:
        command = finished.command
        reason = "" if command.reason is None else f": {command.reason}"
        code = "" if command.exit_code is None else f" with exit code {command.exit_code}"
        state = str(getattr(command.state, "value", command.state))
        super().__init__(f"Command {command.id} is {state}{code}{reason}")
        self.finished = finished


def _sentence(problem: Problem) -> str:
    # The violations say all that the detail does, and more.
    violations = [f"{violation.field} {violation.message}" for violation in problem.violations or []]
    happened = "; ".join(violations) or problem.detail
    what = problem.title if happened in (None, "", problem.title) else f"{problem.title}: {happened}"
    return f"{what} ({problem.code}, correlation id {problem.correlation_id})"
