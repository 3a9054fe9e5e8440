-- The platform of an image, read from its config when the manifest arrives; null for anything else.
ALTER TABLE registry.manifest ADD COLUMN platform text;

-- The caller a grant was issued to, for the audit trail.
ALTER TABLE registry.access_grant ADD COLUMN caller_id text;
ALTER TABLE registry.access_grant ADD COLUMN caller_kind text;
ALTER TABLE registry.access_grant ADD COLUMN caller_name text;

-- Tenants whose permanent repositories a grant opens for reading.
CREATE TABLE registry.granted_tenant (
    grant_id  uuid NOT NULL REFERENCES registry.access_grant ON DELETE CASCADE,
    tenant_id uuid NOT NULL,
    PRIMARY KEY (grant_id, tenant_id)
);
