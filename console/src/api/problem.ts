import type { Problem } from ".";

/** A refusal by the server, or a failure to reach it. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly correlationId: string | undefined;
  readonly violations: { field: string; message: string }[];

  constructor(problem: Partial<Problem>, status: number) {
    super(problem.detail ?? problem.title ?? `The server responded with status ${status}.`);
    this.name = "ProblemError";
    this.code = problem.code ?? "unknown";
    this.status = status;
    this.correlationId = problem.correlation_id;
    this.violations = problem.violations ?? [];
  }

  /** The server's message about one form field, by its name in the contract. */
  violationOf(field: string): string | undefined {
    return this.violations.find((one) => one.field.replace(/^\//, "") === field)?.message;
  }
}

export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) {
    return error;
  }
  if (error instanceof TypeError) {
    return new ProblemError(
      { detail: "Can't reach the server. Check your connection and try again.", code: "unreachable" },
      0,
    );
  }
  return new ProblemError({ detail: error instanceof Error ? error.message : String(error), code: "console" }, 0);
}
