-- A credential of the principal ended: streams that were opened before this time end. Other credentials stay valid, so
-- such a row need not revoke everything.
ALTER TABLE identity.revocation ADD COLUMN streams_before timestamptz;
ALTER TABLE identity.revocation ALTER COLUMN revoked_before DROP NOT NULL;
ALTER TABLE identity.revocation ALTER COLUMN reason DROP NOT NULL;
CREATE INDEX revocation_by_streams ON identity.revocation (streams_before);
