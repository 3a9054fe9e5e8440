-- Events: the outbox every domain change writes to, the embedded bus, leases, and what got stuck.

-- The last sequence given out per aggregate. Its row lock orders the transactions that touch one
-- aggregate, so sequences are dense and become visible in order.
CREATE TABLE events.aggregate_sequence (
    aggregate     text   NOT NULL PRIMARY KEY,
    last_sequence bigint NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE events.outbox (
    partition_no smallint NOT NULL,
    position     bigint   NOT NULL GENERATED ALWAYS AS IDENTITY,
    event_id     uuid     NOT NULL,
    event_type   text     NOT NULL,
    aggregate    text     NOT NULL,
    sequence     bigint   NOT NULL,
    appended_at  timestamptz NOT NULL DEFAULT now(),
    envelope     text     NOT NULL,
    PRIMARY KEY (partition_no, position)
) WITH (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0);

-- Who works on which partition. The epoch grows with every change of hands; a write that names an
-- older epoch changes nothing.
CREATE TABLE events.partition_lease (
    worker       text     NOT NULL,
    partition_no smallint NOT NULL,
    owner        text,
    epoch        bigint   NOT NULL DEFAULT 0,
    expires_at   timestamptz NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (worker, partition_no)
);

CREATE TABLE events.worker_member (
    worker  text NOT NULL,
    owner   text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (worker, owner)
);

-- The embedded bus: what was published, kept for a while, one table a day.
CREATE SEQUENCE events.bus_position;
CREATE TABLE events.bus_message (
    published_at timestamptz NOT NULL DEFAULT now(),
    partition_no smallint NOT NULL,
    position     bigint   NOT NULL DEFAULT nextval('events.bus_position'),
    event_id     uuid     NOT NULL,
    event_type   text     NOT NULL,
    aggregate    text     NOT NULL,
    sequence     bigint   NOT NULL,
    envelope     text     NOT NULL,
    PRIMARY KEY (partition_no, position, published_at)
) PARTITION BY RANGE (published_at);

CREATE FUNCTION events.keep_bus_partitions(retention interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    day date;
    old record;
BEGIN
    FOR day IN SELECT generate_series(current_date - 1, current_date + 7, interval '1 day')::date LOOP
        EXECUTE format('CREATE TABLE IF NOT EXISTS events.%I PARTITION OF events.bus_message FOR VALUES FROM (%L) TO (%L)',
            'bus_message_' || to_char(day, 'YYYYMMDD'), day::timestamptz, (day + 1)::timestamptz);
    END LOOP;
    FOR old IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'events.bus_message'::regclass
          AND to_date(right(c.relname, 8), 'YYYYMMDD') + 1 < (now() - retention)::date
    LOOP
        EXECUTE format('DROP TABLE events.%I', old.relname);
    END LOOP;
END $$;
SELECT events.keep_bus_partitions('7 days');

CREATE TABLE events.consumer_cursor (
    consumer     text     NOT NULL,
    partition_no smallint NOT NULL,
    position     bigint   NOT NULL,
    PRIMARY KEY (consumer, partition_no)
) WITH (fillfactor = 50);

-- What a consumer has done, per aggregate: written in the same transaction as its effects, so that a
-- repeated delivery changes nothing.
CREATE TABLE events.consumer_progress (
    consumer      text   NOT NULL,
    aggregate     text   NOT NULL,
    last_sequence bigint NOT NULL,
    updated_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, aggregate)
) WITH (fillfactor = 70);
CREATE INDEX consumer_progress_age ON events.consumer_progress USING brin (updated_at);

-- Events that could not be published (stage 'publish') or handled (stage = the consumer's name),
-- and the later events of the same aggregate that wait behind them.
CREATE TABLE events.dead_letter (
    id              uuid     NOT NULL PRIMARY KEY,
    stage           text     NOT NULL,
    partition_no    smallint NOT NULL,
    event_id        uuid     NOT NULL,
    event_type      text     NOT NULL,
    aggregate       text     NOT NULL,
    sequence        bigint   NOT NULL,
    envelope        text     NOT NULL,
    state           text     NOT NULL CHECK (state IN ('retrying', 'waiting', 'exhausted', 'discarded')),
    attempts        integer  NOT NULL,
    error           text     NOT NULL,
    discard_reason  text,
    dead_since      timestamptz NOT NULL DEFAULT now(),
    next_attempt_at timestamptz,
    UNIQUE (stage, aggregate, sequence)
);
CREATE INDEX dead_letter_due ON events.dead_letter (stage, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
