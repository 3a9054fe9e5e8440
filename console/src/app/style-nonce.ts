/**
 * Components and the terminal write styles into the page as they go. The page's policy takes those only with the word
 * the server put into this answer, and not every library can be given it, so whatever our scripts make has it. Markup
 * that somebody smuggles into a page is not made this way and stays without.
 */
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
const create = document.createElement.bind(document) as (name: string, options?: ElementCreationOptions) => HTMLElement;

document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const made = create(name, options);
  if (made instanceof HTMLStyleElement) {
    made.nonce = nonce;
  }
  return made;
}) as typeof document.createElement;

export {};
