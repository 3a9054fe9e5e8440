/**
 * Components and the terminal insert styles at run time. The content security policy accepts only styles with the nonce
 * of this response, and not every library supports one, so every style element created by our scripts gets it. Injected
 * markup is not created this way and stays without a nonce.
 */
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
// bind() keeps only one of the overloads.
const create = document.createElement.bind(document) as (name: string, options?: ElementCreationOptions) => HTMLElement;

document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const made = create(name, options);
  if (made instanceof HTMLStyleElement) {
    made.nonce = nonce;
  }
  return made;
}) as typeof document.createElement;

export {};
