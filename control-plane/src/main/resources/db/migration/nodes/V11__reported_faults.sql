-- What only a tenant says is wrong with a GPU: a guest, or the agent of a host where a tenant is root. The GPU stays in
-- service until somebody else confirms it. A report that was dismissed stays, so that repeating it changes nothing.
ALTER TABLE nodes.gpu
    ADD COLUMN reported_fault   text,
    ADD COLUMN reported_at      timestamptz,
    ADD COLUMN report_dismissed boolean NOT NULL DEFAULT false,
    -- What an operator took the GPU back with: agents repeat a fault until their host is booted again.
    ADD COLUMN accepted_fault   text,
    ADD COLUMN accepted_boot    text;
