-- With more partitioned tables around the planner looks at the names of all tables before it looks for children, and
-- the end of a name like pg_toast_16384 is no date.
CREATE OR REPLACE FUNCTION events.keep_bus_partitions(retention interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    day date;
    old record;
BEGIN
    FOR day IN SELECT generate_series(current_date - 1, current_date + 7, interval '1 day')::date LOOP
        EXECUTE format('CREATE TABLE IF NOT EXISTS events.%I PARTITION OF events.bus_message FOR VALUES FROM (%L) TO (%L)',
            'bus_message_' || to_char(day, 'YYYYMMDD'), day::timestamptz, (day + 1)::timestamptz);
    END LOOP;
    FOR old IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'events.bus_message'::regclass
          AND CASE WHEN c.relname ~ '_[0-9]{8}$'
              THEN to_date(right(c.relname, 8), 'YYYYMMDD') + 1 < (now() - retention)::date ELSE false END
    LOOP
        EXECUTE format('DROP TABLE events.%I', old.relname);
    END LOOP;
END $$;
