-- A process asks for all its streams at once which projects have news, by the transactions that ended since it asked
-- last: what that costs depends on the news, not on how many listen.
CREATE INDEX timeline_news ON allocations.timeline (written_in, project_id);
