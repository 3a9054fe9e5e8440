package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Limits, recording and metrics of terminals. */
class TerminalsTest extends TerminalScene {

    @Test
    void aTenantLeavesRoomForOthersOnItsNode() {
        JsonNode access = open();
        String copies =
                "INSERT INTO terminal.terminal (id, tenant_id, project_id, allocation_id, node_id, principal_id,"
                        + " opened_at, ends_at, begun_at) SELECT gen_random_uuid(), %s, project_id, gen_random_uuid(), node_id,"
                        + " principal_id, opened_at, ends_at, opened_at FROM terminal.terminal, generate_series(1, "
                        + Terminals.PER_NODE_AND_TENANT_MAX + ") WHERE id = '"
                        + access.at("/terminal/id").asString() + "'";
        try {
            plane.database().execute(copies.formatted("gen_random_uuid()"));
            open();
            plane.database().execute("DELETE FROM terminal.terminal WHERE begun_at = opened_at");
            plane.database().execute(copies.formatted("tenant_id"));
            Reply refused = client.post(terminals(), null);
            assertThat(refused.text("code")).isEqualTo("too_many");
            assertThat(refused.text("detail")).contains("A tenant can have at most");
        } finally {
            plane.database().execute("DELETE FROM terminal.terminal WHERE begun_at = opened_at");
        }
    }

    @Test
    void aRecordedTerminalIsAnnouncedToTheNodeOnceAndListed() {
        String policies = "/api/v1/projects/" + allocation.project() + "/policies/terminal.recording";
        assertThat(plane.admin().put(policies, "{\"value\":\"strict\"}").status())
                .isEqualTo(200);
        try {
            JsonNode access = open();
            gateway.consume(secret(access));
            JsonNode task = told().getFirst().payload();
            assertThat(task.path("recording").asString()).isEqualTo("strict");
            assertThat(task.path("record_input").asBoolean()).isFalse();
            gateway.consume(secret(attach(client, access).json()));
            assertThat(told().getFirst().payload().has("recording")).isFalse();
            JsonNode listed = plane.admin()
                    .get("/api/v1/projects/" + allocation.project() + "/recordings?opened_by=" + person.id())
                    .json();
            assertThat(listed.at("/items/0/terminal_id")).isEqualTo(access.at("/terminal/id"));
            assertThat(listed.at("/items/0/is_strict").asBoolean()).isTrue();
            assertThat(plane.database()
                            .count(
                                    "SELECT count(*) FROM terminal.recording WHERE delete_after = began_at + interval '90 d'"
                                            + " AND terminal_id = '"
                                            + access.at("/terminal/id").asString() + "'"))
                    .as("kept as long as policy says")
                    .isEqualTo(1);
        } finally {
            plane.admin().delete(policies);
        }
    }

    private double counted(String state) {
        plane.bean(TerminalMetrics.class).measure();
        return plane.bean(MeterRegistry.class)
                .get("gpuaas_terminals")
                .tag("state", state)
                .gauge()
                .value();
    }

    @Test
    void terminalsWithoutAConnectionAreCounted() {
        double waiting = counted("waiting");
        double detached = counted("detached");
        double attached = counted("attached");
        JsonNode access = open();
        assertThat(counted("waiting")).isEqualTo(waiting + 1);
        gateway.consume(secret(access));
        assertThat(counted("waiting")).isEqualTo(waiting);
        assertThat(counted("detached")).isEqualTo(detached + 1);
        String stream = access.path("stream_id").asString();
        plane.database().execute("UPDATE gateways.stream SET node_attached_at = now() WHERE id = '" + stream + "'");
        gateway.sync(stream);
        assertThat(counted("attached")).isEqualTo(attached + 1);
        assertThat(counted("detached")).isEqualTo(detached);
        client.post(terminals() + "/" + access.at("/terminal/id").asString() + "/close", null);
        assertThat(counted("attached")).isEqualTo(attached);
        assertThat(counted("detached")).isEqualTo(detached);
        told();
    }

    @Test
    void aSyncCostsTheSameStatementsForAnyNumberOfStreams() throws Exception {
        JsonNode first = open();
        gateway.consume(secret(first));
        int withFew = gateway.statementsOfSync(plane, first.path("stream_id").asString());
        List<String> streams = new ArrayList<>(List.of(first.path("stream_id").asString()));
        for (int i = 0; i < 12; i++) {
            Person other = somebody(i % 2 == 0 ? Role.PROJECT_MEMBER : Role.PROJECT_ADMIN);
            JsonNode access = i % 3 == 0
                    ? come(other, first, "join").json()
                    : plane.client(other.token()).post(terminals(), null).json();
            gateway.consume(secret(access));
            streams.add(access.path("stream_id").asString());
        }
        assertThat(gateway.statementsOfSync(plane, streams.toArray(String[]::new)))
                .isLessThanOrEqualTo(withFew);
        assertThat(gateway.sync(streams.toArray(String[]::new)).json().path("close"))
                .as("all of them may stay")
                .isEmpty();
        told();
    }
}
