-- The audit trail: rows are added, never changed. One table a month.
CREATE SEQUENCE audit.event_id;
CREATE TABLE audit.event (
    id             bigint NOT NULL DEFAULT nextval('audit.event_id'),
    -- The transaction that wrote the row. Once no older transaction runs, no row can appear below
    -- it any more: that is what makes a sealed range complete.
    tx             xid8   NOT NULL DEFAULT pg_current_xact_id(),
    occurred_at    timestamptz NOT NULL,
    actor_id       text NOT NULL,
    actor_kind     text NOT NULL,
    tenant_id      uuid,
    project_id     uuid,
    action         text NOT NULL,
    target         text,
    outcome        text NOT NULL CHECK (outcome IN ('succeeded', 'refused', 'failed')),
    error_code     text,
    correlation_id text NOT NULL,
    source_address text,
    detail         text,
    PRIMARY KEY (id, occurred_at)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX event_by_tx ON audit.event (tx, id);
CREATE INDEX event_by_tenant ON audit.event (tenant_id, id);
CREATE INDEX event_by_correlation ON audit.event (correlation_id);

-- Seals: each covers all rows of a range of transactions and the seal before it.
CREATE TABLE audit.seal (
    number     bigint NOT NULL PRIMARY KEY,
    from_tx    xid8   NOT NULL,
    to_tx      xid8   NOT NULL,
    row_ids    bigint[] NOT NULL,
    -- 32 bytes per row, in the order of row_ids: they tell which row was tampered with.
    row_hashes bytea  NOT NULL,
    seal       bytea  NOT NULL,
    sealed_at  timestamptz NOT NULL
);

CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on %.% is refused: the audit trail is append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit.event FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.event FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit.seal FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.seal FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE FUNCTION audit.keep_partitions() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first_day date;
    part text;
BEGIN
    FOR first_day IN SELECT generate_series(date_trunc('month', now()) - interval '1 month', now() + interval '3 months', interval '1 month')::date LOOP
        part := 'event_' || to_char(first_day, 'YYYYMM');
        IF to_regclass('audit.' || part) IS NULL THEN
            EXECUTE format('CREATE TABLE audit.%I PARTITION OF audit.event FOR VALUES FROM (%L) TO (%L)',
                part, first_day::timestamptz, (first_day + interval '1 month')::timestamptz);
            EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.%I FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()', part);
        END IF;
    END LOOP;
END $$;
SELECT audit.keep_partitions();
