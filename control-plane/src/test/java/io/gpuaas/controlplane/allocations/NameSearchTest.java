package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.testkit.Against;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Allocations and nodes are found by their names, and by how names and ids begin, however many there are. */
@Against("PostgreSQL")
class NameSearchTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final String mark = UUID.randomUUID().toString();
    private AllocationId first = new AllocationId(UUID.randomUUID());

    @BeforeEach
    void hold() {
        world.node(1);
        first = world.request().named("Train-1 " + mark).create();
        for (String name : List.of("train_2 ", "train%3 ", "other ")) {
            copy(world.project, name + mark);
        }
        copy(UUID.randomUUID().toString(), "train-1 " + mark);
    }

    /** As it would be after its end, under another name. */
    private void copy(String project, String name) {
        PLANE.database().execute("""
                INSERT INTO allocations.allocation SELECT (jsonb_populate_record(a, jsonb_build_object('id',
                    gen_random_uuid(), 'project_id', '%s', 'name', '%s', 'state', 'released', 'node_id', null))).*
                FROM allocations.allocation a WHERE id = '%s'""".formatted(project, name, first));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private List<String> found(String address) {
        Reply reply = world.admin.get(address);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json()
                .path("items")
                .valueStream()
                .map(item -> item.path("name").asString().replace(" " + mark, ""))
                .toList();
    }

    private List<String> search(String text) {
        return found(world.base() + "?search=" + encoded(text));
    }

    @Test
    void aNameIsFoundAsItIsWritten() {
        assertThat(found(world.base() + "?name=" + encoded("Train-1 " + mark))).containsExactly("Train-1");
        assertThat(found(world.base() + "?name=" + encoded("train-1 " + mark))).isEmpty();
        assertThat(found(world.base() + "?name=Train-1")).isEmpty();
        assertThat(found("/api/v1/allocations?name=" + encoded("train-1 " + mark)))
                .as("operators find those of all tenants")
                .containsExactly("train-1");
    }

    @Test
    void aBeginningIsFoundInCapitalsOrNotAndMeansNothingElse() {
        assertThat(search("TRAIN")).containsExactlyInAnyOrder("Train-1", "train_2", "train%3");
        assertThat(search("train_")).containsExactly("train_2");
        assertThat(search("train%")).containsExactly("train%3");
        assertThat(search("rain")).isEmpty();
        assertThat(search("\\")).isEmpty();
        assertThat(search("' OR true --")).isEmpty();
        assertThat(world.admin.get(world.base() + "?search=%00").status()).isEqualTo(400);
        assertThat(world.admin.get(world.base() + "?search=").status()).isEqualTo(400);
        assertThat(world.admin.get(world.base() + "?name=" + "x".repeat(254)).status())
                .isEqualTo(400);
    }

    @Test
    void anIdIsFoundByHowItBegins() {
        String id = first.toString();
        assertThat(search(id)).containsExactly("Train-1");
        assertThat(search(id.substring(0, 30).toUpperCase(Locale.ROOT))).containsExactly("Train-1");
        assertThat(search(id.replace("-", "").substring(0, 26))).containsExactly("Train-1");
        assertThat(search(id + "0")).isEmpty();
        assertThat(search(id.substring(0, 3))).as("too little of an id").isEmpty();
    }

    @Test
    void pagesGoOnWhereTheyEnded() {
        String address = world.base() + "?limit=2&search=train";
        Reply page = world.admin.get(address);
        assertThat(page.json().path("items")).hasSize(2);
        Reply next = world.admin.get(address + "&cursor=" + page.text("next_cursor"));
        assertThat(next.json().path("items")).hasSize(1);
        assertThat(next.json().has("next_cursor")).isFalse();
        assertThat(next.json().at("/items/0/id"))
                .isNotIn(page.json().at("/items/0/id"), page.json().at("/items/1/id"));
    }

    @Test
    void nodesAreFoundToo() {
        String name = "gpu-" + mark;
        for (String each : List.of(name, name + ".b")) {
            assertThat(world.admin
                            .post("/api/v1/nodes", "{\"name\":\"" + each + "\"}")
                            .status())
                    .isEqualTo(201);
        }
        assertThat(found("/api/v1/nodes?name=" + name)).containsExactly(name);
        assertThat(found("/api/v1/nodes?search=GPU-" + mark)).containsExactlyInAnyOrder(name, name + ".b");
        assertThat(found("/api/v1/nodes?state=ready&search=" + name)).isEmpty();
    }
}
