package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The tasks of a node for each shape, and the proofs it must give. */
class ShapesTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final Map<String, JsonNode> told = new LinkedHashMap<>();

    private Optional<String> works(FakeNodes.Told task) {
        told.put(task.type(), task.payload());
        return Optional.of(FakeNodes.output(task));
    }

    private JsonNode told(String type) {
        return Objects.requireNonNull(told.get(type), () -> "the node was not told " + type);
    }

    @Test
    void aSliceIsAMachineOfItsOwnWithTheKeysInIt() {
        AllocationWorld world = new AllocationWorld(PLANE);
        world.node(4);
        AllocationId id = world.create(2);
        world.bring(id, "active", this::works);
        assertThat(told).containsOnlyKeys("slice.provision");
        JsonNode slice = told("slice.provision");
        assertThat(slice.path("slice_id").asString()).isEqualTo(id.toString());
        List<String> gpus = texts(slice.path("gpus"));
        assertThat(gpus).hasSize(2);
        assertThat(texts(slice.path("nvmes")))
                .as("the disks beside its GPUs")
                .isEqualTo(gpus.stream().map(FakeNodes::nvmeOf).toList());
        assertThat(texts(slice.path("nics")))
                .as("the fabric ports beside its GPUs")
                .isEqualTo(gpus.stream().map(FakeNodes::nicOf).toList());
        assertThat(slice.path("cpus").asInt()).isEqualTo(2);
        assertThat(slice.at("/image/name").asString()).isEqualTo("debian-13");
        assertThat(slice.path("leases")).hasSize(2);
        told.clear();
        world.act(id, "release");
        world.bring(id, "released", this::works);
        assertThat(told).containsOnlyKeys("slice.release");
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void aSliceThatShowsAnotherGpuIsUndone() {
        AllocationWorld world = new AllocationWorld(PLANE);
        world.node(1);
        AllocationId id = world.create(1);
        world.bringWithoutPauses(id, "failed", task -> {
            told.put(task.type(), task.payload());
            return Optional.of(FakeNodes.output(task).replaceAll("GPU-", "GPU-other-"));
        });
        assertThat(told).containsOnlyKeys("slice.provision", "slice.release");
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aMigInstanceIsMadeOpenedAndProvenAndRemovedAfterItsLogin() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.MIG, "user_revoke");
        NodeId node = world.node(1);
        world.divide(node);
        AllocationId first = world.create(1);
        world.bring(first, "active", this::works);
        assertThat(List.copyOf(told.keySet())).containsExactly("mig.provision", "user.provision", "gpu.verify");
        JsonNode made = told("mig.provision");
        assertThat(made.path("profile_id").asInt()).isEqualTo(9);
        int start = made.path("start").asInt();
        assertThat(told.values())
                .allSatisfy(task -> assertThat(fenced(task))
                        .as("each of its memory slices")
                        .containsExactly(start, start + 1, start + 2, start + 3));
        assertThat(told("user.provision").at("/gpu_uuids/0").asString())
                .isEqualTo("MIG-9-" + made.path("start").asInt());
        AllocationId second = world.create(1);
        world.bring(second, "active", this::works);
        assertThat(told("mig.provision").path("start").asInt())
                .isNotEqualTo(made.path("start").asInt());
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        List<String> undone = new ArrayList<>();
        world.act(first, "release");
        world.bring(first, "released", task -> {
            undone.add(task.type());
            return Optional.of(FakeNodes.output(task));
        });
        assertThat(undone).containsExactly("user.revoke", "mig.release");
    }

    private static List<Integer> fenced(JsonNode task) {
        return task.path("leases")
                .valueStream()
                .map(lease -> lease.path("device").asString())
                .map(device -> Integer.valueOf(device.substring(device.indexOf('/') + 1)))
                .toList();
    }

    private boolean sudoOf(AllocationWorld world) {
        AllocationId id = world.create(1);
        world.bring(id, "active", this::works);
        JsonNode login = told(told.containsKey("user.provision") ? "user.provision" : "slice.provision");
        world.act(id, "release");
        world.bring(id, "released", this::works);
        return login.path("sudo").asBoolean();
    }

    @Test
    void aPolicyDecidesWhetherUsersBecomeRoot() {
        AllocationWorld host = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        host.node(AllocationWorld.HOST_GPUS);
        assertThat(sudoOf(host)).isFalse();
        host.policy("allocations.sudo", "always");
        assertThat(sudoOf(host)).isTrue();
        told.clear();
        AllocationWorld slice = new AllocationWorld(PLANE);
        slice.node(1);
        assertThat(sudoOf(slice)).isTrue();
        slice.policy("allocations.sudo", "never");
        assertThat(sudoOf(slice)).isFalse();
    }

    private JsonNode limitsOf(AllocationWorld world) {
        AllocationId id = world.create(1);
        world.bring(id, "active", this::works);
        world.act(id, "release");
        world.bring(id, "released", this::works);
        return told("user.provision").path("limits");
    }

    @Test
    void howMuchALoginMayUseIsAPolicy() {
        AllocationWorld host = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        host.node(AllocationWorld.HOST_GPUS);
        assertThat(limitsOf(host).toString())
                .as("a fork bomb is bounded by default")
                .isEqualTo("{\"processes_max\":32768}");
        host.policy("allocations.login_processes_max", "0");
        assertThat(limitsOf(host).isMissingNode())
                .as("none when somebody says so")
                .isTrue();
        host.policy("allocations.login_processes_max", "4096");
        assertThat(limitsOf(host).toString()).isEqualTo("{\"processes_max\":4096}");
        host.policy("allocations.login_processes_max", "1");
        host.policy("allocations.login_open_files_max", "65536");
        assertThat(limitsOf(host).toString())
                .as("one can still sign in")
                .isEqualTo("{\"processes_max\":16,\"open_files_max\":65536}");
    }
}
