-- The ID token an outside issuer wants to see at sign-out, sealed with a key that follows from the cookie.
ALTER TABLE sessions.session ADD COLUMN sign_out_hint text;
