// The token is in the fragment, which reaches no server or log; it moves from the URL into the form.
"use strict";

const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", location.pathname);
if (token) {
  document.getElementById("token").value = token;
  document.getElementById("password").focus();
}
