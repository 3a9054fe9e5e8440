package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Operators list the allocations of one tenant among all. */
@Against("PostgreSQL")
class AllocationsOfTenantsTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final UUID tenant = UUID.randomUUID();
    private final UUID project = UUID.randomUUID();

    /** Ended allocations, which no process advances; their ids start with the given text. */
    private List<String> held(UUID byTenant, UUID inProject, String beginning, int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = beginning + UUID.randomUUID().toString().substring(beginning.length());
            plane.database().execute("""
                    INSERT INTO allocations.allocation (id, tenant_id, project_id, version, sku, count, gpus, name, queue, protected,
                        isolation, created_at, created_by, correlation_id, state, state_since, username, uid)
                    VALUES ('%s', '%s', '%s', 1, 'h100', 1, 1, 'a', true, false, 'user_revoke', now(), 'p', 'c', 'released', now(),
                        'u', 100000)""".formatted(id, byTenant, inProject));
            ids.add(id);
        }
        return ids;
    }

    private Reply list(String filter) {
        Reply reply = admin.get("/api/v1/allocations?" + filter);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    private static List<String> ids(Reply page) {
        return page.json()
                .path("items")
                .valueStream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    @Test
    void aTenantsAreFoundPageByPageBehindAllTheNewerOnesOfOthers() {
        List<String> older = held(tenant, project, "0000", 5);
        held(UUID.randomUUID(), UUID.randomUUID(), "ffff", 3);
        List<String> found = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        do {
            Reply page = list("limit=2&tenant_id=" + tenant + "&cursor=" + cursor);
            found.addAll(ids(page));
            cursor = page.text("next_cursor");
            pages++;
        } while (!cursor.isEmpty());
        assertThat(found).containsExactlyInAnyOrderElementsOf(older).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void aProjectNarrowsItFurther() {
        List<String> here = held(tenant, project, "0000", 2);
        held(tenant, UUID.randomUUID(), "0000", 1);
        assertThat(ids(list("tenant_id=" + tenant))).hasSize(3);
        assertThat(ids(list("tenant_id=" + tenant + "&project_id=" + project)))
                .containsExactlyInAnyOrderElementsOf(here);
        assertThat(ids(list("project_id=" + project))).containsExactlyInAnyOrderElementsOf(here);
        assertThat(ids(list("tenant_id=" + UUID.randomUUID() + "&project_id=" + project)))
                .isEmpty();
        assertThat(ids(list("tenant_id=" + tenant + "&state=active"))).isEmpty();
        assertThat(admin.get("/api/v1/allocations?tenant_id=mine").status()).isEqualTo(400);
    }
}
