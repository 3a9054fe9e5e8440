import { afterEach, expect, test } from "vitest";
import { asProblem } from "./problem";
import { forgetSession, session, signInAgain } from "./session";

const ADA = { principal_id: "p", display_name: "Ada", csrf_token: "t", expires_at: "2030-01-01T00:00:00Z" };
const fetchOfNode = globalThis.fetch;

function answerWith(answer: () => Promise<Response>): void {
  globalThis.fetch = answer;
}

afterEach(() => {
  globalThis.fetch = fetchOfNode;
  forgetSession();
});

test("nobody is signed in when the server says so", async () => {
  answerWith(async () => Response.json({ code: "unauthenticated" }, { status: 401 }));
  expect(await session()).toBeUndefined();
});

test("a server failure does not count as signed out", async () => {
  answerWith(async () =>
    Response.json({ code: "unavailable", detail: "The database is away.", correlation_id: "c-1" }, { status: 503 }),
  );
  const problem = asProblem(await session().catch((error: unknown) => error));
  expect(problem).toMatchObject({ status: 503, message: "The database is away.", correlationId: "c-1" });
});

test("a proxy response does not count as signed out", async () => {
  answerWith(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  expect(asProblem(await session().catch((error: unknown) => error)).status).toBe(502);
});

test("only a session that ended after page load redirects to sign-in", async () => {
  const visited: string[] = [];
  Object.assign(globalThis, {
    location: { pathname: "/billing", search: "", assign: (address: string) => visited.push(address) },
  });
  answerWith(async () => Response.json({}, { status: 401 }));
  await signInAgain();
  expect(visited).toEqual([]);
  forgetSession();
  answerWith(async () => Response.json(ADA));
  await signInAgain();
  expect(visited).toEqual(["/auth/login?return_to=%2Fbilling"]);
});

test("a failed session query is retried", async () => {
  answerWith(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(asProblem(await session().catch((error: unknown) => error)).code).toBe("unreachable");
  answerWith(async () => Response.json(ADA));
  expect(await session()).toEqual(ADA);
});
