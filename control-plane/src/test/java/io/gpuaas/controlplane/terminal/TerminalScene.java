package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.controlplane.gateways.TestGateway;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A project member with an active allocation and a connected gateway. */
@Against("PostgreSQL")
@SuppressWarnings("NullAway.Init")
abstract class TerminalScene {

    private static boolean isStarted;

    static TestControlPlane plane;
    static TestGateway gateway;
    static ActiveAllocation allocation;

    Person person;
    ApiClient client;

    /** One plane for all subclasses, since a start takes seconds; it is closed when the tests end. */
    @BeforeAll
    static synchronized void start() throws Exception {
        if (isStarted) {
            return;
        }
        isStarted = true;
        plane = TestControlPlane.start(Map.of());
        Runtime.getRuntime().addShutdownHook(new Thread(plane::close));
        gateway = TestGateway.connected(plane);
        allocation = new ActiveAllocation(plane);
    }

    @BeforeEach
    void signIn() {
        person = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        client = plane.client(person.token());
        gateway.sync();
        told();
    }

    String terminals() {
        return allocation.address() + "/terminals";
    }

    JsonNode open() {
        Reply opened = client.post(terminals(), null);
        assertThat(opened.status()).as(opened.body()).isEqualTo(201);
        return opened.json();
    }

    Reply attach(ApiClient who, JsonNode access) {
        return who.post(terminals() + "/" + access.at("/terminal/id").asString() + "/attach", null);
    }

    static String secret(JsonNode access) {
        return access.path("secret").asString();
    }

    static List<FakeNodes.Told> told() {
        List<FakeNodes.Told> told = new ArrayList<>();
        allocation.nodes().perform(task -> {
            if (!task.type().startsWith("terminal.")) {
                return Optional.of(FakeNodes.output(task));
            }
            told.add(task);
            return Optional.of(
                    task.type().equals("terminal.open")
                            ? "{\"session_id\":\""
                                    + task.payload().path("session_id").asString() + "\"}"
                            : "{\"ended\":true}");
        });
        return told;
    }

    static NodeId nodeOf(String terminal) {
        return NodeId.parse(plane.bean(JdbcClient.class)
                .sql("SELECT node_id::text FROM terminal.terminal WHERE id = '" + terminal + "'")
                .query(String.class)
                .single());
    }

    static NodeUpload.Arrived said(NodeId node, String terminal, String report) {
        return new NodeUpload.Arrived(node, List.of(terminal), "", () -> report.getBytes(StandardCharsets.UTF_8));
    }

    Reply come(Person who, JsonNode access, String verb) {
        return plane.client(who.token())
                .post(terminals() + "/" + access.at("/terminal/id").asString() + "/" + verb, null);
    }

    Person somebody(Role role) {
        return plane.principals().person(role, allocation.tenant(), allocation.project());
    }
}
