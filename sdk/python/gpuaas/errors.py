from __future__ import annotations

from .generated.models import Problem, Violation


class GpuaasError(Exception):
    """The server refused a call or failed at it. `code` is stable; texts are for people."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(_sentence(problem))
        self.code = problem.code
        self.status = problem.status
        self.blame = problem.blame
        self.title = problem.title
        self.detail = problem.detail
        self.correlation_id = problem.correlation_id
        self.violations: list[Violation] = problem.violations or []


class ServerUnreachable(Exception):
    """No answer came. Whether the server acted is unknown; with the same idempotency key it is safe to ask again."""


def _sentence(problem: Problem) -> str:
    # The violations say all that the detail does, and more.
    violations = [f"{violation.field} {violation.message}" for violation in problem.violations or []]
    happened = "; ".join(violations) or problem.detail
    what = problem.title if happened in (None, "", problem.title) else f"{problem.title}: {happened}"
    return f"{what} ({problem.code}, correlation id {problem.correlation_id})"
