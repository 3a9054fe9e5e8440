-- Rises when the password changes or the account's sign-ins end. Cookies of known browsers carry the number they were
-- made under, and count for nothing under another.
ALTER TABLE issuer.user_account ADD COLUMN browsers_epoch bigint NOT NULL DEFAULT 0;
