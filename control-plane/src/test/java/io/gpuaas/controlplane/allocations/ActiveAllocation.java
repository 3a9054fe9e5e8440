package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.AllocationId;

/** An allocation that works, for tests of what people do in one. */
public final class ActiveAllocation {

    private final AllocationWorld world;
    private final AllocationId id;

    public ActiveAllocation(TestControlPlane plane) {
        this.world = new AllocationWorld(plane);
        world.node(4);
        this.id = world.active(1);
    }

    public String tenant() {
        return world.tenant;
    }

    public String project() {
        return world.project;
    }

    public String address() {
        return world.base() + "/" + id;
    }

    public FakeNodes nodes() {
        return world.nodes;
    }

    /** The node has not done it yet when this returns. */
    public void release() {
        world.act(id, "release");
    }
}
