-- What a tenant is told a month cost: what the ledger earned, line by line. Credit notes refer to one.
CREATE TABLE billing.statement (
    id          uuid   NOT NULL PRIMARY KEY,
    kind        text   NOT NULL CHECK (kind IN ('statement', 'credit_note')),
    tenant_id   uuid   NOT NULL,
    month       text   NOT NULL,
    currency    text   NOT NULL,
    -- Exactly what was booked; the rounded total is what is shown as due, rounded once.
    total_nanos bigint NOT NULL,
    total_cents bigint NOT NULL,
    refers      uuid   REFERENCES billing.statement,
    reason      text,
    closed_at   timestamptz NOT NULL,
    CHECK ((refers IS NOT NULL) = (kind = 'credit_note'))
);
CREATE UNIQUE INDEX one_statement ON billing.statement (tenant_id, month, currency) WHERE kind = 'statement';
CREATE INDEX statement_of_tenant ON billing.statement (tenant_id, id DESC);
CREATE TABLE billing.statement_line (
    statement_id uuid    NOT NULL REFERENCES billing.statement,
    number       integer NOT NULL,
    project_id   uuid,
    -- Absent: not use, but what the description says.
    sku          text,
    description  text    NOT NULL,
    gpu_seconds  bigint  NOT NULL,
    amount_nanos bigint  NOT NULL,
    PRIMARY KEY (statement_id, number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.statement FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.statement FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.statement_line FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.statement_line FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();

-- Corrections by finance. Large ones wait for somebody else to agree.
CREATE TABLE billing.adjustment (
    id           uuid   NOT NULL PRIMARY KEY,
    tenant_id    uuid   NOT NULL,
    kind         text   NOT NULL CHECK (kind IN ('credit', 'debit', 'write_off', 'credit_note')),
    currency     text   NOT NULL,
    amount_nanos bigint NOT NULL CHECK (amount_nanos > 0),
    reason       text   NOT NULL,
    statement_id uuid   REFERENCES billing.statement,
    state        text   NOT NULL CHECK (state IN ('pending', 'booked', 'rejected')),
    requested_by text   NOT NULL,
    requested_at timestamptz NOT NULL,
    decided_by   text,
    decided_at   timestamptz,
    CHECK ((statement_id IS NOT NULL) = (kind = 'credit_note'))
);
CREATE INDEX adjustment_of_tenant ON billing.adjustment (tenant_id, id DESC);
