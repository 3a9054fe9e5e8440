package io.gpuaas.bench.fleet;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Tasks for nodes, mostly such as change something on the host; each changes something of its own. */
final class WantedTasks {

    private final List<String> nodes;
    private final Random random;
    private int made;

    WantedTasks(List<String> nodes, Random random) {
        this.nodes = List.copyOf(nodes);
        this.random = random;
    }

    private record Wanted(String type, String subject, String payload) {}

    int made() {
        return made;
    }

    void add(Connection connection, int count) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO public.wanted_task (number, node_id, type, subject, payload) VALUES (?, ?::uuid, ?, ?, ?)")) {
            for (int i = 0; i < count; i++) {
                made++;
                Wanted wanted = next();
                insert.setInt(1, made);
                insert.setString(2, nodes.get(random.nextInt(nodes.size())));
                insert.setString(3, wanted.type());
                insert.setString(4, wanted.subject());
                insert.setString(5, wanted.payload());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private Wanted next() {
        if (random.nextInt(4) > 0) {
            String user = "user" + made;
            return new Wanted(
                    "user.provision",
                    user,
                    "{\"allocation_id\":\"" + id() + "\",\"username\":\"" + user
                            + "\",\"ssh_keys\":[\"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey me\"]}");
        }
        String container = id().toString();
        return new Wanted(
                "oci.launch",
                container,
                "{\"container_id\":\"" + container + "\",\"image\":\"registry/app@sha256:" + "a".repeat(64) + "\"}");
    }

    private UUID id() {
        return UUID.nameUUIDFromBytes(("task " + made).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
