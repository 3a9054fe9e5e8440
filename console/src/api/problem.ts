import type { Problem } from ".";

/** What the server refused and why, or what kept us from asking it. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly correlationId: string | undefined;
  readonly violations: { field: string; message: string }[];

  constructor(problem: Partial<Problem>, status: number) {
    super(problem.detail ?? problem.title ?? `The server answered with status ${status}.`);
    this.name = "ProblemError";
    this.code = problem.code ?? "unknown";
    this.status = status;
    this.correlationId = problem.correlation_id;
    this.violations = problem.violations ?? [];
  }

  /** What the server says about one field of a form, by the field's name in the contract. */
  violationOf(field: string): string | undefined {
    return this.violations.find((one) => one.field.replace(/^\//, "") === field)?.message;
  }
}

export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) {
    return error;
  }
  if (error instanceof TypeError) {
    return new ProblemError({ detail: "The server cannot be reached. Check the connection and try again.", code: "unreachable" }, 0);
  }
  return new ProblemError({ detail: error instanceof Error ? error.message : String(error), code: "console" }, 0);
}
