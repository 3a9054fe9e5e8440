-- How long requests that got capacity had waited in the queue, for the typical wait that offers show.
CREATE TABLE allocations.queue_wait (
    allocation_id  uuid        NOT NULL PRIMARY KEY,
    sku            text        NOT NULL,
    placed_at      timestamptz NOT NULL,
    waited_seconds bigint      NOT NULL CHECK (waited_seconds >= 0)
);
CREATE INDEX queue_wait_of_sku ON allocations.queue_wait (sku, placed_at DESC) INCLUDE (waited_seconds);
CREATE INDEX queue_wait_placed ON allocations.queue_wait (placed_at);
