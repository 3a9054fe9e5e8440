// The token stands in the fragment, which no server and no log sees; it goes into the form and leaves the address.
"use strict";

const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", location.pathname);
if (token) {
  document.getElementById("token").value = token;
  document.getElementById("password").focus();
}
