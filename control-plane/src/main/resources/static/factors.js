// Asks a passkey or security key to sign, then sends the form with its answer.
"use strict";

const key = document.getElementById("key");
const form = key.querySelector("form");
const note = document.getElementById("key-note");

const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const described = (keys) => keys.map((one) => ({ ...one, id: decode(one.id) }));

async function create(options) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: decode(options.challenge),
      user: { ...options.user, id: decode(options.user.id) },
      excludeCredentials: described(options.excludeCredentials),
    },
  });
  return answer(made, {
    attestationObject: encode(made.response.attestationObject),
    transports: made.response.getTransports?.() ?? [],
  });
}

async function get(options) {
  const used = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: decode(options.challenge),
      allowCredentials: described(options.allowCredentials),
    },
  });
  return answer(used, {
    authenticatorData: encode(used.response.authenticatorData),
    signature: encode(used.response.signature),
    userHandle: used.response.userHandle ? encode(used.response.userHandle) : null,
  });
}

function answer(credential, response) {
  return JSON.stringify({
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? null,
    response: { clientDataJSON: encode(credential.response.clientDataJSON), ...response },
    clientExtensionResults: {},
  });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  note.hidden = true;
  try {
    const options = JSON.parse(key.dataset.options);
    form.elements.answer.value = await (key.dataset.creates ? create(options) : get(options));
    form.submit();
  } catch (problem) {
    note.textContent =
      problem.name === "InvalidStateError"
        ? "This key is already registered."
        : "The key did not respond. Try again, or use a code.";
    note.hidden = false;
    button.disabled = false;
  }
});
