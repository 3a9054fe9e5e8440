package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kills.Violations;
import io.gpuaas.bench.kit.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds violations after the kills: an allocation created twice, not ended or moved by an undefined step, a GPU held by
 * two allocations or by an ended one, a missing event, a host that still keeps something of a tenant.
 */
final class AllocationViolations {

    /** As the handbook draws it; asked here independently of the code that decides. */
    private static final Map<String, Set<String>> STEPS = Map.of(
            "", Set.of("queued", "requested"),
            "queued", Set.of("requested", "released"),
            "requested", Set.of("provisioning", "releasing"),
            "provisioning", Set.of("active", "releasing"),
            "active", Set.of("releasing"),
            "releasing", Set.of("released", "failed", "release_failed"),
            "release_failed", Set.of("releasing"));

    /** Each says with one row for each case what should never be. */
    private static final Map<String, String> NEVER = Map.of(
            "an allocation has not ended",
            "SELECT id || ' is ' || state || coalesce(' in ' || phase, '') FROM allocations.allocation"
                    + " WHERE state NOT IN ('released', 'failed')",
            "a lease is left",
            "SELECT id || ' of allocation ' || allocation_id FROM inventory.lease WHERE ended_at IS NULL",
            "a GPU is not free",
            "SELECT node_id || ' ' || pci_address FROM inventory.slot WHERE taken <> 0 OR compute_taken <> 0",
            "two leases of a GPU overlap",
            """
            SELECT b.slot_number || ' tokens ' || a.fencing_token || ' and ' || b.fencing_token
            FROM inventory.lease_slot a JOIN inventory.lease former ON former.id = a.lease_id
            JOIN inventory.lease_slot b ON b.slot_number = a.slot_number AND b.fencing_token > a.fencing_token
                AND b.cells && a.cells
            JOIN inventory.lease later ON later.id = b.lease_id
            WHERE former.ended_at IS NULL OR later.taken_at < former.ended_at""",
            "a timeline has a gap",
            """
            SELECT allocation_id::text FROM allocations.timeline GROUP BY allocation_id
            HAVING min(sequence) <> 1 OR max(sequence) <> count(*)""",
            "events are missing or out of order",
            """
            SELECT s.aggregate FROM events.aggregate_sequence s WHERE s.aggregate LIKE 'allocation:%' AND (
                SELECT count(DISTINCT m.sequence) FROM events.bus_message m WHERE m.aggregate = s.aggregate)
                <> s.last_sequence
            UNION ALL
            SELECT aggregate || ' sequence ' || sequence FROM (
                SELECT aggregate, sequence, max(sequence) OVER (
                    PARTITION BY aggregate ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
                FROM events.bus_message WHERE aggregate LIKE 'allocation:%') t WHERE sequence > before + 1""",
            "a task of a node has not ended",
            "SELECT id || ' ' || type || ' is ' || state FROM nodes.task WHERE state IN ('queued', 'sent', 'running')");

    private AllocationViolations() {}

    static Violations look(Connection connection, int wanted, Map<String, Path> hosts)
            throws SQLException, IOException {
        List<String> found = new ArrayList<>();
        long made = Database.number(connection, "SELECT count(*) FROM allocations.allocation");
        if (made != wanted) {
            found.add(wanted + " allocations were asked for and " + made + " made");
        }
        for (Map.Entry<String, String> one : NEVER.entrySet()) {
            for (String row : rows(connection, one.getValue())) {
                found.add(one.getKey() + ": " + row);
            }
        }
        steps(connection, found);
        for (Map.Entry<String, Path> host : hosts.entrySet()) {
            leftovers(host.getKey(), host.getValue(), found);
        }
        return new Violations(List.copyOf(found));
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(row.getString(1));
            }
        }
        return rows;
    }

    private static void steps(Connection connection, List<String> found) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT allocation_id, state FROM allocations.timeline ORDER BY allocation_id, sequence")) {
            String allocation = "";
            String state = "";
            while (row.next()) {
                if (!row.getString(1).equals(allocation)) {
                    allocation = row.getString(1);
                    state = "";
                }
                String next = row.getString(2);
                if (!next.equals(state) && !STEPS.getOrDefault(state, Set.of()).contains(next)) {
                    found.add("allocation " + allocation + " went from '" + state + "' to " + next);
                }
                state = next;
            }
        }
    }

    private static void leftovers(String node, Path host, List<String> found) throws IOException {
        for (String kind : List.of("user", "slice", "mig", "container")) {
            for (Path thing : list(host.resolve(kind))) {
                found.add("node " + node + " still has the " + kind + " " + thing.getFileName());
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
