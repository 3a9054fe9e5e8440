-- Seconds that all GPUs of an allocation may do nothing; null: only what the operator's policy says.
ALTER TABLE allocations.allocation ADD COLUMN idle_release bigint;

-- Until when its holder has postponed the release because its GPUs do nothing.
ALTER TABLE allocations.allocation ADD COLUMN idle_snoozed_until timestamptz;

-- Limits of new allocations that name none, in seconds.
CREATE TABLE allocations.project_default (
    project_id uuid PRIMARY KEY,
    max_duration bigint,
    idle_release bigint,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL
);
