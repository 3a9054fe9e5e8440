/** Finds a fault in a pasted key. A private key must not be sent; the server would refuse it, but would have it. */
export function pemFault(text: string): string | undefined {
  if (text.trim() === "") {
    return undefined;
  }
  if (/PRIVATE KEY/.test(text)) {
    return "This is a private key. Keep it to yourself, and paste the public one.";
  }
  return /-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[\s\S]+-----END \1-----/.test(text)
    ? undefined
    : "Paste everything from BEGIN to END of a public key or certificate in PEM.";
}
