import createClient from "openapi-fetch";
import type { Problem } from ".";
import { keepFailure } from "./failures";
import { asProblem, ProblemError } from "./problem";
import type { paths } from "./schema";
import { forgetSession, session, signInAgain } from "./session";

export { once } from "./act";

const READS = new Set(["GET", "HEAD"]);

/** The API, typed by the contract. Wrap calls in `ask` to get the data or a ProblemError. */
// Read at each call so that a page can replace it.
export const api = createClient<paths>({ baseUrl: location.origin, fetch: (request) => fetch(request) });

api.use({
  async onRequest({ request }) {
    if (!READS.has(request.method)) {
      const known = await session();
      request.headers.set("X-CSRF-Token", known?.csrf_token ?? "");
    }
    return request;
  },
  onResponse({ response }) {
    if (response.status === 401) {
      void signInAgain();
    }
  },
});

type Answer<T> = { data?: T; error?: unknown; response: Response };

export async function ask<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer.catch((lost: unknown) => {
    keep(asProblem(lost), "");
    throw lost;
  });
  if (!response.ok) {
    // Every field is optional, whatever a proxy answered.
    const problem = new ProblemError((error ?? {}) as Partial<Problem>, response.status);
    keep(problem, response.url);
    if (problem.code === "csrf_rejected") {
      forgetSession();
    }
    throw problem;
  }
  // openapi-fetch gives data whenever it gives no error.
  return data as T;
}

/** Keeps what a problem report needs; of the address only the path. */
function keep({ status, code, message, correlationId }: ProblemError, url: string): void {
  keepFailure({
    at: new Date().toISOString(),
    status,
    code,
    message,
    path: url && new URL(url).pathname,
    ...(correlationId ? { correlationId } : {}),
  });
}

type Page<T> = { items: T[]; next_cursor?: string };

/** Fetches all pages up to a bound, for lists that are naturally short. */
export async function all<T>(page: (cursor: string | undefined) => Promise<Page<T>>, pagesMax = 10): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let number = 0; number < pagesMax; number++) {
    const next = await page(cursor);
    items.push(...next.items);
    cursor = next.next_cursor;
    if (!cursor) {
      break;
    }
  }
  return items;
}
