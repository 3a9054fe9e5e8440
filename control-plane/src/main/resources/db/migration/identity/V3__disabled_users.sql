-- A disabled user keeps roles and history but has no access by any way.
ALTER TABLE identity.principal
    ADD COLUMN disabled_at     timestamptz,
    ADD COLUMN disabled_reason text;
CREATE INDEX principal_users ON identity.principal (id) WHERE kind = 'user';
