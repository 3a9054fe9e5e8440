-- How far each shard is billed. Tenants are spread over shards; whoever bills one holds its row.
CREATE TABLE billing.shard (
    number       integer     NOT NULL PRIMARY KEY,
    billed_until timestamptz NOT NULL
);
INSERT INTO billing.shard SELECT number, 'epoch' FROM generate_series(0, 15) AS number;

-- A stretch of time in which an allocation works and is paid for, in whole seconds. An allocation that does not work for
-- a while has several. Most rows are not written while they run: they are billed as far as their shard.
CREATE TABLE billing.meter (
    id            bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    shard         integer NOT NULL REFERENCES billing.shard,
    allocation_id uuid    NOT NULL,
    tenant_id     uuid    NOT NULL,
    project_id    uuid    NOT NULL,
    sku           text    NOT NULL,
    gpus          integer NOT NULL CHECK (gpus > 0),
    created_by    text    NOT NULL,
    starts_at     timestamptz NOT NULL,
    ends_at       timestamptz CHECK (ends_at >= starts_at),
    -- new: nothing is billed yet; running: billed as far as the shard; closed: billed to its end.
    state         text    NOT NULL CHECK (state IN ('new', 'running', 'closed')),
    UNIQUE (allocation_id, starts_at)
);
CREATE UNIQUE INDEX one_open_meter ON billing.meter (allocation_id) WHERE ends_at IS NULL;
CREATE INDEX meter_in_shard ON billing.meter (shard) WHERE state <> 'closed';
-- Those a tick writes to: few, however many run.
CREATE INDEX meter_new ON billing.meter (shard, starts_at) WHERE state = 'new';
CREATE INDEX meter_ending ON billing.meter (shard, ends_at) WHERE state <> 'closed' AND ends_at IS NOT NULL;
CREATE INDEX meter_of_tenant ON billing.meter (tenant_id, starts_at);
CREATE INDEX meter_open_of_tenant ON billing.meter (tenant_id) WHERE state <> 'closed';

-- What was used and what it cost, by window: the price is kept on the row. Added to, never changed. Project and SKU stand
-- with the meter, which keeps them; a row here is written for every allocation and minute, so it has one index.
CREATE TABLE billing.usage (
    allocation_id  uuid    NOT NULL,
    starts_at      timestamptz NOT NULL,
    kind           text    NOT NULL CHECK (kind IN ('usage', 'correction')),
    ends_at        timestamptz NOT NULL CHECK (ends_at > starts_at),
    meter_id       bigint  NOT NULL,
    tenant_id      uuid    NOT NULL,
    gpus           integer NOT NULL,
    -- Below zero when taken back.
    seconds        integer NOT NULL,
    -- Absent: nothing was asked for it then.
    price_id       uuid,
    gpu_hour_nanos bigint,
    currency       text,
    amount_nanos   bigint  NOT NULL,
    transfer_id    bigint,
    PRIMARY KEY (allocation_id, starts_at, kind)
) PARTITION BY RANGE (starts_at);

CREATE FUNCTION billing.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on %.% is refused: usage is append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON billing.usage FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.usage FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change();

CREATE FUNCTION billing.keep_partitions(around timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first_day timestamp;
    part text;
BEGIN
    FOR first_day IN SELECT generate_series(date_trunc('month', around AT TIME ZONE 'UTC') - interval '2 months',
                                            around AT TIME ZONE 'UTC' + interval '3 months', interval '1 month') LOOP
        part := 'usage_' || to_char(first_day, 'YYYYMM');
        IF to_regclass('billing.' || part) IS NULL THEN
            EXECUTE format('CREATE TABLE billing.%I PARTITION OF billing.usage FOR VALUES FROM (%L) TO (%L)', part,
                first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC');
            EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON billing.%I FOR EACH STATEMENT EXECUTE FUNCTION billing.refuse_change()', part);
        END IF;
    END LOOP;
END $$;
SELECT billing.keep_partitions(now());

-- How a tenant's credit stands to what it uses, and what it was told about that.
CREATE TABLE billing.watch (
    tenant_id     uuid   NOT NULL,
    currency      text   NOT NULL,
    level         text   NOT NULL CHECK (level IN ('sufficient', 'low', 'release_pending', 'depleted', 'released')),
    -- What could be spent when the level was entered: only more than that re-arms it.
    entered_nanos bigint NOT NULL,
    entered_at    timestamptz NOT NULL,
    -- When machines are taken away.
    deadline      timestamptz,
    burn_nanos    bigint NOT NULL,
    looked_at     timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, currency)
) WITH (fillfactor = 70);

-- Allocations whose release was asked for because nobody pays for them: once each time the credit is gone.
CREATE TABLE billing.forced_release (
    allocation_id uuid NOT NULL,
    occasion      timestamptz NOT NULL,
    PRIMARY KEY (allocation_id, occasion)
);

-- Monthly gifts that were made.
CREATE TABLE billing.free_tier (
    lot uuid NOT NULL PRIMARY KEY
);

-- Months whose use was earned.
CREATE TABLE billing.closed_month (
    month     text NOT NULL PRIMARY KEY,
    closed_at timestamptz NOT NULL
);
