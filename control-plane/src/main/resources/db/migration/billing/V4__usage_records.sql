-- What apps can report. A measure has one unit everything is kept and priced in; other units are turned into it. Neither is
-- ever changed: what was reported keeps its meaning.
CREATE TABLE billing.measure (
    name         text    NOT NULL PRIMARY KEY,
    title        text    NOT NULL,
    unit         text    NOT NULL,
    -- What one record can have at most, in the measure's own unit: more is a mistake.
    quantity_max numeric NOT NULL CHECK (quantity_max > 0),
    created_by   text    NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE TABLE billing.measure_unit (
    measure text    NOT NULL REFERENCES billing.measure,
    name    text    NOT NULL,
    -- How many of the measure's own unit one of it is.
    factor  numeric NOT NULL CHECK (factor > 0),
    PRIMARY KEY (measure, name)
);
-- As with SKUs: prices are added, never changed, and the one in effect is the latest that has begun.
CREATE TABLE billing.measure_price (
    id             uuid   NOT NULL PRIMARY KEY,
    measure        text   NOT NULL REFERENCES billing.measure,
    -- Absent: for everybody who has no price of their own.
    tenant_id      uuid,
    nanos          bigint NOT NULL CHECK (nanos >= 0),
    -- Of how many of the measure's own unit.
    per            bigint NOT NULL CHECK (per > 0),
    currency       text   NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    effective_from timestamptz NOT NULL,
    added_by       text   NOT NULL,
    added_at       timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (measure, tenant_id, effective_from)
);

-- What was reported and what it cost, the price on the row. Not by month as other use: a record must be known again for as
-- long as somebody may send it, wherever its time lies.
CREATE TABLE billing.usage_record (
    id           uuid    NOT NULL PRIMARY KEY,
    project_id   uuid    NOT NULL,
    -- The program that counts, and the id it chose: together with the project what makes a record the same.
    producer     text    NOT NULL,
    record_id    text    NOT NULL,
    tenant_id    uuid    NOT NULL,
    app_instance text    NOT NULL,
    measure      text    NOT NULL REFERENCES billing.measure,
    -- In the measure's own unit.
    quantity     numeric NOT NULL CHECK (quantity > 0),
    starts_at    timestamptz NOT NULL,
    ends_at      timestamptz NOT NULL CHECK (ends_at > starts_at),
    price_id     uuid    NOT NULL REFERENCES billing.measure_price,
    price_nanos  bigint  NOT NULL,
    price_per    bigint  NOT NULL,
    currency     text    NOT NULL,
    amount_nanos bigint  NOT NULL CHECK (amount_nanos >= 0),
    transfer_id  bigint  CHECK ((transfer_id IS NOT NULL) = (amount_nanos > 0)),
    reported_by  text    NOT NULL,
    reported_at  timestamptz NOT NULL,
    UNIQUE (project_id, producer, record_id)
);
CREATE INDEX usage_record_period ON billing.usage_record (project_id, producer, app_instance, measure, starts_at);
CREATE INDEX usage_record_of_tenant ON billing.usage_record (tenant_id, starts_at);
CREATE INDEX usage_record_of_project ON billing.usage_record (project_id, id DESC);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.measure FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.measure FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.measure_unit FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.measure_unit FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.measure_price FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.measure_price FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.usage_record FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.usage_record FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();
