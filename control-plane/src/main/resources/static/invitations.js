// The token is in the fragment, which reaches no server or log; it is kept in this page only.
"use strict";

const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", location.pathname);

let session = null;
let finished = false;

const element = (id) => document.getElementById(id);

function show(text, isProblem = false) {
  const message = element("message");
  message.textContent = text;
  message.className = isProblem ? "note" : "";
}

async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  if (session) {
    headers["X-CSRF-Token"] = session.csrf_token;
  }
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(`${answer.detail ?? answer.title} (correlation ID ${answer.correlation_id})`);
  }
  return answer;
}

function finish(text) {
  finished = true;
  element("answer").hidden = true;
  element("join").hidden = true;
  element("next").hidden = false;
  show(text);
}

/** Buttons wait while their request runs, so that a second click sends nothing. */
function onSubmit(id, act) {
  element(id).addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.target.querySelector("button");
    button.disabled = true;
    try {
      await act();
    } catch (problem) {
      show(problem.message, true);
    } finally {
      button.disabled = false;
    }
  });
}

async function findOutWhoIsHere() {
  if (finished) {
    return;
  }
  if (!token) {
    show("This link is incomplete. Open the link in the email again.", true);
    return;
  }
  const response = await fetch("/auth/session");
  session = response.ok ? await response.json() : null;
  element("answer").hidden = session === null;
  element("join").hidden = session !== null;
  element("name").textContent = session?.display_name ?? "";
  show(session ? "Do you accept the invitation?" : "Create an account to accept the invitation.");
}

onSubmit("accept", async () => {
  const grant = await send("/api/v1/invitations/accept", { token });
  finish(`Accepted. You are now ${grant.role.replaceAll("_", " ")}.`);
});
onSubmit("decline", async () => {
  await send("/api/v1/invitations/decline", { token });
  finish("Declined.");
});
onSubmit("create", async () => {
  const user = await send("/api/v1/invitations/join", {
    token,
    display_name: element("display_name").value,
    password: element("password").value,
  });
  finish(`Welcome, ${user.display_name}. Sign in with your email address and password.`);
});

// The user may have signed in in another tab.
window.addEventListener("focus", findOutWhoIsHere);
findOutWhoIsHere();
