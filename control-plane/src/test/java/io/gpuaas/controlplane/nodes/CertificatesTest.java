package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Operators list the certificates issued to a host. */
@Against("PostgreSQL")
class CertificatesTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    private ApiClient.Reply list(NodeId node, String query) {
        ApiClient.Reply reply = plane.admin().get("/api/v1/nodes/" + node + "/certificates" + query);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    private List<String> states(NodeId node) {
        return list(node, "")
                .json()
                .path("items")
                .valueStream()
                .map(item -> item.path("state").asString())
                .toList();
    }

    @Test
    void aHostsCertificatesAreListedThroughRenewalAndRevocation() {
        TestNode node = TestNode.enrolled(plane);
        JsonNode first = list(node.id(), "").json().at("/items/0");
        assertThat(first.path("serial").asString())
                .isEqualTo(NodeTrust.serial(node.certificate().getFirst()));
        assertThat(Instant.parse(first.path("expires_at").asString()))
                .isEqualTo(node.certificate().getFirst().getNotAfter().toInstant());
        assertThat(states(node.id())).containsExactly("current");

        node.requireOk(node.renew());
        assertThat(states(node.id())).as("issued, not used yet").containsExactly("next", "current");

        node.connect();
        node.requireOk(node.heartbeat());
        assertThat(states(node.id())).as("in use").containsExactly("current", "dropped");

        plane.admin().post("/api/v1/nodes/" + node.id() + "/revoke-certificates", "{\"reason\":\"r\"}");
        assertThat(states(node.id())).containsExactly("revoked", "dropped");
        JsonNode revoked = list(node.id(), "").json().at("/items/0");
        assertThat(Instant.parse(revoked.path("changed_at").asString()))
                .isAfter(Instant.parse(revoked.path("issued_at").asString()));
    }

    @Test
    void pagesGoOnWhereTheLastOneEndedAlsoWithinOneMoment() {
        NodeId node = TestNode.enrolled(plane).id();
        plane.database().execute("""
                INSERT INTO nodes.certificate (serial, node_id, key_digest, state, issued_at, not_after)
                SELECT 'old-' || gen_random_uuid(), '%s', 'd', 'dropped', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'
                FROM generate_series(1, 4)""".formatted(node));
        List<String> whole = serials(list(node, "").json());
        JsonNode page = list(node, "?limit=2").json();
        List<String> found = new ArrayList<>(serials(page));
        for (int pages = 0; page.has("next_cursor") && pages < 5; pages++) {
            page = list(node, "?limit=2&cursor=" + page.path("next_cursor").asString())
                    .json();
            found.addAll(serials(page));
        }
        assertThat(found).hasSize(5).isEqualTo(whole);
    }

    private static List<String> serials(JsonNode page) {
        return page.path("items")
                .valueStream()
                .map(item -> item.path("serial").asString())
                .toList();
    }

    @Test
    void onlyOperatorsSeeCertificates() {
        NodeId node = TestNode.enrolled(plane).id();
        String tenant = plane.admin().createTenant();
        String address = "/api/v1/nodes/" + node + "/certificates";
        ApiClient.Reply owner = plane.client(plane.principals().inTenant(Role.TENANT_OWNER, tenant))
                .get(address);
        assertThat(owner.status()).isEqualTo(403);
        assertThat(owner.text("code")).isEqualTo("permission_denied");
        assertThat(plane.anonymous().get(address).status()).isEqualTo(401);
        assertThat(plane.admin()
                        .get("/api/v1/nodes/" + UUID.randomUUID() + "/certificates")
                        .status())
                .isEqualTo(404);
    }
}
