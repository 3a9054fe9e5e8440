-- Months of the trail that were exported to the object store. A month with dropped_at has left the database.
CREATE TABLE audit.archive (
    month       date PRIMARY KEY CHECK (extract(day FROM month) = 1),
    -- The parts, in order: each is a gzip file, and so are all of them one after the other.
    objects     text[] NOT NULL,
    digests     text[] NOT NULL,
    bytes       bigint NOT NULL,
    -- SHA-256 of all parts together.
    sha256      text   NOT NULL,
    row_count   bigint NOT NULL,
    -- The seals in the parts go from first_seal to as far as rows of the month lie. Up to last_seal no seal covers a
    -- row of a later month: there the chain in the database goes on once the month is dropped.
    first_seal     bigint NOT NULL,
    last_seal      bigint NOT NULL,
    last_seal_tx   xid8   NOT NULL,
    last_seal_hmac bytea  NOT NULL,
    -- Rows of this month under seals after last_seal, which also cover rows of later months.
    rows_under_later_seals int8multirange NOT NULL,
    exported_at timestamptz NOT NULL,
    -- Under the key of the seals, over everything above.
    mac         bytea NOT NULL,
    dropped_at  timestamptz
);

-- A month that was exported and not dropped may be exported again; one that was dropped stays as it is.
CREATE FUNCTION audit.refuse_archive_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        RAISE EXCEPTION 'TRUNCATE on audit.archive is refused: the audit trail is append-only'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.dropped_at IS NOT NULL THEN
        RAISE EXCEPTION '% of month % in audit.archive is refused: the audit trail is append-only', TG_OP, OLD.month
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit.archive FOR EACH ROW EXECUTE FUNCTION audit.refuse_archive_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.archive FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_archive_change();

-- Seals of dropped months may go, since they are in the object store. The last of them stays: the next seal follows it.
CREATE FUNCTION audit.refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.number < (SELECT max(last_seal) FROM audit.archive WHERE dropped_at IS NOT NULL) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on %.% is refused: the audit trail is append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
DROP TRIGGER append_only ON audit.seal;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit.seal FOR EACH ROW EXECUTE FUNCTION audit.refuse_seal_change();

-- One process exports at a time.
CREATE TABLE audit.archive_lease (
    held_until timestamptz NOT NULL
);
INSERT INTO audit.archive_lease VALUES ('-infinity');
