import type { Problem } from ".";
import { ProblemError } from "./problem";

/** The signed-in user of this browser's cookie, and the CSRF token of this page. */
export type Session = { principal_id: string; display_name: string; csrf_token: string; expires_at: string };

const NOBODY = 401;

let current: Promise<Session | undefined> | undefined;

async function fetchSession(): Promise<Session | undefined> {
  const response = await fetch("/auth/session");
  if (response.ok) {
    // The sign-in pages are no part of the contract; this is their only reader.
    return (await response.json()) as Session;
  }
  if (response.status === NOBODY) {
    return undefined;
  }
  // Every field is optional, whatever a proxy answered.
  throw new ProblemError((await response.json().catch(() => ({}))) as Partial<Problem>, response.status);
}

/** Undefined only if the server says that nobody is signed in; throws if it cannot tell. */
export function session(): Promise<Session | undefined> {
  current ??= fetchSession().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

/** Forgets the session after a new sign-in in another tab. */
export function forgetSession(): void {
  current = undefined;
}

/** Goes to the sign-in page and returns to the current page. */
export function signIn(): void {
  const here = location.pathname + location.search;
  location.assign(`/auth/login?return_to=${encodeURIComponent(here)}`);
}

/** Called when the session ended after the page loaded. Visitors without a session see the welcome page instead. */
export async function signInAgain(): Promise<void> {
  if (await session().catch(() => undefined)) {
    signIn();
  }
}

export async function signOut(): Promise<void> {
  const known = await session();
  const response = await fetch("/auth/logout", {
    method: "POST",
    headers: known ? { "X-CSRF-Token": known.csrf_token } : {},
  });
  // An external issuer ends its own login at its own URL.
  const elsewhere =
    // As above: no part of the contract.
    response.status === 200 ? ((await response.json()) as { continue_at: string }).continue_at : undefined;
  location.assign(elsewhere ?? "/");
}
