/** Who is signed in with this browser's cookie, and the token that proves a change comes from this page. */
export type Session = { principal_id: string; display_name: string; csrf_token: string; expires_at: string };

let current: Promise<Session | undefined> | undefined;

async function fetchSession(): Promise<Session | undefined> {
  const response = await fetch("/auth/session");
  return response.ok ? ((await response.json()) as Session) : undefined;
}

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
