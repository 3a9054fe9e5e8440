-- Whose word it is that something does not work: reported by a tenant and charged on, seen by the platform itself, or
-- confirmed by an operator.
ALTER TABLE allocations.allocation
    ADD COLUMN degraded_word         text NOT NULL DEFAULT 'seen',
    -- Once a tenant reported a GPU, it is checked before somebody else has it.
    ADD COLUMN fault_reported        boolean NOT NULL DEFAULT false,
    -- Its login may become root on the host itself, not only in a machine of its own. Rows from before have nothing
    -- here and go by how their host is given back.
    ADD COLUMN root                  boolean,
    -- How long its node was away the last time: coming back briefly does not start the time again.
    ADD COLUMN away_since            timestamptz,
    ADD COLUMN away_until            timestamptz,
    -- Since when its holder pays for a release that the holder keeps from finishing; waived once an operator said so.
    ADD COLUMN release_charged_since timestamptz,
    ADD COLUMN release_charge_waived boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT degraded_word_known CHECK (degraded_word IN ('reported', 'seen', 'confirmed')) NOT VALID;

-- Which tenants reported a GPU that was then found well.
CREATE TABLE allocations.unproven_report (
    gpu_uuid    text NOT NULL,
    tenant_id   uuid NOT NULL,
    reported_at timestamptz NOT NULL,
    PRIMARY KEY (gpu_uuid, tenant_id)
);
