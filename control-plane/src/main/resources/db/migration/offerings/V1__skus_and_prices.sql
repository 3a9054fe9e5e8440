-- What can be bought. A row is changed only through its version, and never deleted: what was bought keeps naming it.
CREATE TABLE offerings.sku (
    name          text    NOT NULL PRIMARY KEY,
    title         text    NOT NULL,
    shape         text    NOT NULL CHECK (shape IN ('bare_metal', 'gpu_slice', 'mig')),
    gpu_model     text    NOT NULL,
    mig_profile   text    CHECK ((mig_profile IS NOT NULL) = (shape = 'mig')),
    -- In units: GPUs of a slice, hosts, MIG instances.
    counts        integer[] NOT NULL CHECK (cardinality(counts) BETWEEN 1 AND 16 AND 0 < ALL (counts)),
    gpus_per_unit integer NOT NULL CHECK (gpus_per_unit BETWEEN 1 AND 64),
    vcpus         integer NOT NULL CHECK (vcpus > 0),
    memory_bytes  bigint  NOT NULL CHECK (memory_bytes > 0),
    nvme_bytes    bigint  NOT NULL CHECK (nvme_bytes >= 0),
    -- Absent: anywhere.
    region        text,
    zone          text    CHECK (zone IS NULL OR region IS NOT NULL),
    isolation     text    NOT NULL CHECK (isolation IN ('user_revoke', 'full_reimage')),
    images        text[]  NOT NULL,
    visibility    text    NOT NULL CHECK (visibility IN ('all', 'listed')),
    retired_at    timestamptz,
    version       bigint  NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL
);

-- Who sees a SKU that only listed tenants see.
CREATE TABLE offerings.sku_tenant (
    sku       text NOT NULL REFERENCES offerings.sku,
    tenant_id uuid NOT NULL,
    PRIMARY KEY (sku, tenant_id)
);

-- Prices are added, never changed: the one in effect is the latest that has begun, and two never begin at once.
CREATE TABLE offerings.price (
    id                 uuid   NOT NULL PRIMARY KEY,
    sku                text   NOT NULL REFERENCES offerings.sku,
    -- Absent: for everybody who has no price of their own.
    tenant_id          uuid,
    gpu_hour_nanos     bigint NOT NULL CHECK (gpu_hour_nanos >= 0),
    currency           text   NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    effective_from     timestamptz NOT NULL,
    added_at           timestamptz NOT NULL,
    added_by           text   NOT NULL,
    UNIQUE NULLS NOT DISTINCT (sku, tenant_id, effective_from)
);

CREATE FUNCTION offerings.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on %.% is refused: prices are append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON offerings.price FOR EACH ROW EXECUTE FUNCTION offerings.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON offerings.price FOR EACH STATEMENT EXECUTE FUNCTION offerings.refuse_change();
