CREATE TABLE identity.tenant (
    id         uuid NOT NULL PRIMARY KEY,
    slug       text NOT NULL UNIQUE,
    name       text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE identity.project (
    id         uuid NOT NULL PRIMARY KEY,
    tenant_id  uuid NOT NULL REFERENCES identity.tenant (id),
    slug       text NOT NULL,
    name       text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (tenant_id, slug)
);
CREATE INDEX project_by_tenant ON identity.project (tenant_id, id);

CREATE TABLE identity.principal (
    id           uuid NOT NULL PRIMARY KEY,
    kind         text NOT NULL CHECK (kind IN ('user', 'service_account')),
    display_name text NOT NULL,
    created_at   timestamptz NOT NULL
);

-- A role on the platform (no tenant), in a tenant, or in one project of a tenant.
CREATE TABLE identity.role_binding (
    principal_id uuid NOT NULL REFERENCES identity.principal (id),
    role         text NOT NULL,
    tenant_id    uuid REFERENCES identity.tenant (id),
    project_id   uuid REFERENCES identity.project (id),
    CHECK (project_id IS NULL OR tenant_id IS NOT NULL),
    UNIQUE NULLS NOT DISTINCT (principal_id, role, tenant_id, project_id)
);

-- Only the hash is kept: the token has 256 random bits, so a plain digest cannot be turned back.
CREATE TABLE identity.access_token (
    token_hash   bytea NOT NULL PRIMARY KEY,
    principal_id uuid  NOT NULL REFERENCES identity.principal (id),
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    revoked_at   timestamptz
);
