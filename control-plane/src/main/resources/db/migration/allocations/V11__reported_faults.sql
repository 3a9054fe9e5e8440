-- Operators look for what waits for their word.
DROP INDEX CONCURRENTLY IF EXISTS allocations.allocation_fault_reported;
CREATE INDEX CONCURRENTLY allocation_fault_reported ON allocations.allocation (id DESC)
    WHERE degraded_since IS NOT NULL AND degraded_word = 'reported' AND state = 'active'
       OR release_charged_since IS NOT NULL;
