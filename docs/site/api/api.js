// Renders the contract. Redoc makes its styles while it runs; the page's policy knows them by the nonce.
const { nonce } = document.querySelector('meta[property="csp-nonce"]');
const fonts = { typography: { fontFamily: "system-ui, sans-serif", headings: { fontFamily: "system-ui, sans-serif" } } };
Redoc.init(
  "/docs/openapi.json",
  { nonce, theme: fonts, hideDownloadButton: true, nativeScrollbars: true, expandResponses: "", hideHostname: true },
  document.getElementById("reference"),
);
