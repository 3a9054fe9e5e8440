import type { Failure } from "../api/failures";

/** Facts for the people who look into a problem. */
export type Bundle = {
  made_at: string;
  page: string;
  console: string;
  browser: string;
  window: string;
  principal_id: string;
  roles: string[];
  failures: Failure[];
};

const REMOVED = "[removed]";

/** Patterns of credentials: our tokens, headers, web tokens, private keys, and values of tell-tale names. */
const SECRETS = [
  /gpuaas_[A-Za-z0-9._~-]+/g,
  /\bgp(?:r_|[jg]1\.)[A-Za-z0-9._~-]+/g,
  /\b(?:Bearer|Basic)\s+[^\s"',]+/gi,
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)?/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(sk|rk|whsec)_[A-Za-z0-9_]+/g,
  /\b(?:set-)?cookies?["'\\]*\s*[=:][^\r\n]*/gi,
  // Lengths are bounded so that a long text takes linear time. A value may be cut off before its closing quote.
  /[\w-]{0,40}(?:pass(?:word|phrase)?|secret|token|api[_-]?key|authorization)[\w-]{0,40}["'\\]*\s*[=:]\s*(\\+"[^"]*"?|"(?:[^"\\]|\\.)*"?|[^\s,;&"]+)/gi,
  /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,253}\.[A-Za-z]{2,}/g,
];

/** Removes credentials and mail addresses from a text. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, pattern) => rest.replace(pattern, REMOVED), text);
}

/** The bundle as text. Every text in it is searched for secrets, wherever it came from. */
export function bundleText(bundle: Bundle): string {
  return JSON.stringify(bundle, (_key, value) => (typeof value === "string" ? withoutSecrets(value) : value), 2);
}
