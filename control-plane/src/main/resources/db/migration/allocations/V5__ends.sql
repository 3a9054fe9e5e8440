-- What is given back by a certain time, asked for whenever capacity is promised.
CREATE INDEX allocation_ends ON allocations.allocation (expires_at)
    WHERE state NOT IN ('released', 'failed') AND expires_at IS NOT NULL;
