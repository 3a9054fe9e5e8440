package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.AllocationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** SSH keys of members on the nodes of their allocations. */
class AllocationKeysTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);

    @Test
    void keysOfMembersOpenItAndChangesOfKeysAndMembersReachTheNode() {
        world.node(1);
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        AllocationId id = world.active(1);
        String key = SshKeySamples.ed25519();
        PLANE.client(member.token()).post("/api/v1/me/ssh-keys", "{\"name\":\"k\",\"public_key\":\"" + key + "\"}");
        assertThat(keysToldUntil(1)).hasSize(1);
        world.admin.delete("/api/v1/projects/" + world.project + "/members/" + member.id());
        assertThat(keysToldUntil(0)).isEmpty();
        assertThat(world.state(id)).isEqualTo("active");
    }

    @Test
    void undeliveredKeysAreReportedAndSentUntilTheyArrive() {
        world.node(1);
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        AllocationId id = world.active(1);
        PLANE.client(member.token())
                .post("/api/v1/me/ssh-keys", "{\"name\":\"k\",\"public_key\":\"" + SshKeySamples.ed25519() + "\"}");
        assertThat(keysToldUntil(1)).hasSize(1);
        world.admin.delete("/api/v1/projects/" + world.project + "/members/" + member.id());
        int[] failures = new int[1];
        AllocationWorld.await(() -> {
            failures[0] += world.nodes.perform(FakeNodes.Behaviour.FAILS);
            world.skipPauses(id);
            return world.get(id).json().has("stuck_since");
        });
        assertThat(failures[0]).isGreaterThanOrEqualTo(LifecycleSteps.KEYS_FAILURES_MAX);
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.admin.get(world.base() + "/" + id + "/timeline").body())
                .contains("who lost access may still have it");
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            world.skipPauses(id);
            return !world.get(id).json().has("stuck_since");
        });
    }

    /** The keys that the node last received, once there are that many. */
    private List<String> keysToldUntil(int count) {
        List<String> keys = new ArrayList<>();
        AllocationWorld.await(() -> {
            boolean[] told = new boolean[1];
            world.nodes.perform(task -> {
                if (task.type().equals("ssh_keys.reconcile")) {
                    keys.clear();
                    task.payload().path("ssh_keys").forEach(key -> keys.add(key.asString()));
                    told[0] = keys.size() == count;
                }
                return Optional.of(FakeNodes.output(task));
            });
            return told[0];
        });
        return keys;
    }
}
