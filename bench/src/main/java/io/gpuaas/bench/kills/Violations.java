package io.gpuaas.bench.kills;

import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Progress;
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
import java.util.stream.Stream;

/**
 * Finds violations after the kills: a task that was lost, ended twice or not at all, or took effect twice. Compares the
 * hosts' own records with the control plane's.
 */
public record Violations(List<String> found) {

    private static final int SHOWN_MAX = 20;

    private static final String ENDINGS = """
            SELECT w.number, w.node_id, w.type, w.subject, w.task_id, t.state, t.attempt,
                (SELECT count(*) FROM events.bus_message m WHERE m.aggregate = 'node_task:' || w.task_id) AS on_bus,
                (SELECT count(DISTINCT m.event_id) FROM events.bus_message m
                    WHERE m.aggregate = 'node_task:' || w.task_id) AS events,
                (SELECT max(s.last_sequence) FROM events.aggregate_sequence s
                    WHERE s.aggregate = 'node_task:' || w.task_id) AS last_sequence
            FROM public.wanted_task w LEFT JOIN nodes.task t ON t.id = w.task_id ORDER BY w.number""";

    /** The folders of the hosts by the id of their node. */
    public static Violations look(Connection connection, Map<String, Path> hosts) throws SQLException, IOException {
        List<String> found = new ArrayList<>();
        long strangers = Database.number(
                connection,
                "SELECT count(*) FROM nodes.task t WHERE NOT EXISTS"
                        + " (SELECT 1 FROM public.wanted_task w WHERE w.task_id = t.id)");
        if (strangers > 0) {
            found.add(strangers + " tasks exist that nobody wanted");
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ENDINGS)) {
            while (row.next()) {
                Path host = hosts.get(row.getString("node_id"));
                if (host == null) {
                    throw new IllegalStateException("no host for node " + row.getString("node_id"));
                }
                endings(row, found);
                effects(row, host, found);
            }
        }
        for (Map.Entry<String, Path> host : hosts.entrySet()) {
            executions(host.getKey(), host.getValue(), found);
        }
        return new Violations(List.copyOf(found));
    }

    private static void endings(ResultSet row, List<String> found) throws SQLException {
        String name = "task " + row.getString("task_id") + " (" + row.getString("type") + ")";
        String state = row.getString("state");
        if (state == null) {
            found.add("wanted task " + row.getInt("number") + " was forgotten");
        } else if (List.of("queued", "sent", "running").contains(state)) {
            found.add(name + " did not end, it is " + state + " in attempt " + row.getInt("attempt"));
        } else if (row.getLong("last_sequence") != 1 || row.getLong("events") != 1 || row.getLong("on_bus") < 1) {
            found.add(name + " told its end " + row.getLong("last_sequence") + " times, of which "
                    + row.getLong("events") + " are on the bus");
        }
    }

    private static void effects(ResultSet row, Path host, List<String> found) throws SQLException, IOException {
        String subject = row.getString("subject");
        if (subject == null) {
            return;
        }
        long effects = lines(host.resolve("effects").resolve(row.getString("type") + "-" + subject));
        boolean succeeded = "succeeded".equals(row.getString("state"));
        if (effects > 1 || (succeeded && effects != 1)) {
            found.add("task " + row.getString("task_id") + " (" + row.getString("type") + ") is "
                    + row.getString("state") + " and had its effect " + effects + " times");
        }
    }

    /** No attempt is begun twice. */
    private static void executions(String node, Path host, List<String> found) throws IOException {
        try (Stream<Path> attempts = Files.list(host.resolve("executions"))) {
            for (Path attempt : attempts.toList()) {
                long times = lines(attempt);
                if (times > 1) {
                    found.add("node " + node + " began " + attempt.getFileName() + " " + times + " times");
                }
            }
        }
    }

    private static long lines(Path file) throws IOException {
        if (Files.notExists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    public void show() {
        found.stream().limit(SHOWN_MAX).forEach(one -> Progress.say("VIOLATION: " + one));
        if (found.size() > SHOWN_MAX) {
            Progress.say("and " + (found.size() - SHOWN_MAX) + " more");
        }
    }
}
