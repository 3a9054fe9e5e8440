import type { Problem } from ".";
import { ProblemError } from "./problem";

/** Who is signed in with this browser's cookie, and the token that proves a change comes from this page. */
export type Session = { principal_id: string; display_name: string; csrf_token: string; expires_at: string };

const NOBODY = 401;

let current: Promise<Session | undefined> | undefined;

async function fetchSession(): Promise<Session | undefined> {
  const response = await fetch("/auth/session");
  if (response.ok) {
    return (await response.json()) as Session;
  }
  if (response.status === NOBODY) {
    return undefined;
  }
  throw new ProblemError((await response.json().catch(() => ({}))) as Partial<Problem>, response.status);
}

/** Nobody, as undefined, only when the server says so: fails when it cannot say. */
export function session(): Promise<Session | undefined> {
  current ??= fetchSession().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

/** Somebody signed in anew in another tab: what we know of the session is not true any more. */
export function forgetSession(): void {
  current = undefined;
}

/** Leaves for the sign-in page and comes back to where we are. */
export function signIn(): void {
  const here = location.pathname + location.search;
  location.assign("/auth/login?return_to=" + encodeURIComponent(here));
}

/** Somebody was signed in when this page came and is not any more. Who never was is shown the welcome instead. */
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
  // An issuer outside ends its own login at an address of its own.
  const elsewhere = response.status === 200 ? ((await response.json()) as { continue_at: string }).continue_at : undefined;
  location.assign(elsewhere ?? "/");
}
