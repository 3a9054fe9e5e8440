-- Which tasks a request led to.
CREATE INDEX task_by_correlation ON nodes.task (correlation_id);
