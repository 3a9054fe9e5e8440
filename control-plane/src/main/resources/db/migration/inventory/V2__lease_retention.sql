-- Leases that ended long ago are let go of.
CREATE INDEX lease_ended ON inventory.lease (ended_at) WHERE ended_at IS NOT NULL;
