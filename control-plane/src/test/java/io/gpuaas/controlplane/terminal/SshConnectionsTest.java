package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.controlplane.gateways.StreamRole.Carried;
import io.gpuaas.controlplane.gateways.TestGateway;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.testkit.Against;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Permissions for SSH connections through gateways. The connection itself is tested with the node. */
@Against("PostgreSQL")
class SshConnectionsTest {

    private static TestControlPlane plane;
    private static TestGateway gateway;
    private static ActiveAllocation allocation;

    private Person person;
    private ApiClient client;

    @SuppressWarnings("NullAway.Init")
    SshConnectionsTest() {}

    @BeforeAll
    static void start() throws Exception {
        plane = TestControlPlane.shared();
        gateway = TestGateway.alone(plane);
        allocation = new ActiveAllocation(plane);
    }

    @BeforeEach
    void somebody() {
        person = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        client = plane.client(person.token());
        gateway.sync();
        told();
    }

    private Reply open() {
        return client.post(allocation.address() + "/ssh-connections", null);
    }

    private static List<FakeNodes.Told> told() {
        List<FakeNodes.Told> told = new ArrayList<>();
        allocation.nodes().perform(task -> {
            if (!task.type().equals("ssh.connect")) {
                return Optional.of(FakeNodes.output(task));
            }
            told.add(task);
            return Optional.of(
                    "{\"stream_id\":\"" + task.payload().path("stream_id").asString() + "\"}");
        });
        return told;
    }

    @Test
    void theNodeIsToldOnceWhenTheTokenIsUsed() {
        JsonNode access = open().json();
        assertThat(told()).isEmpty();
        String secret = access.path("secret").asString();
        assertThat(gateway.consume(secret).status()).isEqualTo(200);
        assertThat(gateway.consume(secret).status()).isNotEqualTo(200);
        List<FakeNodes.Told> told = told();
        assertThat(told).hasSize(1);
        JsonNode task = told.getFirst().payload();
        assertThat(task.path("stream_id").asString())
                .isEqualTo(access.path("stream_id").asString());
        assertThat(task.path("allocation_id").asString())
                .isEqualTo(allocation.address().replaceAll(".*/", ""));
    }

    @Test
    void anOpenConnectionIsLostWithTheRightTheNodeAndThePolicy() {
        SshConnections connections = plane.bean(SshConnections.class);
        String secret = open().json().path("secret").asString();
        gateway.consume(secret);
        FakeNodes.Told told = told().getFirst();
        StreamId stream =
                new StreamId(UUID.fromString(told.payload().path("stream_id").asString()));
        String id = told.payload().path("allocation_id").asString();
        PrincipalId reader = PrincipalId.parse(person.id());
        Carried carried = new Carried(stream, told.node(), id, reader);
        assertThat(connections.findLost(Set.of(carried))).isEmpty();
        assertThat(connections.findLost(Set.of(new Carried(stream, new NodeId(UUID.randomUUID()), id, reader))))
                .as("moved to another node")
                .containsExactly(stream);
        assertThat(connections.findLost(Set.of(
                        new Carried(stream, told.node(), UUID.randomUUID().toString(), reader))))
                .as("released")
                .containsExactly(stream);
        Person stranger = plane.principals().person();
        assertThat(connections.findLost(Set.of(new Carried(stream, told.node(), id, PrincipalId.parse(stranger.id())))))
                .as("without the right")
                .containsExactly(stream);
        String policy = "/api/v1/projects/" + allocation.project() + "/policies/terminal.ssh";
        plane.admin().put(policy, "{\"value\":\"off\"}");
        try {
            assertThat(connections.findLost(Set.of(carried)))
                    .as("disabled by policy")
                    .containsExactly(stream);
            assertThat(open().text("code")).isEqualTo("ssh_connection_refused");
        } finally {
            plane.admin().delete(policy);
        }
    }

    @Test
    void noneIsAllowedWhereEverythingMustBeRecorded() {
        SshConnections connections = plane.bean(SshConnections.class);
        gateway.consume(open().json().path("secret").asString());
        FakeNodes.Told told = told().getFirst();
        StreamId stream =
                new StreamId(UUID.fromString(told.payload().path("stream_id").asString()));
        Carried carried = new Carried(
                stream, told.node(), told.payload().path("allocation_id").asString(), PrincipalId.parse(person.id()));
        assertThat(connections.findLost(Set.of(carried))).isEmpty();
        String policy = "/api/v1/projects/" + allocation.project() + "/policies/terminal.recording";
        plane.admin().put(policy, "{\"value\":\"strict\"}");
        try {
            assertThat(connections.findLost(Set.of(carried))).containsExactly(stream);
            assertThat(open().text("code")).isEqualTo("ssh_connection_refused");
        } finally {
            plane.admin().delete(policy);
        }
    }

    @Test
    void sshConnectionsNeedThePermissionToOpenTerminals() {
        Person viewer = plane.principals().person(Role.PROJECT_VIEWER, allocation.tenant(), allocation.project());
        client = plane.client(viewer.token());
        assertThat(open().status()).isEqualTo(403);
        client = plane.client(plane.principals().person().token());
        assertThat(open().status()).isEqualTo(404);
    }
}
