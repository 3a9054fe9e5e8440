package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The end of terminals: reports of nodes, revoked access, and lost hosts. The shell itself is tested with the node. */
class TerminalEndsTest extends TerminalScene {

    @Test
    void aShellThatExitsIsListedAsEndedWhenItsOwnNodeSaysSo() {
        JsonNode access = open();
        gateway.consume(secret(access));
        told();
        String id = access.at("/terminal/id").asString();
        NodeId node = nodeOf(id);
        TerminalReports reports = plane.bean(TerminalReports.class);
        assertThatThrownBy(() -> reports.take(said(new NodeId(UUID.randomUUID()), id, "{\"reason\":\"exited\"}")))
                .isInstanceOf(ProblemException.class);
        assertThat(client.get(terminals()).json().at("/items/0/state").asString())
                .isEqualTo("open");
        reports.take(said(node, id, "{\"reason\":\"exited\",\"code\":3}"));
        reports.take(said(node, id, "{\"reason\":\"agent_ended\"}"));
        JsonNode listed = client.get(terminals()).json().at("/items/0");
        assertThat(listed.path("state").asString()).isEqualTo("ended");
        assertThat(listed.path("end_reason").asString())
                .as("the first report counts")
                .isEqualTo("exited");
        assertThat(listed.path("exit_code").asInt(-1)).isEqualTo(3);
        assertThat(listed.path("opened_by_name").asString()).isNotEmpty();
        assertThat(attach(client, access).status()).isEqualTo(409);
    }

    @Test
    void onlyTerminalsThatTheNextAgentReportsAsEndedAreListedAsEnded() {
        JsonNode died = open();
        JsonNode opening = open();
        gateway.consume(secret(died));
        told();
        String id = died.at("/terminal/id").asString();
        plane.bean(TerminalReports.class).take(said(nodeOf(id), id, "{\"reason\":\"agent_ended\"}"));
        JsonNode listed = client.get(terminals()).json();
        assertThat(listed.at("/items/1/id").asString()).isEqualTo(id);
        assertThat(listed.at("/items/1/state").asString()).isEqualTo("ended");
        assertThat(listed.at("/items/1/end_reason").asString()).isEqualTo("agent_ended");
        assertThat(gateway.sync(died.path("stream_id").asString())
                        .json()
                        .at("/close/0")
                        .asString())
                .as("a client that still waits at a gateway is released")
                .isEqualTo(died.path("stream_id").asString());

        assertThat(listed.at("/items/0/state").asString()).isEqualTo("open");
        assertThat(gateway.consume(secret(opening)).status())
                .as("a terminal that is being opened starts")
                .isEqualTo(200);
        assertThat(told().getFirst().payload().path("begins").asBoolean()).isTrue();
    }

    @Test
    void aReportThatCannotBeReadEndsTheTerminalWithoutAReason() {
        for (String report : List.of("", "{}", "[", "{\"reason\":\"\\u001b[31m\"}", "{\"reason\":7}")) {
            String id = open().at("/terminal/id").asString();
            plane.bean(TerminalReports.class).take(said(nodeOf(id), id, report));
            JsonNode listed = client.get(terminals()).json().at("/items/0");
            assertThat(listed.path("state").asString()).as(report).isEqualTo("ended");
            assertThat(listed.has("end_reason")).as(report).isFalse();
        }
    }

    @Test
    void closingEndsConnectionsAndTheShellOnTheNode() {
        JsonNode access = open();
        gateway.consume(secret(access));
        told();
        String stream = access.path("stream_id").asString();
        assertThat(gateway.sync(stream).json().path("close")).isEmpty();
        String address = terminals() + "/" + access.at("/terminal/id").asString();
        Reply closed = client.post(address + "/close", null);
        assertThat(closed.text("state")).isEqualTo("ended");
        assertThat(closed.text("end_reason")).isEqualTo("closed");
        assertThat(gateway.sync(stream).json().at("/close/0").asString()).isEqualTo(stream);
        assertThat(told().getFirst().type()).isEqualTo("terminal.close");
        assertThat(attach(client, access).text("code")).isEqualTo("terminal_unavailable");
    }

    @Test
    void anExpiredTerminalLosesItsConnection() {
        JsonNode access = open();
        gateway.consume(secret(access));
        told();
        String stream = access.path("stream_id").asString();
        JsonNode unused = attach(client, access).json();
        plane.database()
                .execute("UPDATE terminal.terminal SET ends_at = now() - interval '1 s' WHERE id = '"
                        + access.at("/terminal/id").asString() + "'");
        assertThat(gateway.sync(stream).json().at("/close/0").asString()).isEqualTo(stream);
        assertThat(gateway.consume(secret(unused)).status()).isEqualTo(403);
        assertThat(attach(client, access).text("code")).isEqualTo("terminal_unavailable");
    }

    @Test
    void aLostRoleClosesTheConnection() {
        JsonNode access = open();
        gateway.consume(secret(access));
        String stream = access.path("stream_id").asString();
        JsonNode unused = attach(client, access).json();
        plane.admin().delete("/api/v1/projects/" + allocation.project() + "/members/" + person.id());
        await().untilAsserted(() -> assertThat(
                        gateway.sync(stream).json().at("/close/0").asString())
                .isEqualTo(stream));
        assertThat(gateway.consume(secret(unused)).status())
                .as("a token made before")
                .isEqualTo(403);
        told();
    }

    @Test
    void revokedAccessClosesTheConnection() {
        JsonNode access = open();
        gateway.consume(secret(access));
        String stream = access.path("stream_id").asString();
        plane.admin().post("/api/v1/principals/" + person.id() + "/revoke", "{\"reason\":\"left\"}");
        await().untilAsserted(() -> assertThat(
                        gateway.sync(stream).json().at("/close/0").asString())
                .isEqualTo(stream));
        told();
    }

    private static JsonNode listed(ActiveAllocation where) {
        return plane.admin().get(where.address() + "/terminals").json().at("/items/0");
    }

    @Test
    void aLostHostLosesItsTerminalsAndLaterReportsChangeNothing() {
        ActiveAllocation far = new ActiveAllocation(plane);
        String project = "/api/v1/projects/" + far.project();
        ApiClient opener = plane.admin();
        opener.put(project + "/policies/terminal.recording", "{\"value\":\"best_effort\"}");
        JsonNode access = opener.post(far.address() + "/terminals", null).json();
        gateway.consume(secret(access));
        String id = access.at("/terminal/id").asString();
        String stream = access.path("stream_id").asString();
        NodeId node = nodeOf(id);
        TerminalEnds ends = plane.bean(TerminalEnds.class);

        far.nodes().fallSilent(node);
        ends.look();
        assertThat(listed(far).path("state").asString()).as("for a moment").isEqualTo("open");
        Reply tooEarly = opener.post(far.address() + "/terminals/" + id + "/attach", null);
        assertThat(tooEarly.status()).as("to be tried again").isEqualTo(503);
        assertThat(tooEarly.text("code")).isEqualTo("node_out_of_reach");
        assertThat(tooEarly.header("Retry-After")).isNotEmpty();
        plane.database().execute("UPDATE gateways.stream SET node_attached_at = now() WHERE id = '" + stream + "'");
        gateway.sync(stream);
        plane.database()
                .execute("UPDATE nodes.node SET state_since = state_since - interval '31 min' WHERE id = '" + node
                        + "'");
        ends.look();
        assertThat(listed(far).path("state").asString())
                .as("somebody is in it, the host is only out of our sight")
                .isEqualTo("open");
        plane.database().execute("UPDATE gateways.stream SET ended_at = now() WHERE id = '" + stream + "'");
        ends.look();
        JsonNode lost = listed(far);
        assertThat(lost.path("state").asString()).isEqualTo("ended");
        assertThat(lost.path("end_reason").asString()).isEqualTo("host_lost");
        assertThat(plane.admin()
                        .get(project + "/recordings")
                        .json()
                        .at("/items/0/end_reason")
                        .asString())
                .isEqualTo("host_lost");

        far.nodes().comeBack(node, "user", List.of());
        plane.bean(TerminalReports.class).take(said(node, id, "{\"reason\":\"agent_ended\"}"));
        ends.look();
        assertThat(listed(far)).isEqualTo(lost);
    }

    @Test
    void aTerminalThatNoNodeReportsEndsWithItsRealReason() {
        ActiveAllocation retired = new ActiveAllocation(plane);
        ActiveAllocation released = new ActiveAllocation(plane);
        ActiveAllocation timed = new ActiveAllocation(plane);
        for (ActiveAllocation each : List.of(retired, released, timed)) {
            gateway.consume(secret(
                    plane.admin().post(each.address() + "/terminals", null).json()));
        }
        retired.nodes().retire(nodeOf(listed(retired).path("id").asString()));
        released.release();
        plane.database()
                .execute("UPDATE terminal.terminal SET ends_at = now() - interval '2 min' WHERE id = '"
                        + listed(timed).path("id").asString() + "'");
        plane.bean(TerminalEnds.class).look();
        assertThat(listed(retired).path("end_reason").asString()).isEqualTo("host_lost");
        assertThat(listed(released).path("end_reason").asString()).isEqualTo("released");
        assertThat(listed(timed).path("end_reason").asString()).isEqualTo("time_is_up");
        assertThat(listed(timed).path("ended_at")).isEqualTo(listed(timed).path("ends_at"));
    }

    @Test
    void theEndOfTheAllocationIsTheEndOfItsTerminals() {
        ActiveAllocation brief = new ActiveAllocation(plane);
        ApiClient admin = plane.admin();
        String address = brief.address() + "/terminals";
        JsonNode access = admin.post(address, null).json();
        gateway.consume(secret(access));
        JsonNode unused = admin.post(address, null).json();
        String stream = access.path("stream_id").asString();
        brief.release();
        assertThat(gateway.sync(stream).json().at("/close/0").asString()).isEqualTo(stream);
        assertThat(gateway.consume(secret(unused)).status()).isEqualTo(403);
        assertThat(admin.post(address, null).text("code")).isEqualTo("terminal_unavailable");
    }
}
