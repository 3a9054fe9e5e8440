-- What a tenant and one of its projects hold, by a plan that is made once.
CREATE FUNCTION allocations.held(of_tenant uuid, of_project uuid,
    OUT allocations bigint, OUT gpus bigint, OUT project_allocations bigint, OUT project_gpus bigint)
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    SELECT count(*), coalesce(sum(a.gpus), 0), count(*) FILTER (WHERE a.project_id = of_project),
        coalesce(sum(a.gpus) FILTER (WHERE a.project_id = of_project), 0)
    INTO held.allocations, held.gpus, held.project_allocations, held.project_gpus
    FROM allocations.allocation a WHERE a.tenant_id = of_tenant AND a.state NOT IN ('released', 'failed');
END $$;

-- The same once nobody else takes anything for the tenant until the transaction ends. One call, since everybody of the
-- tenant waits meanwhile; it is volatile, so that the second statement sees what was committed while the first waited.
CREATE FUNCTION allocations.held_alone(of_tenant uuid, of_project uuid,
    OUT allocations bigint, OUT gpus bigint, OUT project_allocations bigint, OUT project_gpus bigint)
    LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(7305, hashtext(of_tenant::text));
    SELECT h.allocations, h.gpus, h.project_allocations, h.project_gpus
    INTO held_alone.allocations, held_alone.gpus, held_alone.project_allocations, held_alone.project_gpus
    FROM allocations.held(of_tenant, of_project) h;
END $$;
