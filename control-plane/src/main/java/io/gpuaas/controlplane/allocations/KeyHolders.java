package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.identity.ProjectPeople;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the allocations that a person's keys may open: those of the person's projects, and those the person made. */
@Component
class KeyHolders {

    private final JdbcClient jdbc;
    private final ProjectPeople people;

    KeyHolders(JdbcClient jdbc, ProjectPeople people) {
        this.jdbc = jdbc;
        this.people = people;
    }

    List<AllocationId> allocationsOf(PrincipalId person) {
        UUID[] projects = people.projectsOf(person).stream()
                .map(project -> project.value())
                .toArray(UUID[]::new);
        return jdbc.sql("""
                SELECT id FROM allocations.allocation
                WHERE (project_id = ANY (:projects) OR created_by = :person)
                  AND granted AND state NOT IN ('released', 'failed')""")
                .param("projects", projects)
                .param("person", person.toString())
                .query(AllocationColumns::id)
                .list();
    }
}
