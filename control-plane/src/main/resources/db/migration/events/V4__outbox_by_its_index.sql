-- The outbox is nearly empty whenever it is counted, and full of rows that were just deleted when it is read: a plan made
-- from such counts reads the whole table. These always go by the index, whose entries of deleted rows are passed over
-- once and then forgotten.

CREATE FUNCTION events.read_outbox(of_partitions smallint[], at_most integer) RETURNS SETOF events.outbox
    LANGUAGE plpgsql STABLE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
    RETURN QUERY SELECT o.* FROM unnest(of_partitions) AS p (number) CROSS JOIN LATERAL (
        SELECT * FROM events.outbox WHERE partition_no = p.number ORDER BY partition_no, position LIMIT at_most) o;
END $$;

-- Whole batches of a partition, with its epoch looked at once. Gives how many were deleted.
CREATE FUNCTION events.delete_from_outbox(of_partition smallint, held_epoch bigint, positions bigint[]) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE deleted integer;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM events.partition_lease l
                   WHERE l.worker = 'relay' AND l.partition_no = of_partition AND l.epoch = held_epoch) THEN
        RETURN 0;
    END IF;
    DELETE FROM events.outbox o WHERE o.partition_no = of_partition AND o.position = ANY (positions);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
END $$;
