-- The installation of the host that told the newest topology. When another one tells its first, GPUs that are missing and
-- that nobody ever held are forgotten: the last holder may have invented them.
ALTER TABLE nodes.node ADD COLUMN topology_incarnation integer NOT NULL DEFAULT 0;
UPDATE nodes.node SET topology_incarnation = incarnation;
